package io.tributary.columnar;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of a file by an engine that is opened for it alone, a batch of rows at a time. Every value is given as
 * the engine writes it; what is nested, as JSON. One thread at a time; its methods take long.
 */
public final class ColumnarReader implements AutoCloseable {
    /**
     * The native memory in bytes that the engine of one file may take; the batches that come of it may take as much again.
     */
    static final long MEMORY_BYTES_MAX = 512L << 20;

    private static final int BATCH_ROWS_MAX = 2048;

    private static final String SPOOLED = "spooled";
    private static final Pattern FILE = Pattern.compile("(?i)(the )?(file )?['\"]?" + SPOOLED + "['\"]?");
    private static final Pattern KIND = Pattern.compile("^[A-Z][A-Za-z ]* Error: ");

    private static final String VIEW = "tributary_body";
    private static final List<String> NUMBERS = List.of(
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "HUGEINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "UHUGEINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL");

    /** How the values of a column go on. */
    public enum Form {
        TEXT,
        NUMBER,
        BYTES
    }

    /** A column of the file. */
    private record FileColumn(String name, Form form, String expression) {}

    private final ColumnarFormat format;
    private final Path file;
    private final DuckDBConnection connection;
    private @Nullable ArrowFile arrow;
    private String source = "";
    private List<FileColumn> columns = List.of();
    private List<FileColumn> selected = List.of();
    private final OwnedMemory memory = new OwnedMemory(MEMORY_BYTES_MAX);
    private @Nullable PreparedStatement statement;
    private @Nullable ResultSet result;
    private @Nullable ArrowReader batches;
    private List<BaseVariableWidthVector> vectors = List.of();
    private int rowCount;

    private ColumnarReader(ColumnarFormat format, Path file, DuckDBConnection connection) {
        this.format = format;
        this.file = file;
        this.connection = connection;
    }

    /** @throws TributaryException where the file is not of the format */
    public static ColumnarReader open(ColumnarFormat format, Path file) {
        Properties properties = new Properties();
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("jdbc_stream_results", "true");
        properties.setProperty("threads", "1");
        properties.setProperty("memory_limit", MEMORY_BYTES_MAX / 1024 + "KiB");
        properties.setProperty("temp_directory", "");
        ColumnarReader reader = null;
        boolean opened = false;
        try {
            reader = new ColumnarReader(
                    format,
                    file,
                    DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class));
            reader.open();
            opened = true;
            return reader;
        } catch (SQLException | IOException | RuntimeException e) {
            throw unreadable(format, file, e);
        } finally {
            if (!opened && reader != null) {
                reader.close();
            }
        }
    }

    private void open() throws SQLException, IOException {
        switch (format) {
            case PARQUET -> source = "read_parquet('" + file.toString().replace("'", "''") + "')";
            case ARROW -> {
                arrow = ArrowFile.register(file, connection, VIEW, memory.allocator());
                source = VIEW;
            }
        }
        List<FileColumn> found = new ArrayList<>();
        try (PreparedStatement all = connection.prepareStatement("SELECT * FROM " + source)) {
            ResultSetMetaData data = all.getMetaData();
            for (int i = 1; i <= data.getColumnCount(); i++) {
                found.add(column(data.getColumnLabel(i), data.getColumnTypeName(i)));
            }
        }
        columns = found;
    }

    private static FileColumn column(String name, String typeName) {
        String type = typeName.toUpperCase(Locale.ROOT);
        String quoted = "\"" + name.replace("\"", "\"\"") + "\"";
        if (type.endsWith("]") || type.startsWith("STRUCT") || type.startsWith("MAP") || type.startsWith("UNION")) {
            return new FileColumn(name, Form.TEXT, "CAST(to_json(" + quoted + ") AS VARCHAR)");
        }
        if (type.equals("BLOB")) {
            return new FileColumn(name, Form.BYTES, quoted);
        }
        if (type.equals("BOOLEAN")) {
            return new FileColumn(name, Form.NUMBER, "CAST(CAST(" + quoted + " AS TINYINT) AS VARCHAR)");
        }
        Form form = NUMBERS.stream().anyMatch(number -> type.equals(number) || type.startsWith(number + "("))
                ? Form.NUMBER
                : Form.TEXT;
        return new FileColumn(name, form, "CAST(" + quoted + " AS VARCHAR)");
    }

