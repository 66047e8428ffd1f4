package io.tributary.dialect.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Lexed;
import io.tributary.testing.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random expressions with no more parentheses than MySQL's grammar asks for. */
final class PrecedenceTest {
    private static final int EXPRESSIONS = 2_000;
    private static final int DEPTH = 5;

    // Its rules, the tightest last: expr, boolean primary, predicate, bit_expr and its operators, simple_expr.
    private static final int OR = 0;
    private static final int XOR = 1;
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int COMPARISON = 4;
    private static final int PREDICATE = 5;
    private static final int BITS = 6;
    private static final int PREFIX = 12;
    private static final int OPERAND = 13;

    private static final List<String> COMPARISONS = List.of("=", "<=>", "<", ">=", "<>");
    private static final List<List<String>> OF_BITS = List.of(
            List.of("|"),
            List.of("&"),
            List.of("<<", ">>"),
            List.of("+", "-"),
            List.of("*", "/", "%", "DIV"),
            List.of("^"));

    private Random random = Seeds.random(0);

    /** @param level the rule that it is of */
    private record Text(int level, String sql, String tree) {
        String at(int least) {
            return level < least ? "(" + sql + ")" : sql;
        }
    }

    @Test
    void expressionsAreReadAsTheirParenthesesSay() {
        Seeds.check(PrecedenceTest.class, EXPRESSIONS, drawn -> {
            random = drawn;
            Text text = expression(DEPTH);
            Lexed lexed = Lexed.lex(text.sql(), SqlMode.NONE);

            assertThat(TreeText.of(MySqlParser.expression(lexed), lexed.literals()))
                    .as(text.sql())
                    .isEqualTo(text.tree());
        });
    }

    private Text expression(int depth) {
        if (depth == 0) {
            String value = one(List.of("a", "b.c", "1", "'x'", "NULL", "TRUE", "f(a)", "1.5"));
            return new Text(OPERAND, value, value.equals("f(a)") ? "(F a)" : value);
        }
        Text left = expression(depth - 1 - random.nextInt(depth));
        Text right = expression(depth - 1 - random.nextInt(depth));
        return switch (random.nextInt(14)) {
            case 0 -> list(left, right, OR, "OR");
            case 1 -> list(left, right, AND, "AND");
            case 2 -> binary(left, right, XOR, "XOR");
            case 3 -> new Text(NOT, "NOT " + left.at(NOT), "(NOT " + left.tree() + ")");
            case 4 -> new Text(NOT, left.at(COMPARISON) + " IS NOT TRUE", "(NOT (IS TRUE " + left.tree() + "))");
            case 5 -> new Text(COMPARISON, left.at(COMPARISON) + " IS NULL", "(IS NULL " + left.tree() + ")");
            case 6 -> binary(left, right, COMPARISON, one(COMPARISONS));
            case 7 -> predicate(left, right, expression(depth - 1));
            case 8 -> prefix(left, one(List.of("-", "~", "!", "BINARY")));
            case 9 -> new Text(OPERAND, left.at(OPERAND) + " COLLATE x", "(collate " + left.tree() + " x)");
            default -> {
                int level = random.nextInt(OF_BITS.size());
                yield binary(left, right, BITS + level, one(OF_BITS.get(level)));
            }
        };
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static Text binary(Text left, Text right, int level, String operator) {
        String sql = left.at(level) + " " + operator + " " + right.at(level + 1);
        return new Text(level, sql, "(" + operator + " " + left.tree() + " " + right.tree() + ")");
    }

    /** A row of them is one list. */
    private static Text list(Text left, Text right, int level, String operator) {
        Text plain = binary(left, right, level, operator);
        String tree = left.level() == level
                ? left.tree().substring(0, left.tree().length() - 1) + " " + right.tree() + ")"
                : plain.tree();
        return new Text(level, plain.sql(), tree);
    }

    private Text predicate(Text value, Text first, Text second) {
        boolean not = random.nextBoolean();
        String sql = value.at(BITS) + (not ? " NOT " : " ");
        String tree = value.tree() + " " + first.tree();
        Text plain =
                switch (random.nextInt(4)) {
                    case 0 -> new Text(PREDICATE, sql + "LIKE " + first.at(PREFIX), "(LIKE " + tree + ")");
                    case 1 -> new Text(PREDICATE, sql + "REGEXP " + first.at(BITS), "(REGEXP " + tree + ")");
                    case 2 ->
                        new Text(
                                PREDICATE,
                                sql + "IN (" + first.sql() + ", " + second.sql() + ")",
                                "(IN " + tree + " " + second.tree() + ")");
                    default ->
                        new Text(
                                PREDICATE,
                                sql + "BETWEEN " + first.at(BITS) + " AND " + second.at(PREDICATE),
                                "(BETWEEN " + tree + " " + second.tree() + ")");
                };
        return not ? new Text(PREDICATE, plain.sql(), "(NOT " + plain.tree() + ")") : plain;
    }

    private static Text prefix(Text value, String operator) {
        // Two dashes would be a comment.
        String sql = operator + " " + value.at(PREFIX);
        return switch (operator) {
            case "BINARY" -> new Text(PREFIX, sql, "(cast " + value.tree() + " BINARY)");
            case "!" -> new Text(PREFIX, sql, "(NOT " + value.tree() + ")");
            default -> new Text(PREFIX, sql, "(" + operator + " " + value.tree() + ")");
        };
    }
}
