package io.tributary.test.process;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Short JDBC for tests: one connection, texts in, texts out. */
public final class Sql implements AutoCloseable {
    private static final Pattern INFO = Pattern.compile("\\{'label'.*}");

    private final Connection connection;

    private Sql(Connection connection) {
        this.connection = connection;
    }

    /** Connects as root with its empty password. */
    public static Sql connect(int port, String database) throws SQLException {
        return new Sql(open(port, database, ""));
    }

    /** @param parameters of the URL, joined by {@code &} */
    public static Sql connectWith(int port, String database, String parameters) throws SQLException {
        return new Sql(open(port, database, parameters));
    }

    public static Sql connectAs(int port, String database, String user, String password) throws SQLException {
        return new Sql(DriverManager.getConnection(url(port, database, ""), user, password));
    }

    /** @param parameters of the URL, joined by {@code &} */
    public static Connection open(int port, String database, String parameters) throws SQLException {
        return DriverManager.getConnection(url(port, database, parameters), "root", "");
    }

    private static String url(int port, String database, String parameters) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database
                + "?connectTimeout=10000&socketTimeout=120000&allowPublicKeyRetrieval=true"
                + (parameters.isEmpty() ? "" : "&" + parameters);
    }

    public Connection connection() {
        return connection;
    }

    public Sql run(String... statements) throws SQLException {
        for (String text : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(text);
            }
        }
        return this;
    }

    /** Runs an INSERT. @return what the OK packet says besides the numbers */
    public String info(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(text);
            String info = statement
                    .unwrap(com.mysql.cj.jdbc.StatementImpl.class)
                    .getResultSetInternal()
                    .getServerInfo();
            Matcher matcher = INFO.matcher(info == null ? "" : info);
            return matcher.find() ? matcher.group() : "";
        }
    }

    /** Every row as its values joined by {@code |}. */
    public List<String> query(String text) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(text)) {
            return rows(result);
        }
    }

    /** Returns rows like {@link #query}, also for a statement that may give no result; it then has no rows. */
    public List<String> rows(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(text)) {
                return List.of();
            }
            try (ResultSet result = statement.getResultSet()) {
                return rows(result);
            }
        }
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                values.add(String.valueOf(result.getString(i)));
            }
            rows.add(String.join("|", values));
        }
        return rows;
    }

    public long number(String text) throws SQLException {
        return Long.parseLong(query(text).get(0));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
