package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expressions and queries, and what MariaDB's command line answers to them. In the file a line is
 *
 * <pre>
 * # …          a title
 * = …          a row of MariaDB's answer to the line above, its values apart by tabs
 * ! 1690       MariaDB's error
 * ~ = … -- …   what Tributary answers instead, on purpose, and behind the last such line: why
 * ~ ! … -- …   the same, an error
 * </pre>
 *
 * and anything else an expression over the one row of the table v, or a whole query.
 */
final class ValueList {
    static final String FILE = "values/expressions.txt";

    private static final Pattern QUERY = Pattern.compile("(SELECT|WITH) .*");
    private static final Pattern MARK = Pattern.compile("@@(\\d+)");
    private static final Pattern ERROR = Pattern.compile("ERROR (\\d+) \\(\\w+\\) at line \\d+: .*");
    private static final String REASON = " -- ";
    static final Duration LIMIT = Duration.ofMinutes(2);

    private ValueList() {}

    /**
     * One line and its answers.
     *
     * @param answer MariaDB's, its lines as in the file
     * @param kept Tributary's own, without mark and reason; empty: the same
     */
    record Entry(String expression, List<String> answer, List<String> kept) {
        List<String> expected() {
            return kept.isEmpty() ? answer : kept;
        }
    }

    static List<Entry> read() {
        List<Entry> entries = new ArrayList<>();
        for (String line : lines()) {
            if (isExpression(line)) {
                entries.add(new Entry(line, new ArrayList<>(), new ArrayList<>()));
            } else if (line.startsWith("= ") || line.startsWith("! ")) {
                entries.get(entries.size() - 1).answer().add(line);
            } else if (line.startsWith("~ ")) {
                int reason = line.lastIndexOf(REASON);
                entries.get(entries.size() - 1).kept().add(line.substring(2, reason < 0 ? line.length() : reason));
            }
        }
        return entries;
    }

    static boolean isExpression(String line) {
        return !line.isEmpty() && "#=!~".indexOf(line.charAt(0)) < 0;
    }

    /** Whether it is asked for as it is, not over the table v. */
    static boolean isQuery(String expression) {
        return QUERY.matcher(expression).matches();
    }

    static List<String> lines() {
        return text(FILE).lines().toList();
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(ValueList.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes the tables and asks for everything in one run of the command line.
     *
     * @param setup statements before, one a line
     * @return answers in the order of the expressions
     */
    static List<List<String>> ask(Path directory, int port, String database, String setup, List<String> expressions) {
        StringBuilder statements = new StringBuilder(setup).append(text("values/schema.sql"));
        for (int i = 0; i < expressions.size(); i++) {
            String expression = expressions.get(i);
            String query = isQuery(expression) ? expression : "SELECT " + expression + " FROM v";
            statements.append(query).append(";\nSELECT '@@").append(i).append("';\n");
        }
        List<String> command = CommandLine.mysql(
                port,
                "-uroot",
                "--batch",
                "--unbuffered",
                "--skip-column-names",
                "--force",
                "--default-character-set=utf8mb4",
                "--database=" + database);
        String said = CommandLine.run(directory, Map.of(), statements.toString(), LIMIT, command)
                .text();
        Map<Integer, List<String>> answers = new TreeMap<>();
        List<String> answer = new ArrayList<>();
        for (String line : said.split("\n", -1)) {
            Matcher mark = MARK.matcher(line);
            Matcher error = ERROR.matcher(line);
            if (mark.matches()) {
                answers.put(Integer.parseInt(mark.group(1)), answer);
                answer = new ArrayList<>();
            } else if (error.matches()) {
                answer.clear();
                answer.add("! " + error.group(1));
            } else {
                answer.add("= " + line);
            }
        }
        assertThat(answers).as(said).hasSize(expressions.size());
        return new ArrayList<>(answers.values());
    }
}
