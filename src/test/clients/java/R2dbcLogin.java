import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * r2dbc-mysql logs in once for each argument: port,user,password,"plain" or "tls". Prints what came of each: "ok", USER()
 * and the version of TLS, or "error", its number and its text.
 */
public final class R2dbcLogin {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    public static void main(String[] arguments) {
        for (String argument : arguments) {
            String[] login = argument.split(",", -1);
            try {
                System.out.println(logIn(login[0], login[1], login[2], login[3].equals("tls")));
            } catch (R2dbcException e) {
                System.out.println("error " + e.getErrorCode() + " " + e.getMessage());
            }
        }
        System.exit(0); // the driver's event loops would go on
    }

    private static String logIn(String port, String user, String password, boolean tls) {
        Connection connection = Mono.from(ConnectionFactories.get(ConnectionFactoryOptions.builder()
                                .option(ConnectionFactoryOptions.DRIVER, "mysql")
                                .option(ConnectionFactoryOptions.HOST, "127.0.0.1")
                                .option(ConnectionFactoryOptions.PORT, Integer.parseInt(port))
                                .option(ConnectionFactoryOptions.USER, user)
                                .option(ConnectionFactoryOptions.PASSWORD, password)
                                .option(Option.valueOf("sslMode"), tls ? "REQUIRED" : "DISABLED")
                                .build())
                        .create())
                .block(LIMIT);
        try {
            String version = last(connection, "SHOW STATUS LIKE 'Ssl_version'", 1);
            return "ok " + last(connection, "SELECT USER()", 0) + " " + (version.isEmpty() ? "plain" : version);
        } finally {
            Mono.from(connection.close()).block(LIMIT);
        }
    }

    private static String last(Connection connection, String query, int column) {
        return Flux.from(connection.createStatement(query).execute())
                .concatMap(result -> result.map((row, metadata) -> String.valueOf(row.get(column, String.class))))
                .blockLast(LIMIT);
    }
}
