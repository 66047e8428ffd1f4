package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts what came of the queries, keeps examples, and writes all of it down. */
final class Findings {
    private static final int KEPT_OF_WRONG = 200;
    private static final Set<String> KIND_OF_NONE = Set.of(Piece.WITH, Piece.TOTAL_ORDER);

    private final Map<Outcome, int[]> counts = new EnumMap<>(Outcome.class);
    private final Map<String, Counted> errors = new TreeMap<>();
    private final Map<String, Counted> excuses = new TreeMap<>();
    private final Map<String, Counted> wrongKinds = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> silent = new ArrayList<>();

    private static final class Counted {
        private final String example;
        private int count;

        Counted(String example) {
            this.example = example;
        }
    }

    void add(RandomQuery query, Outcome outcome) {
        counts.computeIfAbsent(outcome, missing -> new int[2])[query.mixed() ? 1 : 0]++;
    }

    void addError(RandomQuery query, Outcome outcome, Answer.Failure failure) {
        String example = query.seed() + ": " + query.piece().text() + "\n      " + failure;
        // The name of what is not supported stays.
        String quoted = failure.number() == Outcome.NOT_SUPPORTED ? "^$" : "(?<!\\w)'(?:[^']|'')*'|`[^`']*`|\"[^\"]*\"";
        String folded = failure.message()
                .replaceAll("(?s)near '(\\S*).*' at line", "near `$1 …' at line")
                .replaceAll(quoted, "'…'")
                .replaceAll("\\d+", "N")
                .replaceAll("\\s+", " ");
        count(errors, outcome + " " + failure.number() + " " + folded, example);
    }

    void addExcuse(Excuse excuse, String query) {
        count(excuses, excuse.name() + " (" + excuse.manual() + ")", query);
    }

    boolean keepsMoreWrong() {
        return wrong.size() < KEPT_OF_WRONG;
    }

    /** @param smallest what is left of it when it is shrunk */
    void addWrong(RandomQuery query, Piece smallest, Answer.Rows ours, Answer.Rows theirs) {
        String text = query.seed() + (query.mixed() ? " mixed: " : " well-typed: ") + smallest.text()
                + "\n      ours:      " + shown(ours, theirs) + "\n      MariaDB's: " + shown(theirs, ours);
        wrong.add(text);
        count(
                wrongKinds,
                smallest.labels()
                        .filter(each -> !KIND_OF_NONE.contains(each))
                        .findFirst()
                        .orElse("no function"),
                text);
    }

    /** Returns the rows that differ, or all where only their order does. */
    private static String shown(Answer.Rows rows, Answer.Rows others) {
        Answer.Rows different = rows.without(others);
        return rows.rows().size() + " rows, " + (different.rows().isEmpty() ? "" + rows : "among them " + different);
    }

    /** @param smallest what is left of it when it is shrunk */
    void addSilent(RandomQuery query, Piece smallest, Answer ours) {
        silent.add(query.seed() + ": " + smallest.text() + "\n      " + ours);
    }

    boolean hasFailed() {
        return counts.keySet().stream().anyMatch(Outcome::isFailure);
    }

    /** How many of the well-typed queries, or of the mixed ones, came to this. */
    int count(Outcome outcome, boolean mixed) {
        return counts.getOrDefault(outcome, new int[2])[mixed ? 1 : 0];
    }

    /** How many well-typed queries were asked, or mixed ones. */
    int count(boolean mixed) {
        return counts.values().stream().mapToInt(each -> each[mixed ? 1 : 0]).sum();
    }

    private static void count(Map<String, Counted> all, String name, String example) {
        all.computeIfAbsent(name, missing -> new Counted(example)).count++;
    }

    /** One line. */
    String summary() {
        Map<String, Integer> sums = new LinkedHashMap<>();
        counts.forEach((outcome, both) -> sums.put(outcome.name().toLowerCase(Locale.ROOT), both[0] + both[1]));
        return sums.toString();
    }

    /** Returns everything, of each kind of finding so many. */
    List<String> lines(int shown) {
        List<String> lines = new ArrayList<>();
        int[] all = new int[2];
        counts.values().forEach(each -> {
            all[0] += each[0];
            all[1] += each[1];
        });
        lines.add(String.format(Locale.ROOT, "%-12s %16s %16s", "", "well-typed", "mixed"));
        counts.forEach((outcome, each) -> lines.add(String.format(
                Locale.ROOT,
                "%-12s %8d %6.2f%% %8d %6.2f%%  %s",
                outcome.name().toLowerCase(Locale.ROOT),
                each[0],
                percent(each[0], all[0]),
                each[1],
                percent(each[1], all[1]),
                outcome.meaning())));
        lines.add("");
        lines.add("Answers that MySQL 8 documents and MariaDB has not:");
        lines.addAll(most(excuses, Integer.MAX_VALUE).toList());
        lines.add("The most frequent refusals:");
        lines.addAll(most(of(Outcome.REFUSED), shown).toList());
        lines.add("The most frequent errors:");
        lines.addAll(most(of(Outcome.ERROR), shown).toList());
        lines.add("Answered, where MariaDB refuses:");
        lines.addAll(most(of(Outcome.LENIENT), shown).toList());
        lines.add("Errors in words that are not MySQL's:");
        lines.addAll(most(of(Outcome.FOREIGN), Integer.MAX_VALUE).toList());
        lines.add("No answer, or the engine down:");
        silent.forEach(each -> lines.add("    " + each));
        lines.add("The most frequent wrong ones, by what is left of them outermost:");
        lines.addAll(most(wrongKinds, shown).toList());
        lines.add("Wrong ones:");
        wrong.forEach(each -> lines.add("    " + each));
        return lines;
    }

    private Map<String, Counted> of(Outcome outcome) {
        Map<String, Counted> some = new TreeMap<>(errors);
        some.keySet().removeIf(name -> !name.startsWith(outcome.name()));
        return some;
    }

    private static double percent(int part, int all) {
        return all == 0 ? 0 : 100.0 * part / all;
    }

    private static Stream<String> most(Map<String, Counted> all, int shown) {
        return all.entrySet().stream()
                .sorted((one, other) -> Integer.compare(other.getValue().count, one.getValue().count))
                .limit(shown)
                .map(each -> String.format(
                        Locale.ROOT,
                        "%6d  %s%n      %s",
                        each.getValue().count,
                        each.getKey(),
                        each.getValue().example));
    }
}
