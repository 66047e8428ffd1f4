package io.tributary.cli;

import io.tributary.cli.load.ColumnNames;
import io.tributary.cli.load.FileLoad;
import io.tributary.cli.load.LoadSource;
import io.tributary.cli.load.LoadTarget;
import io.tributary.cli.load.NamedFiles;
import io.tributary.cli.load.Password;
import io.tributary.cli.load.ProgressLine;
import io.tributary.cli.options.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary load}. */
@Command(
        name = "load",
        description = {
            "Loads files over Stream Load. Files of lines (CSV, or JSON with an object a line) are cut behind lines;",
            "each piece is stored whole or not at all, and once, however often it is sent. Others (parquet, arrow,",
            "compressed ones, or those with quotes, arrays of JSON, other ends of lines) go as they are, each as one load.",
            "A name that ends in .gz, .bz2, .zst or .lz4 tells how its file is compressed."
        },
        mixinStandardHelpOptions = true)
final class LoadCommand implements Callable<Integer> {
    private static final Set<String> FORMATS =
            Set.of("csv", "csv_with_names", "csv_with_names_and_types", "json", "parquet", "arrow");
    /** Headers that may name values of --columns. */
    private static final List<String> NAMING = List.of("where", "delete", "function_column.sequence_col", "jsonpaths");

