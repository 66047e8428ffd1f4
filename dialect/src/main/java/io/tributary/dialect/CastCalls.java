package io.tributary.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Writes CAST and CONVERT. */
final class CastCalls {
    /** What stands behind a whole number at the beginning of a text. */
    private static final Pattern BEHIND_WHOLE = Pattern.compile("^(\\s*[-+]?\\d+)[.eE].*$", Pattern.DOTALL);

    private final StatementRewriter statement;
    private final Arguments arguments;

    CastCalls(StatementRewriter statement, Arguments arguments) {
        this.statement = statement;
        this.arguments = arguments;
    }

    /** {@code CAST(x AS type)}. */
    void cast(int open, int close) {
        int as = arguments.find("AS", open + 1, close);
        if (as < 0) {
            throw statement.unexpected(open);
        }
        typed(open + 1, as, as + 1, close);
    }

    /** {@code CONVERT(x, type)}; {@code CONVERT(x USING charset)} changes nothing, since text is UTF-8. */
    void convert(int open, int close) {
        int using = arguments.find("USING", open + 1, close);
        if (using >= 0) {
            statement.emit("(");
            statement.write(open + 1, using);
            statement.emit(")");
            return;
        }
        List<Integer> commas = arguments.commas(open, close);
        if (commas.isEmpty()) {
            throw statement.unexpected(open);
        }
        int last = commas.get(commas.size() - 1);
        typed(open + 1, last, last + 1, close);
    }

    private void typed(int from, int to, int type, int end) {
        String name = statement.token(type).upper();
        if (statement.token(type).kind() != Token.Kind.WORD) {
            throw statement.unexpected(type);
        }
        List<String> lengths = type + 1 < end && statement.token(type + 1).isSymbol("(")
                ? lengths(type + 1, statement.closing(type + 1))
                : List.of();
        boolean hasLength = !lengths.isEmpty();
        String length = hasLength ? lengths.get(0) : "";
        String target =
                switch (name) {
                    case "SIGNED" -> "BIGINT";
                    case "UNSIGNED" -> "UBIGINT";
                    case "CHAR", "NCHAR" -> "VARCHAR";
                    case "BINARY" -> "BLOB";
                    case "DATE" -> "DATE";
                    case "DATETIME" ->
                        length.isEmpty() || length.equals("0")
                                ? "TIMESTAMP_S"
                                : length.compareTo("3") <= 0 ? "TIMESTAMP_MS" : "TIMESTAMP";
                    case "TIME" -> length.isEmpty() || length.equals("0") ? "TIME" : "TIME_NS";
                    case "DOUBLE", "REAL" -> "DOUBLE";
                    case "FLOAT" -> "FLOAT";
                    case "JSON" -> "JSON";
                    case "DECIMAL" -> hasLength ? "DECIMAL(" + String.join(",", lengths) + ")" : "DECIMAL(10,0)";
                    default -> throw statement.unexpected(type);
                };
        Token value = statement.token(from);
        boolean single = to == from + 1;
        if (single && value.kind() == Token.Kind.STRING && (name.equals("SIGNED") || name.equals("UNSIGNED"))) {
            // MySQL reads the whole number that a text begins with; the engine would round.
            String whole = Token.string(BEHIND_WHOLE.matcher(value.text()).replaceFirst("$1"));
            statement.emit(name.equals("SIGNED") ? "CAST(" + whole + " AS BIGINT)" : "my_unsigned(" + whole + ")");
            return;
        }
        if (name.equals("SIGNED") && ValueTexts.isName(statement::token, from, to)) {
            statement.emit("my_signed(");
            statement.write(from, to);
            statement.emit(")");
            return;
        }
        if (name.equals("UNSIGNED")) {
            statement.emit("my_unsigned(");
            statement.write(from, to);
            statement.emit(")");
            return;
        }
        // The engine rounds to its DATETIME without a fraction, and keeps that of a TIME.
        boolean rounded = name.equals("TIME") || (name.equals("DATETIME") && !target.equals("TIMESTAMP_S"));
        if (rounded && !rounding(length).isEmpty()) {
            boolean moment = name.equals("DATETIME");
            statement.emit("CAST(" + (moment ? "my_moment_to(" : "my_time_to("));
            statement.write(from, to);
            statement.emit("," + rounding(length) + ") AS " + target + ")");
            return;
        }
        boolean cut = name.equals("CHAR") && hasLength;
        statement.emit((cut ? "\"left\"(" : "") + "CAST (");
        statement.write(from, to);
        statement.emit("AS " + target + ")");
        if (cut) {
            statement.emit("," + length + ")");
        }
    }

    /** A unit of the last digit and half of one, as intervals; empty where the engine's type has that many digits. */
    private static String rounding(String digits) {
        return switch (digits) {
            case "1" -> rounding(100_000);
            case "2" -> rounding(10_000);
            case "3" -> rounding(1_000);
            case "4" -> rounding(100);
            case "5" -> rounding(10);
            case "", "0" -> rounding(1_000_000);
            default -> "";
        };
    }

    private static String rounding(int micros) {
        return "to_microseconds(" + micros + "), to_microseconds(" + micros / 2 + ")";
    }

    /** The numbers of {@code (n)} or {@code (n, n)}. */
    private List<String> lengths(int open, int close) {
        List<String> lengths = new ArrayList<>();
        for (int i = open + 1; i <= close; i += 2) {
            if (statement.token(i).kind() != Token.Kind.NUMBER
                    || !(i + 1 == close || statement.token(i + 1).isSymbol(","))) {
                throw statement.unexpected(i);
            }
            lengths.add(statement.token(i).engineText());
        }
        return lengths;
    }
}
