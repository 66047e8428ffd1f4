package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check.Domain;
import io.tributary.contract.schema.Check.Step;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Literal;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Expression.Word;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.type.Collation;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a CHECK as steps that are taken of each row before it is acknowledged: comparisons of columns with each other and
 * with literals, what can be compared byte by byte or as numbers, and AND, OR, NOT. What else MySQL takes is refused when the table is
 * made, since nobody could hold rows to it in time.
 */
final class CheckSteps {
    private static final Map<String, Step> COMPARISONS = Map.of(
            "=", Step.EQUAL,
            "<>", Step.NOT_EQUAL,
            "<", Step.LESS,
            "<=", Step.LESS_OR_EQUAL,
            ">", Step.GREATER,
            ">=", Step.GREATER_OR_EQUAL);
    private static final Map<String, Step> LENGTHS = Map.of(
            "CHAR_LENGTH", Step.CHARACTERS,
            "CHARACTER_LENGTH", Step.CHARACTERS,
            "LENGTH", Step.BYTES,
            "OCTET_LENGTH", Step.BYTES);

    private final String name;
    private final String text;
    private final List<Column> columns;
    private final Literals literals;
    private final List<String> steps = new ArrayList<>();

    private CheckSteps(String name, String text, List<Column> columns, Literals literals) {
        this.name = name;
        this.text = text;
        this.columns = columns;
        this.literals = literals;
    }

    /**
     * Returns the steps of a condition.
     *
     * @throws TributaryException SYNTAX, UNKNOWN_COLUMN, CHECK_OF_AUTO_INCREMENT, NOT_SUPPORTED naming the constraint
     */
    static List<String> of(String name, String text, List<Column> columns, SqlMode mode) {
        Lexed lexed = Lexed.lex(text, mode);
        CheckSteps check = new CheckSteps(name, text, columns, lexed.literals());
        check.condition(MySqlParser.expression(lexed));
        return check.steps;
    }

    private void condition(Expression written) {
        if (written instanceof Name column) {
            // A truth value.
            compared(column, Step.NOT_EQUAL, Word.FALSE);
            return;
        }
        if (!(written instanceof Call call)) {
            throw refused("it is no comparison");
        }
        List<Expression> arguments = call.arguments();
        switch (call.name()) {
            case "AND", "OR" -> {
                for (int i = 0; i < arguments.size(); i++) {
                    condition(arguments.get(i));
                    if (i > 0) {
                        steps.add(call.name());
                    }
                }
            }
            case "NOT" -> {
                condition(arguments.get(0));
                add(Step.NOT);
            }
            case "IS NULL" -> {
                steps.add(Step.COLUMN.of(column(arguments.get(0)).name()));
                add(Step.IS_NULL);
            }
            case "JSON_VALID" -> {
                Column column = column(arguments.get(0));
                if (domain(column) != Domain.TEXT && column.type().kind() != Kind.JSON) {
                    throw refused("JSON_VALID of what is no text");
                }
                steps.add(Step.COLUMN.of(column.name()));
                add(Step.IS_JSON);
            }
            case "BETWEEN" -> {
                compared(arguments.get(0), Step.GREATER_OR_EQUAL, arguments.get(1));
                compared(arguments.get(0), Step.LESS_OR_EQUAL, arguments.get(2));
                add(Step.AND);
            }
            case "IN" -> in(arguments.get(0), arguments.subList(1, arguments.size()));
            default -> {
                Step comparison = COMPARISONS.get(call.name());
                if (comparison == null) {
                    throw refused(call.name());
                }
                compared(arguments.get(0), comparison, arguments.get(1));
            }
        }
    }

    private void in(Expression value, List<Expression> choices) {
        Domain domain = domain(value);
        if (domain == null) {
            throw refused("no column stands before IN");
        }
        operand(value, domain);
        choices.forEach(choice -> {
            requireComparable(domain, choice);
            operand(choice, domain);
        });
        steps.add(Step.IN.of(Integer.toString(choices.size())));
    }

    private void compared(Expression left, Step step, Expression right) {
        Domain one = domain(left);
        Domain other = domain(right);
        Domain domain = one == null ? other : one;
        if (domain == null) {
            throw refused("it compares no column");
        }
        requireComparable(domain, one == null ? left : right);
        operand(left, domain);
        operand(right, domain);
        add(step);
    }

    private void requireComparable(Domain domain, Expression with) {
        Domain other = domain(with);
        boolean alike = other == null || other == domain || (other.isNumber() && domain.isNumber());
        if (!alike || domain == Domain.OTHER) {
            throw refused("values of types that are not compared as they are");
        }
    }

