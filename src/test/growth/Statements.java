import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the statements of its input, one a line, over one connection, and prints the median of the milliseconds that each took
 * behind the first ones; for {@code bin/prove growth}. Arguments: port, how many come first.
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
            long[] nanos = new long[statements.size() - first];
            for (int i = 0; i < statements.size(); i++) {
                long began = System.nanoTime();
                statement.execute(statements.get(i));
                if (i >= first) {
                    nanos[i - first] = System.nanoTime() - began;
                }
            }
            Arrays.sort(nanos);
            System.out.printf("%.3f%n", nanos[nanos.length / 2] / 1e6);
        }
    }
}
