package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The functions and operators that queries call, read from functions.txt.
 *
 * @param anywhere what may stand in every expression
 * @param aggregates what may also stand before OVER
 * @param grouped aggregates that may not
 * @param windows functions of windows without a frame
 * @param framed those with one
 * @param pools literals by the names of their pools
 */
record FunctionTable(
        List<FunctionSpec> anywhere,
        List<FunctionSpec> aggregates,
        List<FunctionSpec> grouped,
        List<FunctionSpec> windows,
        List<FunctionSpec> framed,
        Map<String, List<String>> pools) {
    private static final String FILE = "functions.txt";
    private static final List<String> APART = List.of("aggregates", "grouped", "windows", "framed");

    static FunctionTable read() {
        Map<String, List<FunctionSpec>> sections = new TreeMap<>();
        Map<String, List<String>> pools = new TreeMap<>();
        String section = "";
        for (String line : SpecFile.lines(FILE).toList()) {
            if (line.startsWith("[")) {
                String title = line.substring(1, line.length() - 1);
                section = APART.contains(title) ? title : "anywhere";
            } else if (line.startsWith("@")) {
                String[] pool = line.substring(1).split(" ", 2);
                pools.put(pool[0], Arrays.asList(pool[1].split(" \\| ")));
            } else {
                String[] parts = line.split(" ", 2);
                String[] forms = parts[1].split(" ~~ ", 2);
                sections.computeIfAbsent(section, missing -> new ArrayList<>())
                        .add(new FunctionSpec(parts[0], forms[0], forms.length > 1 ? forms[1] : ""));
            }
        }
        return new FunctionTable(
                of(sections, "anywhere"),
                of(sections, "aggregates"),
                of(sections, "grouped"),
                of(sections, "windows"),
                of(sections, "framed"),
                pools);
    }

    Stream<FunctionSpec> all() {
        return Stream.of(anywhere, aggregates, grouped, windows, framed).flatMap(List::stream);
    }

    List<String> pool(String name) {
        return Objects.requireNonNull(pools.get(name), name);
    }

    private static List<FunctionSpec> of(Map<String, List<FunctionSpec>> sections, String name) {
        return Objects.requireNonNull(sections.get(name), name);
    }
}
