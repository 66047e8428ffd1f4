package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of functions.txt.
 *
 * @param call as it stands there, which names it
 * @param peer the form for MariaDB, or empty where that is the same
 */
record FunctionSpec(String result, String call, String peer) {
    private static final Pattern OPTION = Pattern.compile("⟦([^⟧]*)⟧");
    private static final Pattern OPERAND = Pattern.compile("<(@?)(\\w+)([!…]?)>");
    private static final Pattern INFIX = Pattern.compile("\\(<(\\w+)> \\S+ <(\\w+)>\\)");
    private static final Pattern COMPARISON = Pattern.compile("^\\(<any> (?:[<>=!]|(?:NOT )?BETWEEN|(?:NOT )?IN)");
    private static final Pattern CLOCK = Pattern.compile(
            "^(?:(?:HOUR|MINUTE|SECOND|MICROSECOND|TIME|TIME_TO_SEC|TIME_FORMAT)\\(|EXTRACT\\((?:HOUR|MINUTE|SECOND|MICROSECOND)|CAST.* AS TIME)");
    private static final Pattern CLOCK_OF_TEXT =
            Pattern.compile("^(?:EXTRACT\\((?:HOUR|MINUTE|SECOND|MICROSECOND)|MICROSECOND\\()");
    private static final Pattern SHIFTED =
            Pattern.compile("INTERVAL|^ADDDATE|^SUBDATE|^TIMESTAMPADD|^EXTRACT\\(<@part>");
    private static final Pattern DAYS = Pattern.compile("\\b(?:DAY|WEEK|MONTH|QUARTER|YEAR|YEAR_MONTH|DAY_\\w+)\\b");
    private static final Pattern ROWS = Pattern.compile("^\\(\\(<");
    private static final int REPEATED_MAX = 3;

    /** What gives an operand of a kind or a literal of a pool, or a column where that is demanded. */
    interface Operands {
        Piece of(String kind, boolean column);

        Piece literal(String pool);
    }

    /** Whether the result may be of this kind. */
    boolean gives(Kind kind) {
        return switch (result) {
            case "any" -> kind.isPlain();
            case "num" -> kind.isNumber();
            default -> Kind.named(result) == kind;
        };
    }

    /** Returns the kinds of which a column must be there. */
    List<Kind> columns() {
        return OPERAND.matcher(call)
                .results()
                .filter(operand -> operand.group(3).equals("!"))
                .map(operand -> Kind.named(operand.group(2)))
                .toList();
    }

    /** Whether it is an operator between operands that are what it gives, so that one within another needs no brackets. */
    boolean isInfix() {
        Matcher infix = INFIX.matcher(call);
        return infix.matches()
                && infix.group(1).equals(result)
                && infix.group(2).equals(result);
    }

    /** @param columns after how many operands the next one follows that the same one is compared with */
    private static void compareByDigits(List<Piece> operands, int columns) {
        for (int first = 0; first < columns; first++) {
            boolean counted = false;
            for (int i = first; i < operands.size(); i += columns) {
                counted |= isKind(operands.get(i), Kind::isCounted);
            }
            for (int i = first; counted && i < operands.size(); i += columns) {
                Piece each = operands.get(i);
                operands.set(i, isKind(each, Kind::isMoment) ? each.asNumberOfPeer() : each);
            }
        }
    }

    /** Whether days or more are added, or asked for. */
    private boolean isOfDays(List<Piece> operands) {
        boolean days = !call.contains("INTERVAL") && !call.contains("<@");
        return days
                || DAYS.matcher(call).find()
                || operands.stream()
                        .anyMatch(each ->
                                each.kind() == null && DAYS.matcher(each.text()).find());
    }

    private static boolean isKind(Piece piece, Predicate<Kind> which) {
        return piece.kind() != null && which.test(piece.kind());
    }

    Piece call(Kind kind, Draw draw, Operands operands, boolean brackets) {
        List<Piece> below = new ArrayList<>();
        String chosen = OPTION.matcher(call).replaceAll(option -> draw.once(2) ? "$1" : "");
        String form = OPERAND.matcher(chosen).replaceAll(operand -> {
            StringBuilder each = new StringBuilder();
            int count = operand.group(3).equals("…") ? 1 + draw.below(REPEATED_MAX) : 1;
            for (int i = 0; i < count; i++) {
                each.append(i == 0 ? "{" : ", {").append(below.size()).append('}');
                below.add(
                        operand.group(1).isEmpty()
                                ? operands.of(operand.group(2), operand.group(3).equals("!"))
                                : operands.literal(operand.group(2)));
            }
            return each.toString();
        });
        if (CLOCK.matcher(call).find()) {
            below.replaceAll(each -> isKind(each, Kind::isNumber) ? each.asClockOfPeer() : each);
        }
        if (CLOCK_OF_TEXT.matcher(call).find()) {
            below.replaceAll(each -> isKind(each, Kind::isString) ? each.asTimeOfPeer() : each);
        }
        if (SHIFTED.matcher(call).find() && isOfDays(below)) {
            below.replaceAll(each -> isKind(each, Kind.TIME::equals) ? each.asMomentOfPeer() : each);
        }
        if (COMPARISON.matcher(call).find()) {
            compareByDigits(below, 1);
        } else if (ROWS.matcher(call).find()) {
            compareByDigits(below, 2);
        }
        String written = brackets || !isInfix() || !peer.isEmpty() ? form : form.substring(1, form.length() - 1);
        return new Piece(
                Piece.Role.EXPRESSION, call, written, peer.isEmpty() ? written : peer, List.copyOf(below), kind);
    }
}