    /** What a value is compared as; null for a literal, which is what it is compared with. */
    private @Nullable Domain domain(Expression value) {
        if (value instanceof Name) {
            return domain(column(value));
        }
        return value instanceof Call call && LENGTHS.containsKey(call.name()) ? Domain.EXACT : null;
    }

    private Domain domain(Column column) {
        Domain domain = Domain.of(column.type());
        if (domain == Domain.TEXT && Collation.declared(column.collationName()).folds()) {
            throw refused("texts that are compared by " + column.collationName());
        }
        return domain;
    }

    private void operand(Expression value, Domain domain) {
        if (value instanceof Name) {
            steps.add(Step.COLUMN.of(column(value).name()));
        } else if (value instanceof Call call && LENGTHS.containsKey(call.name())) {
            Column column = column(call.arguments().get(0));
            if (Domain.of(column.type()) != Domain.TEXT) {
                throw refused(call.name() + " of what is no text");
            }
            steps.add(Step.COLUMN.of(column.name()));
            add(LENGTHS.get(call.name()));
        } else {
            literal(value, domain);
        }
    }

    private void literal(Expression value, Domain domain) {
        String written = written(value, "");
        steps.add(
                switch (domain) {
                    case EXACT, REAL -> Step.NUMBER.of(number(written));
                    case TEXT -> Step.TEXT.of(text(value, written));
                    case MOMENT -> Step.MOMENT.of(moment(written));
                    case OTHER -> throw refused("values of types that are not compared as they are");
                });
    }

    private String written(Expression value, String sign) {
        if (value instanceof Literal literal) {
            Literals.Value read = literals.read(literal.index());
            return switch (read.kind()) {
                case INTEGER, DECIMAL, DOUBLE -> sign + read.text();
                case TEXT -> read.text();
                case BYTES, BINARY_TEXT -> throw refused("bytes");
            };
        } else if (value == Word.TRUE) {
            return sign + "1";
        } else if (value == Word.FALSE) {
            return sign + "0";
        }
        if (value instanceof Call call && call.arguments().size() == 1) {
            Expression of = call.arguments().get(0);
            if (call.name().equals("-") && sign.isEmpty()) {
                return written(of, "-");
            } else if (call.name().equals("DATE LITERAL") || call.name().equals("TIMESTAMP LITERAL")) {
                return written(of, sign);
            }
        }
        throw refused("a value that is neither a column nor a literal");
    }

    private String number(String written) {
        try {
            return new BigDecimal(written.strip()).toPlainString();
        } catch (NumberFormatException e) {
            throw refused("'" + written + "' is no number");
        }
    }

    /** What escapes mean depends on the session's mode. */
    private String text(Expression value, String written) {
        if (!(value instanceof Literal literal) || literals.kind(literal.index()) != Literals.Kind.TEXT) {
            throw refused("a text is compared with a number");
        }
        if (written.indexOf('\\') >= 0) {
            throw refused("a backslash in a text");
        }
        return written;
    }

    private String moment(String written) {
        try {
            if (written.length() == "2026-01-31".length()) {
                return LocalDate.parse(written).toString();
            }
            var unused = LocalDateTime.parse(written.replace(' ', 'T'));
            return written.replace('T', ' ');
        } catch (DateTimeException e) {
            throw refused("'" + written + "' is not written as 2026-01-31 10:00:00");
        }
    }

    private Column column(Expression value) {
        if (!(value instanceof Name written)) {
            throw refused("a value that is neither a column nor a literal");
        }
        Column found = columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(written.last()))
                .findFirst()
                .orElseThrow(() -> ErrorCode.UNKNOWN_COLUMN.error(
                        "Unknown column '" + written.last() + "' in 'check constraint " + name + " expression'"));
        if (found.autoIncrement()) {
            throw ErrorCode.CHECK_OF_AUTO_INCREMENT.error(
                    "Check constraint '" + name + "' cannot refer to an auto-increment column.");
        }
        return found;
    }

    private void add(Step step) {
        steps.add(step.name());
    }

    private TributaryException refused(String why) {
        return TributaryException.notSupported(
                "CHECK " + text,
                ": constraint " + name + " is held to before a row is acknowledged, by comparisons of columns and"
                        + " literals with AND, OR, NOT, IN, BETWEEN, IS NULL, lengths and JSON_VALID, but not by: "
                        + why);
    }
}
