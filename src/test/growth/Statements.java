import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Runs the statements of its input, one a line, over one connection, and prints how many milliseconds each took on average
 * behind the first ones; for {@code bin/prove growth}. Run as a source file: {@code java -cp LIB/* Statements.java PORT FIRST}.
 */
final class Statements {
    private Statements() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        int first = Integer.parseInt(arguments[1]);
        List<String> statements;
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            statements = input.lines().toList();
        }
        String url = "jdbc:mysql://127.0.0.1:" + arguments[0] + "/?user=root&useSSL=false&allowPublicKeyRetrieval=true";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long began = System.nanoTime();
            for (int i = 0; i < statements.size(); i++) {
                if (i == first) {
                    began = System.nanoTime();
                }
                statement.execute(statements.get(i));
            }
            System.out.printf("%.2f%n", (System.nanoTime() - began) / 1e6 / Math.max(1, statements.size() - first));
        }
    }
}
