package io.tributary.planner.sql;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.GroupCommitMode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads {@code SET_VAR(group_commit = …)} out of an optimizer hint; every other hint is passed over, as in MySQL. */
final class HintParser {
    private HintParser() {}

    static Optional<GroupCommitMode> groupCommit(String hint, SqlMode mode) {
        if (hint.isBlank()) {
            return Optional.empty();
        }
        byte[] text = hint.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(text, 0, text.length, mode);
        while (!tokens.atEnd()) {
            if (tokens.accept("SET_VAR")) {
                Optional<GroupCommitMode> found = variables(tokens);
                if (found.isPresent()) {
                    return found;
                }
            } else {
                tokens.advance();
            }
        }
        return Optional.empty();
    }

    private static Optional<GroupCommitMode> variables(Tokens tokens) {
        while (!tokens.atEnd() && !tokens.atSymbol(')')) {
            if (tokens.accept("GROUP_COMMIT")) {
                tokens.expectSymbol('=');
                String value = tokens.identifierOrString();
                return Optional.of(GroupCommitMode.parse(value)
                        .orElseThrow(() -> new TributaryException(
                                ErrorCode.WRONG_VALUE_FOR_VARIABLE,
                                "Variable 'group_commit' can't be set to the value of '" + value + "'")));
            }
            tokens.advance();
        }
        return Optional.empty();
    }
}
