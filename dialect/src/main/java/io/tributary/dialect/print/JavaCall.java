package io.tributary.dialect.print;

import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Spelling;
import io.tributary.dialect.registry.Want;
import java.util.StringJoiner;

/** Calls of functions that are computed in Java: the engine hands over numbers, texts and moments, bytes as hexadecimal digits. */
final class JavaCall {
    private JavaCall() {}

    static String of(Function function, Spelling.Written call) {
        StringJoiner arguments = new StringJoiner(", ", function.engineName(call.count()) + "(", ")");
        for (int i = 0; i < call.count(); i++) {
            Want want = function.signature().wants().apply(i);
            String type = want.engineType();
            arguments.add(want == Want.BYTES ? "hex(" + call.text(i) + ")" : call.as(i, type));
        }
        String given = EngineFunction.result(function, call.count());
        String result = call.resultType();
        if (given.equals(result)) {
            return arguments.toString();
        }
        return result.equals(EngineType.BLOB)
                ? "unhex(" + arguments + ")"
                : "CAST(" + arguments + " AS " + result + ")";
    }
}
