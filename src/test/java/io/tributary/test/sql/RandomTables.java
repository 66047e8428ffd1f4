package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tables that all queries ask, the same for every seed: {@code wide} has a column of each type, {@code side} fewer, with
 * keys of the first, {@code edge} those of wide with the values at the ends of their types, and {@code blank} no row.
 */
final class RandomTables {
    private static final String FILE = "columns.txt";
    private static final long SEED = 1;
    private static final int NULL_ONCE_IN = 7;

    /** How many rows each has. */
    private static final Map<String, Integer> ROWS = Map.of("wide", 14, "side", 9, "edge", 6, "blank", 0);

    /** An id of side is one of wide's, so far. */
    private static final int FIRST_ID_OF_SIDE = 10;

    private final List<ColumnSpec> columns =
            SpecFile.lines(FILE).map(ColumnSpec::read).toList();

    /**
     * A column and its values.
     *
     * @param extreme for a table of such ones
     */
    private record ColumnSpec(
            boolean inSide, String name, String type, Kind kind, List<String> usual, List<String> extreme) {
        static ColumnSpec read(String line) {
            boolean inSide = line.startsWith("*");
            String[] ends = line.substring(inSide ? 1 : 0).split(" \\|\\| ", 2);
            String[] parts = ends[0].split(" \\| ");
            int kind = parts[0].lastIndexOf('=');
            int type = parts[0].indexOf(' ');
            return new ColumnSpec(
                    inSide,
                    parts[0].substring(0, type),
                    parts[0].substring(type + 1, kind),
                    Kind.named(parts[0].substring(kind + 1)),
                    Arrays.asList(parts).subList(1, parts.length),
                    ends.length > 1 ? List.of(ends[1].split(" \\| ")) : List.of());
        }

        String type(boolean peer) {
            String[] types = type.split(" ~~ ", 2);
            return types[peer ? types.length - 1 : 0];
        }

        String value(Draw draw, boolean edge) {
            if (draw.once(NULL_ONCE_IN)) {
                return "NULL";
            }
            return draw.of(edge && !extreme.isEmpty() && !draw.once(3) ? extreme : usual);
        }
    }

    /** Returns the names of the tables, those more often that shall be asked more often. */
    static List<String> names() {
        // What nothing comes of shows little.
        return Stream.of(
                        Collections.nCopies(18, "wide"),
                        Collections.nCopies(12, "side"),
                        List.of("edge", "edge", "edge", "blank"))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the columns of a table, each behind a prefix. */
    List<Column> columns(String table, String prefix) {
        return specs(table)
                .map(each -> new Column(prefix + each.name, each.kind))
                .toList();
    }

    /**
     * Returns statements that make them and fill them.
     *
     * @param peer in MariaDB
     */
    List<String> statements(boolean peer) {
        Draw draw = new Draw(SEED);
        List<String> statements = new ArrayList<>();
        ROWS.keySet().stream().sorted().forEach(table -> {
            statements.add("CREATE TABLE " + table + " ("
                    + specs(table)
                            .map(each -> each.name + " " + each.type(peer))
                            .collect(Collectors.joining(", ")) + ")");
            int rows = ROWS.getOrDefault(table, 0);
            if (rows > 0) {
                statements.add("INSERT INTO " + table + " VALUES "
                        + IntStream.range(0, rows)
                                .mapToObj(row -> row(draw, table, row))
                                .collect(Collectors.joining(", ")));
            }
        });
        return statements;
    }

    private String row(Draw draw, String table, int number) {
        int id = number + (table.equals("side") ? FIRST_ID_OF_SIDE : 1);
        return specs(table)
                .map(each -> each.name.equals("id") ? Integer.toString(id) : each.value(draw, table.equals("edge")))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private Stream<ColumnSpec> specs(String table) {
        boolean narrow = table.equals("side") || table.equals("blank");
        return columns.stream().filter(each -> each.inSide || !narrow);
    }
}
