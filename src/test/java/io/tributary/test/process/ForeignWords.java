package io.tributary.test.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Words of an engine, of Java and of our own classes and functions, which no client is told: they help nobody who knows MySQL, and
 * another engine has others.
 */
public final class ForeignWords {
    private static final Pattern WORDS = Pattern.compile(String.join(
            "|",
            // an engine's name, kinds of errors, types, and what it says
            "(?i:duckdb)",
            "exception_(?:type|message)",
            "\\b[A-Z][A-Za-z]+(?: [A-Za-z]+)? Error:",
            "\\b(?:Binder|Catalog|Parser|INTERNAL) Error",
            "Invalid (?:Input|result set)",
            "Candidate functions|No function matches|Macro Function|Did you mean",
            "\\bTRY\\b|left-shift|outside of supported range|(?i:-> blob)|source column|not yet supported|LINE \\d+:",
            "not marked as fallible|cannot be volatile|must be a constant",
            "HUGEINT|STRING_LITERAL|INTEGER_LITERAL|TIMESTAMP_(?:S|MS|NS|TZ)\\b|STRUCT\\(|main\\.",
            "\\b\\w+\\((?:VARCHAR|DECIMAL|BIGINT|INTEGER|DOUBLE|DATE|TIMESTAMP|BOOLEAN|BLOB|JSON)\\b(?!\\()",
            "\\b(?:VARCHAR|DECIMAL|BIGINT|DOUBLE|BOOLEAN|BLOB), (?:VARCHAR|DECIMAL|BIGINT|DOUBLE|BOOLEAN|BLOB)",
            "count_star|\\$(?:store|told|result|new|old|changed|round|order)\\b",
            // Java's
            "\\bjavax?\\.|io\\.tributary|\\b(?:org|com|sun|jdk)\\.[a-z]+\\.[a-zA-Z]|\\w+Exception|NullPointer|\\b[A-Z][a-z]\\w*Error\\b",
            "Channel Pipeline|Handler#\\d|\\[[BCIJ]@[0-9a-f]+|\\bat [a-z]+\\.[a-z.]+\\.[A-Z]\\w+",
            // functions that we have in the engine
            "\\b(?:my|fn|mysql|trib)_\\w+\\(|mysql error |\\b__[a-z]\\w*"));

    /** What is cut out of a text before it is searched, and why. */
    private static final Map<Pattern, String> ALLOWED = Map.of(
            Pattern.compile("near '.*?' at line"), "the statement's own words",
            Pattern.compile("duckdb_[a-z_]+"), "settings that are named by it and asked for by name",
            Pattern.compile("__DORIS_[A-Z_]+__"), "columns of Doris that loads name",
            Pattern.compile("\\[(?:INTERNAL|DATA_QUALITY)_ERROR\\]"), "kinds of Doris' errors");

    private ForeignWords() {}

    /** Returns the first such word. */
    public static Optional<String> in(String text) {
        String searched = text;
        for (Pattern allowed : ALLOWED.keySet()) {
            searched = allowed.matcher(searched).replaceAll("…");
        }
        Matcher matcher = WORDS.matcher(searched);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    /**
     * Searches what servers told their clients.
     *
     * @param arguments a directory of files with a line for each text; ends with 1 when one has such a word, and prints it
     */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> found = new TreeMap<>();
        long lines = 0;
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path file : files.toList()) {
                List<String> told = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                lines += told.size();
                told.forEach(line -> in(line).ifPresent(word -> found.putIfAbsent(word, line)));
            }
        }
        System.out.println(lines + " texts told to clients, foreign words in them: " + found.size());
        found.forEach((word, line) -> System.out.println("  " + word + " in: " + line));
        System.exit(found.isEmpty() ? 0 : 1);
    }
}
