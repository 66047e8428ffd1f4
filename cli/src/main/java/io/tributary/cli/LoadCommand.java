package io.tributary.cli;

import io.tributary.cli.load.FileLoad;
import io.tributary.cli.load.LoadTarget;
import io.tributary.cli.load.ProgressLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary load}. */
@Command(
        name = "load",
        description = {
            "Loads files of lines (CSV, or JSON with an object a line) over Stream Load.",
            "Files are cut behind lines; each piece is stored whole or not at all, and once, however often it is sent."
        },
        mixinStandardHelpOptions = true)
final class LoadCommand implements Callable<Integer> {
    private static final Set<String> FORMATS = Set.of("csv", "csv_with_names", "csv_with_names_and_types", "json");
    private static final int CHUNK_BYTES_MAX = 48 << 20;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "What to load.")
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

    @Option(names = "--password", defaultValue = "", description = "(default: none)")
    private String password = "";

    @Option(
            names = "--format",
            defaultValue = "csv",
            description = "csv, csv_with_names, csv_with_names_and_types, or json: an object a line"
                    + " (default ${DEFAULT-VALUE}).")
    private String format = "";

    @Option(
            names = "--column-separator",
            paramLabel = "TEXT",
            description = "Between the values of a line of CSV (default: a comma).")
    private @Nullable String columnSeparator;

    @Option(names = "--columns", paramLabel = "LIST", description = "Names of the values, in their order.")
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
            defaultValue = "5",
            description = "Of a piece, 0 to 100 (default ${DEFAULT-VALUE}).")
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
        if (!FORMATS.contains(format)) {
            throw new CommandFailure("--format " + format + ": allowed are csv, csv_with_names,"
                    + " csv_with_names_and_types and json; other files go by curl, each as one load");
        }
        long size = 0;
        for (Path file : files) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new CommandFailure(file + " cannot be read, or is no file");
            }
            size += Files.size(file);
        }
        FileLoad load = new FileLoad(
                new LoadTarget(
                        url,
                        table.substring(0, dot),
                        table.substring(dot + 1),
                        user,
                        password,
                        Duration.ofSeconds(timeoutSeconds)),
                files,
                headers(),
                new FileLoad.Settings(
                        chunkBytes,
                        parallel,
                        retries,
                        key == null ? UUID.randomUUID().toString() : key));
        long begun = System.nanoTime();
        List<String> failures = run(load, size);
        double seconds = (System.nanoTime() - begun) / 1e9;
        FileLoad.Progress done = load.progress();
        System.out.printf(
                Locale.ROOT,
                "%s of %s in %,d loads: %,d rows stored, %,d left out, %.1f s, %,.0f rows/s%n",
                ProgressLine.size(done.bytes()),
                ProgressLine.size(size),
                done.loads(),
                done.rows(),
                done.filteredRows(),
                seconds,
                done.rows() / seconds);
        if (!load.errorUrl().isEmpty()) {
            System.out.println("rows that were left out: " + load.errorUrl());
        }
        failures.forEach(failure -> System.err.println("tributary: " + failure.replace('\n', ' ')));
        return failures.isEmpty() ? 0 : 1;
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
        headers.put("format", format);
        headers.put("group_commit", groupCommit);
        if (format.equals("json")) {
            headers.put("read_json_by_line", "true");
        } else {
            headers.put("column_separator", columnSeparator == null ? "," : columnSeparator);
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
        if (headers.containsKey("enclose")) {
            throw new CommandFailure("--header enclose: a line may end inside of quotes, so the file cannot be cut;"
                    + " load it by curl");
        }
        return headers;
    }

    private static void within(String option, int value, int low, int high) throws CommandFailure {
        if (value < low || value > high) {
            throw new CommandFailure(option + " " + value + ": allowed are " + low + " to " + high);
        }
    }
}