    private static final int CHUNK_BYTES_MAX = 48 << 20;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "What to load; - is the standard input, and a directory stands for the files in it, in the order"
                            + " of their names, without hidden ones and without the directories in it.")
    private List<Path> files = List.of();

    @Option(names = "--table", paramLabel = "DB.TABLE", required = true, description = "Where the rows go.")
    private String table = "";

    @Option(
            names = "--url",
            defaultValue = "http://127.0.0.1:8030",
            description = "The server's HTTP address (default ${DEFAULT-VALUE}).")
    private String url = "";

    @Option(names = "--user", defaultValue = "root", description = "(default ${DEFAULT-VALUE})")
    private String user = "";

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            arity = "0..1",
            fallbackValue = Password.ASKED,
            description =
                    "Asked for on the console where no value stands behind it, before the next option (default: the"
                            + " variable " + Password.VARIABLE + ", or none).")
    private @Nullable String password;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "Its first line is the password; processes show what stands on a command line.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--format",
            description = "csv, csv_with_names, csv_with_names_and_types, json (an object a line, unless a header"
                    + " says otherwise), parquet, or arrow (default: by the end of a file's name, .json, .jsonl, .ndjson,"
                    + " .parquet and .arrow, else csv).")
    private @Nullable String format;

    @Option(
            names = "--column-separator",
            paramLabel = "TEXT",
            description = "Between the values of a line of CSV (default: a comma, or a tab in a file .tsv).")
    private @Nullable String columnSeparator;

    @Option(
            names = "--columns",
            paramLabel = "LIST",
            description =
                    "Names of the values, in their order. One that is neither a column nor read by an expression is"
                            + " refused; give it as -H columns:LIST to pass over its value.")
    private @Nullable String columns;

    @Option(
            names = "--group-commit",
            paramLabel = "MODE",
            defaultValue = "async_mode",
            description = "async_mode, sync_mode or off_mode (default ${DEFAULT-VALUE}).")
    private String groupCommit = "";

    @Option(
            names = "--max-filter-ratio",
            paramLabel = "RATIO",
            description = "Of the rows of a piece that may be left out because they are bad, 0 to 1 (default 0).")
    private @Nullable String maxFilterRatio;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME:VALUE",
            description = "Any other header of a Stream Load; may be given several times.")
    private List<String> moreHeaders = List.of();

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "2",
            description = "Pieces under way at once, 1 to 64 (default ${DEFAULT-VALUE}).")
    private int parallel;

    @Option(
            names = "--chunk-bytes",
            paramLabel = "N",
            defaultValue = "8388608",
            description = "Of a piece, 1024 to 50331648 (default ${DEFAULT-VALUE}).")
    private int chunkBytes;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "12",
            description = "Of a piece, 0 to 100; 12 bridge half a minute (default ${DEFAULT-VALUE}).")
    private int retries;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "Of a piece (default ${DEFAULT-VALUE}).")
    private int timeoutSeconds;

    @Option(
            names = "--key",
            paramLabel = "NAME",
            description = "Names this load: what was stored under the same name, from the same files with the same"
                    + " --chunk-bytes, is not stored again (default: a new one).")
    private @Nullable String key;

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        int dot = table.indexOf('.');
        if (dot < 1 || dot == table.length() - 1) {
            throw new CommandFailure("--table " + table + ": allowed is DATABASE.TABLE");
        }
        within("--parallel", parallel, 1, 64);
        within("--chunk-bytes", chunkBytes, 1024, CHUNK_BYTES_MAX);
        within("--retries", retries, 0, 100);
        within("--timeout", timeoutSeconds, 1, 86_400);
        if (format != null && !FORMATS.contains(format)) {
            throw new CommandFailure("--format " + format + ": allowed are csv, csv_with_names,"
                    + " csv_with_names_and_types, json, parquet and arrow");
        }
        NamedFiles named = NamedFiles.of(files, headers());
        LoadTarget target = target(table.substring(0, dot), table.substring(dot + 1));
        requireColumns(target);
        List<LoadSource> sources = new ArrayList<>();
        for (LoadSource source : named.sources()) {
            sources.add(source.path() == null && source.isWhole() ? copied(source) : source);
        }
        named.directories().forEach(System.err::println);
        long size = size(sources);
        String name = key == null ? UUID.randomUUID().toString() : key;
        FileLoad load =
                new FileLoad(target, sources, new FileLoad.Settings(chunkBytes, parallel, retries, name), System.in);
        LoadSummary summary = new LoadSummary(load, size, name);
        AtomicBoolean over = new AtomicBoolean();
        // Ctrl-C: what was stored by then is told, too.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (!over.get()) {
                                System.err.println("\n" + summary.text() + "\ninterrupted: " + summary.howToGoOn());
                            }
                        },
                        "load-interrupted"));
        List<String> failures = run(load, size);
        over.set(true);
        if (!load.isRefused()) {
            System.out.println(summary.text());
        }
        if (!load.errorUrl().isEmpty()) {
            System.out.println("rows that were left out: " + load.errorUrl());
        }
        failures.forEach(failure -> System.err.println("tributary: " + failure.replace('\n', ' ')));
        if (!failures.isEmpty() && !load.isRefused()) {
            System.err.println("tributary: " + summary.howToGoOn());
        }
        return failures.isEmpty() ? 0 : 1;
    }

    private LoadTarget target(String database, String of) throws CommandFailure {
        String secret = Password.of(password, passwordFile, System.getenv(), System.console());
        try {
            return new LoadTarget(url, database, of, user, secret, Duration.ofSeconds(timeoutSeconds));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("--url " + url + ": " + e.getMessage());
        }
    }

    /** A name that is misspelled would be one of a value that nobody wants. */
    private void requireColumns(LoadTarget target) throws InterruptedException, CommandFailure {
        List<String> known = columns == null ? List.of() : target.columns();
        if (columns == null || known.isEmpty()) {
            return;
        }
        String elsewhere = moreHeaders.stream()
                .filter(header -> NAMING.stream().anyMatch(header.toLowerCase(Locale.ROOT)::startsWith))
                .collect(Collectors.joining(" "));
        Optional<String> unknown = ColumnNames.unknown(columns, known, elsewhere);
        if (unknown.isPresent()) {
            throw new CommandFailure("--columns names '" + unknown.get() + "', which is no column of " + table + " ("
                    + String.join(", ", known) + ")");
        }
    }

    /** What cannot be cut is sent from a file, so that it can be sent again. */
    private static LoadSource copied(LoadSource standardInput) throws IOException {
        Path copy = Files.createTempFile("tributary-load-", ".tmp");
        copy.toFile().deleteOnExit();
        Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
        return standardInput.at(copy);
    }

    /** Bytes of all, or -1 where nobody knows. */
    private static long size(List<LoadSource> sources) throws IOException {
        long size = 0;
        for (LoadSource source : sources) {
            long bytes = source.size();
            if (bytes < 0) {
                return -1;
            }
            size += bytes;
        }
        return size;
    }

    private static List<String> run(FileLoad load, long size) throws InterruptedException {
        if (!CommandLine.Help.Ansi.AUTO.enabled()) {
            return load.run();
        }
        ProgressLine line = new ProgressLine(load, size, System.err);
        try {
            return load.run();
        } finally {
            line.close();
        }
    }

    private Map<String, String> headers() throws CommandFailure {
        Map<String, String> headers = new HashMap<>();
        headers.put("group_commit", groupCommit);
        if (format != null) {
            headers.put("format", format);
        }
        if (columnSeparator != null) {
            headers.put("column_separator", columnSeparator);
        }
        if (columns != null) {
            headers.put("columns", columns);
        }
        if (maxFilterRatio != null) {
            headers.put("max_filter_ratio", maxFilterRatio);
        }
        for (String header : moreHeaders) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new CommandFailure("--header " + header + ": allowed is NAME:VALUE");
            }
            headers.put(
                    header.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        return headers;
    }

    private static void within(String option, int value, int low, int high) throws CommandFailure {
        if (value < low || value > high) {
            throw new CommandFailure(option + " " + value + ": allowed are " + low + " to " + high);
        }
    }
}
