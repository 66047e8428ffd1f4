package io.tributary.test.client;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tables of the benchmark TPC-H at scale factor 0.1 (600,572 line items), its 22 queries with the parameters by which
 * its specification validates them, and MariaDB's answers to them, as its command line prints them.
 */
final class Tpch {
    static final double SCALE_FACTOR = 0.1;
    static final int QUERIES = 22;

    private static final String FOLDER = "tpch/";

    private Tpch() {}

    /** One CREATE TABLE a line, every table with its primary key. */
    static String schema() {
        return text("schema.sql");
    }

    /** Statements that make the indexes without which MariaDB takes hours for some queries, one a line. */
    static String indexes() {
        return Stream.of(
                        "lineitem (l_partkey, l_suppkey)",
                        "lineitem (l_suppkey)",
                        "orders (o_custkey)",
                        "partsupp (ps_suppkey)",
                        "customer (c_nationkey)",
                        "supplier (s_nationkey)")
                .map(columns -> "ALTER TABLE " + columns.replaceFirst(" ", " ADD INDEX ") + ";\n")
                .collect(Collectors.joining());
    }

    /** @param number from 1 */
    static String query(int number) {
        return text(name(number) + ".sql");
    }

    /** A line with the names of the columns, then one for each row, its values apart by tabs. */
    static String answer(int number) {
        return text(answerFile(number));
    }

    static String answerFile(int number) {
        return name(number) + ".tsv";
    }

    static IntStream numbers() {
        return IntStream.rangeClosed(1, QUERIES);
    }

    /**
     * Writes every table's rows into a file.
     *
     * @return statements that load the files, one a line
     */
    static String write(Path directory) throws IOException {
        return write(directory, SCALE_FACTOR);
    }

    static String write(Path directory, double scaleFactor) throws IOException {
        StringBuilder statements = new StringBuilder();
        for (TpchTable<?> table : tables()) {
            Path file = directory.resolve(table.getTableName() + ".tbl");
            try (BufferedWriter out = Files.newBufferedWriter(file)) {
                for (TpchEntity row : table.createGenerator(scaleFactor, 1, 1)) {
                    writeLine(out, row);
                }
            }
            statements.append(load(file, table.getTableName())).append(";\n");
        }
        return statements.toString();
    }

    /** Writes a row's line as {@link #load} reads it. */
    static void writeLine(Writer out, TpchEntity row) throws IOException {
        // The generator ends each line with a separator.
        String line = row.toLine();
        out.append(line, 0, line.length() - 1).append('\n');
    }

    /** The statement that loads a file of lines into a table. */
    static String load(Path file, String table) {
        return "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE " + table + " FIELDS TERMINATED BY '|'";
    }

    private static List<TpchTable<?>> tables() {
        return TpchTable.getTables();
    }

    private static String name(int number) {
        return String.format(Locale.ROOT, "q%02d", number);
    }

    static String text(String file) {
        try (InputStream in = Objects.requireNonNull(Tpch.class.getResourceAsStream(FOLDER + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
