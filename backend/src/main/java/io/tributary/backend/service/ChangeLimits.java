package io.tributary.backend.service;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.proto.ChangeRequest;
import java.util.List;
import java.util.Map;

/**
 * What a change of the catalog may bring, whoever sends it: everything in it is kept for ever, on the disk and in the memory
 * of each frontend. A frontend's own parser is stricter.
 */
final class ChangeLimits {
    /** Bytes of one text: a name, a default, a comment, a variable's value. */
    static final int TEXT_BYTES_MAX = 64 << 10;

    static final int VARIABLE_NAME_CHARACTERS_MAX = 64;

    private ChangeLimits() {}

    /** @throws TributaryException INVALID_STATEMENT naming the text that is too long */
    static void check(ChangeRequest request) {
        checkTexts(request);
        if (request.getSetGlobalVariable().getName().length() > VARIABLE_NAME_CHARACTERS_MAX) {
            throw tooLong("name", VARIABLE_NAME_CHARACTERS_MAX + " characters");
        }
    }

    private static void checkTexts(Message message) {
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            if (field.getValue() instanceof List<?> many) {
                many.forEach(one -> checkText(field.getKey(), one));
            } else {
                checkText(field.getKey(), field.getValue());
            }
        }
    }

    private static void checkText(FieldDescriptor field, Object value) {
        if (value instanceof Message message) {
            checkTexts(message);
        } else if (value instanceof String text && text.length() > TEXT_BYTES_MAX) {
            throw tooLong(field.getName(), TEXT_BYTES_MAX + " bytes");
        }
    }

    private static TributaryException tooLong(String name, String limit) {
        return new TributaryException(
                ErrorCode.INVALID_STATEMENT, "a change of the catalog with a " + name + " of more than " + limit);
    }
}
