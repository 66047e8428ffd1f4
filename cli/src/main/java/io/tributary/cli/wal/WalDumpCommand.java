package io.tributary.cli.wal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommonOptions;
import io.tributary.log.LogDamage;
import io.tributary.log.LogInspection;
import io.tributary.log.WalRecord;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tributary wal dump}. */
@Command(
        name = "dump",
        description = "Prints the records of the log, one a line, and damage where it stands.",
        mixinStandardHelpOptions = true)
final class WalDumpCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--segment", paramLabel = "NAME", description = "Only this one, as 0000000000000001.wal.")
    private @Nullable String segment;

    @Option(names = "--from", paramLabel = "LSN", defaultValue = "0", description = "The first to print.")
    private long from;

    @Option(
            names = "--to",
            paramLabel = "LSN",
            defaultValue = "9223372036854775807",
            description = "The last to print.")
    private long to;

    @Option(
            names = "--tables",
            description = "Opens the engine, as a start does, so that tables are printed with their names.")
    private boolean tables;

    @Option(
            names = "--rows",
            description = "Opens the engine, too, and prints the rows of each record behind it, as JSON.")
    private boolean rows;

    @Option(names = "--json", description = "An object a line.")
    private boolean json;

    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    public Integer call() throws Exception {
        BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            if (tables || rows) {
                backend.openCatalog();
            }
            for (Path log : backend.logs()) {
                LogInspection.of(backend.log(log), new Printer(backend, out));
            }
        } finally {
            out.flush();
        }
        return 0;
    }

    private final class Printer implements LogInspection.Visitor {
        private final StoppedBackend backend;
        private final BufferedWriter out;

        Printer(StoppedBackend backend, BufferedWriter out) {
            this.backend = backend;
            this.out = out;
        }

        @Override
        public void record(WalRecord record) throws IOException {
            if (record.lastLsn() >= from && record.lsn() <= to && isWanted(record.segmentName())) {
                Map<String, Object> fields = backend.fields(record);
                List<String> values = rows ? values(record, fields) : List.of();
                if (json && !values.isEmpty()) {
                    fields.put("values", values.stream().map(RawValue::new).toList());
                }
                print(fields);
                for (String row : json ? List.<String>of() : values) {
                    out.write("  " + row);
                    out.newLine();
                }
            }
        }

        private List<String> values(WalRecord record, Map<String, Object> fields) {
            try {
                return backend.rows(record);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                fields.put("unreadable", String.valueOf(e.getMessage()));
                return List.of();
            }
        }

        @Override
        public void damage(LogDamage damage) throws IOException {
            if (isWanted(damage.file())) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("segment", damage.file());
                fields.put("offset", damage.offset());
                fields.put("type", "DAMAGED");
                fields.put("first_lsn", damage.firstLsn());
                fields.put("last_lsn", damage.lastLsn());
                fields.put("what", damage.what());
                print(fields);
            }
        }

        private boolean isWanted(String name) {
            return segment == null || segment.equals(name);
        }

        private void print(Map<String, Object> fields) throws IOException {
            out.write(
                    json
                            ? mapper.writeValueAsString(fields)
                            : fields.entrySet().stream()
                                    .map(field -> field.getKey() + "=" + field.getValue())
                                    .collect(Collectors.joining(" ")));
            out.newLine();
        }
    }
}