    /** Returns the names of the file's columns. */
    public List<String> names() {
        return columns.stream().map(FileColumn::name).toList();
    }

    /**
     * Begins to read; once.
     *
     * @param places of the wanted columns among {@link #names}; at least one
     */
    public void select(List<Integer> places) {
        selected = places.stream().map(columns::get).toList();
        String sql = "SELECT "
                + String.join(
                        ", ", selected.stream().map(FileColumn::expression).toList()) + " FROM " + source;
        try {
            PreparedStatement prepared = connection.prepareStatement(sql);
            statement = prepared;
            ResultSet running = prepared.executeQuery();
            result = running;
            batches = (ArrowReader)
                    running.unwrap(DuckDBResultSet.class).arrowExportStream(memory.allocator(), BATCH_ROWS_MAX);
        } catch (SQLException e) {
            throw unreadable(format, file, reason(e, sql));
        }
    }

    /** A streaming query that fails early does not say why; the driver's other interface does, where the file is read again. */
    private SQLException reason(SQLException seen, String sql) {
        if (format == ColumnarFormat.PARQUET
                && String.valueOf(seen.getMessage()).endsWith("Invalid result set")) {
            try (DuckDBPreparedStatement prepared = connection.prepare(sql);
                    DuckDBChunkedResult again = prepared.query()) {
                again.nextChunk();
            } catch (SQLException reason) {
                return reason;
            }
        }
        return seen;
    }

    /** Goes to the next rows; false where there are none. */
    public boolean nextBatch() {
        ArrowReader reader = batches;
        if (reader == null) {
            throw new IllegalStateException("nothing is selected");
        }
        try {
            if (!reader.loadNextBatch()) {
                return false;
            }
            VectorSchemaRoot batch = reader.getVectorSchemaRoot();
            vectors = batch.getFieldVectors().stream()
                    .map(BaseVariableWidthVector.class::cast)
                    .toList();
            rowCount = batch.getRowCount();
            return true;
        } catch (IOException e) {
            throw unreadable(format, file, e);
        }
    }

    /** Rows of the batch. */
    public int rowCount() {
        return rowCount;
    }

    /** @param column among the selected ones, as everywhere here */
    public Form form(int column) {
        return selected.get(column).form();
    }

    /** Returns a value in UTF-8, or its bytes themselves; null for NULL. */
    public byte @Nullable [] value(int column, int row) {
        BaseVariableWidthVector vector = vectors.get(column);
        return vector.isNull(row)
                ? null
                : BaseVariableWidthVector.get(vector.getDataBuffer(), vector.getOffsetBuffer(), row);
    }

    /** The engine names the file, which the client has never heard of, and its own kind of the error. */
    private static TributaryException unreadable(ColumnarFormat format, Path file, Exception e) {
        String why = FILE.matcher(String.valueOf(e.getMessage()).replace(file.toString(), SPOOLED))
                .replaceAll("the body");
        return new TributaryException(
                ErrorCode.INVALID_STATEMENT,
                "the body cannot be read as " + format.name().toLowerCase(Locale.ROOT) + ": "
                        + KIND.matcher(why.lines().findFirst().orElse("")).replaceFirst(""),
                e);
    }

    @Override
    public void close() {
        try {
            if (batches != null) {
                batches.close();
            }
            if (result != null) {
                result.close();
            }
            if (statement != null) {
                statement.close();
            }
            connection.close();
            if (arrow != null) {
                arrow.close();
            }
            memory.close();
        } catch (SQLException | IOException e) {
            throw new IllegalStateException("closing the reader of a body", e);
        }
    }
}
