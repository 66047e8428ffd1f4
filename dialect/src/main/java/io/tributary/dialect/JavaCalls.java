package io.tributary.dialect;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.JavaFunction;
import java.util.ArrayList;
import java.util.List;

/** Writes calls of functions that are computed here and not by the engine. */
final class JavaCalls {
    private final StatementRewriter statement;
    private final Arguments arguments;
    private final JsonCalls jsons;

    JavaCalls(StatementRewriter statement, Arguments arguments, JsonCalls jsons) {
        this.statement = statement;
        this.arguments = arguments;
        this.jsons = jsons;
    }

    /** A call of what the engine gets from here: of texts, and its result a text. */
    void call(JavaFunction function, int open, int close) {
        List<Integer> ends = new ArrayList<>(arguments.commas(open, close));
        if (close > open + 1) {
            ends.add(close);
        }
        if (ends.size() < function.least() || ends.size() > function.most()) {
            throw new TributaryException(
                    ErrorCode.WRONG_PARAMETER_COUNT,
                    "Incorrect parameter count in the call to native function '" + function.name() + "'");
        }
        statement.emit(
                switch (function.result()) {
                    case TEXT -> "(";
                    case BIGINT, DATE -> "CAST(";
                    case BYTES -> "system.main.unhex(";
                });
        statement.emit(function.engineName() + "(");
        int from = open + 1;
        for (int end : ends) {
            JavaFunction.First kind = from == open + 1 ? function.first() : JavaFunction.First.TEXT;
            boolean first = from == open + 1;
            if (function.values().test(ends.indexOf(end))) {
                statement.emit(first ? "" : ",");
                jsons.value(from, end);
                from = end + 1;
                continue;
            }
            statement.emit((first ? "" : ",")
                    + switch (kind) {
                        case TEXT -> "CAST(";
                        case BYTES -> "my_hex_bytes(";
                        case MOMENT -> "CAST(CAST(";
                    });
            statement.write(from, end);
            statement.emit(
                    switch (kind) {
                        case TEXT -> "AS VARCHAR)";
                        case BYTES -> ")";
                        case MOMENT -> "AS TIMESTAMP) AS VARCHAR)";
                    });
            from = end + 1;
        }
        statement.emit(
                switch (function.result()) {
                    case TEXT, BYTES -> "))";
                    case BIGINT -> ") AS BIGINT)";
                    case DATE -> ") AS DATE)";
                });
    }
}
