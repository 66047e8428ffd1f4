package io.tributary.engine.port;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The least that an engine can be: each batch a file under its label, no transactions, no queries. It shows that the port asks
 * for nothing else; nobody uses it.
 *
 * <pre>
 *   tables/DATABASE/TABLE/LABEL   the batch's blocks, each behind its length
 *   store/SPACE/KEY               a value of the system store
 * </pre>
 *
 * A name on the disk is the hexadecimal of the name it is for. A file appears under its name when it is complete and durable.
 */
final class FileEngine implements TableEngine {
    private static final EngineTraits TRAITS = new EngineTraits(
            "file", ExactlyOnce.REPEATED_LABEL, Set.of(), List.of(GroupCommitPolicy.INTERVAL), Set.of("lost+found"));

    private final Path tables;
    private final FileStore store;

    FileEngine(Path directory) {
        try {
            tables = Files.createDirectories(directory.resolve("tables"));
            store = new FileStore(Files.createDirectories(directory.resolve("store")));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public EngineTraits traits() {
        return TRAITS;
    }

    @Override
    public LabelledBatches labelledBatches() {
        return new LabelledBatches() {
            @Override
            public void apply(String label, TableSchema table, List<RowBlock> blocks) {
                FileEngine.this.apply(label, table, blocks);
            }

            @Override
            public void tryOut(TableSchema table, List<RowBlock> blocks) {
                requireTable(directory(table.database(), table.name()), table);
            }
        };
    }

    private static void requireTable(Path directory, TableSchema table) {
        if (!Files.isDirectory(directory)) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE, "Table '" + table.database() + "." + table.name() + "' doesn't exist");
        }
    }

    private void apply(String label, TableSchema table, List<RowBlock> blocks) {
        Path directory = directory(table.database(), table.name());
        try {
            requireTable(directory, table);
            Path batch = directory.resolve(hex(label));
            if (!Files.exists(batch)) {
                write(batch, bytes(blocks));
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static byte[] bytes(List<RowBlock> blocks) {
        int length = blocks.stream()
                .mapToInt(block -> Integer.BYTES + block.length())
                .sum();
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (RowBlock block : blocks) {
            bytes.putInt(block.length());
            bytes.put(block.buffer().duplicate().limit(block.length()));
        }
        return bytes.array();
    }

    /** The blocks of a table, in the order of their labels. */
    List<RowBlock> read(TableSchema table) throws IOException {
        List<RowBlock> blocks = new ArrayList<>();
        for (Path batch : children(directory(table.database(), table.name()))) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(batch));
            while (bytes.hasRemaining()) {
                byte[] block = new byte[bytes.getInt()];
                bytes.get(block);
                blocks.add(RowBlock.of(block));
            }
        }
        return blocks;
    }

    private Path directory(String database, String table) {
        return tables.resolve(hex(database)).resolve(hex(table));
    }

    @Override
    public void createDatabase(String database) {
        make(tables.resolve(hex(database)));
    }

    @Override
    public void dropDatabase(String database) {
        delete(tables.resolve(hex(database)));
    }

    @Override
    public void createTable(TableSchema table) {
        make(directory(table.database(), table.name()));
    }

    @Override
    public void dropTable(String database, String table) {
        delete(directory(database, table));
    }

    private static void make(Path directory) {
        try {
            Files.createDirectories(directory);
            sync(directory.getParent());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Renamed first: what is half deleted has no name that anybody asks for. */
    private static void delete(Path directory) {
        try {
            Path gone = directory.resolveSibling(directory.getFileName() + ".gone");
            deleteTree(gone);
            if (Files.exists(directory)) {
                Files.move(directory, gone, StandardCopyOption.ATOMIC_MOVE);
                sync(directory.getParent());
                deleteTree(gone);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    @Override
    public SystemStore systemStore() {
        return store;
    }

    @Override
    public void close() {}

    /** The system store; one process has it, and its writers take turns. */
    private static final class FileStore implements SystemStore {
        private final Path root;

        FileStore(Path root) {
            this.root = root;
        }

        private Path file(String space, String key) {
            return root.resolve(hex(space)).resolve(hex(key));
        }

        @Override
        public Optional<String> get(String space, String key) {
            try {
                return Optional.of(Files.readString(file(space, key)));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public Map<String, String> list(String space) {
            Map<String, String> values = new TreeMap<>();
            try {
                for (Path file : children(root.resolve(hex(space)))) {
                    values.put(text(file), Files.readString(file));
                }
            } catch (IOException e) {
                throw failed(e);
            }
            return values;
        }

        @Override
        public synchronized void put(String space, String key, String value) {
            make(root.resolve(hex(space)));
            try {
                write(file(space, key), value.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public synchronized boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
            if (!Objects.equals(get(space, key).orElse(null), expected)) {
                return false;
            }
            put(space, key, value);
            return true;
        }

        @Override
        public synchronized void remove(String space, String key) {
            try {
                if (Files.deleteIfExists(file(space, key))) {
                    sync(root.resolve(hex(space)));
                }
            } catch (IOException e) {
                throw failed(e);
            }
        }
    }

    /** Complete and durable, or not there. */
    private static void write(Path file, byte[] bytes) throws IOException {
        Path unfinished = Files.createTempFile(file.getParent(), ".", ".tmp");
        Files.write(unfinished, bytes, StandardOpenOption.SYNC);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        sync(file.getParent());
    }

    private static void sync(@Nullable Path directory) throws IOException {
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Returns the files without what is unfinished, by name. */
    private static List<Path> children(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().contains("."))
                    .sorted()
                    .toList();
        }
    }

    private static String hex(String name) {
        return HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Path file) {
        return new String(HexFormat.of().parseHex(file.getFileName().toString()), StandardCharsets.UTF_8);
    }

    private static TributaryException failed(IOException e) {
        return new TributaryException(ErrorCode.ENGINE, e.toString(), e);
    }
}
