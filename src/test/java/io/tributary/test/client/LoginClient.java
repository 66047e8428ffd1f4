package io.tributary.test.client;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A client that logs in as it is told, and says what came of it: {@code ok USER() Ssl_version}, with {@code plain} for no
 * TLS, or {@code error NUMBER TEXT}.
 *
 * @param program makes one login after the other
 */
record LoginClient(String name, Program program) {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern ERROR = Pattern.compile("ERROR (\\d+).*?: (.*)");

    /** An account's login to this port of the loopback interface. */
    record Login(int port, String user, String password, boolean tls) {
        String argument() {
            return String.join(",", Integer.toString(port), user, password, tls ? "tls" : "plain");
        }
    }

    interface Program {
        /** @return an answer for each */
        List<String> logIn(List<Login> logins);
    }

    static List<LoginClient> jdbc() {
        return Stream.of(JdbcDriver.values())
                .map(driver -> new LoginClient(driver.name().toLowerCase(Locale.ROOT), logins -> logins.stream()
                        .map(login -> jdbc(driver, login))
                        .toList()))
                .toList();
    }

    static List<LoginClient> all() {
        List<LoginClient> all = new ArrayList<>(jdbc());
        for (String driver :
                new String[] {"pymysql", "connector-python", "connector-python-c", "mysqlclient", "aiomysql", "asyncmy"
                }) {
            all.add(new LoginClient(
                    driver, logins -> answers(ClientProgram.python("login.py", arguments(driver, logins)))));
        }
        for (String driver : new String[] {"mysql2", "mysql"}) {
            all.add(new LoginClient(
                    driver.equals("mysql") ? "mysqljs" : driver,
                    logins -> answers(ClientProgram.node("login.js", arguments(driver, logins)))));
        }
        all.add(new LoginClient("go-sql-driver", logins -> {
            String[] arguments = logins.stream().map(Login::argument).toArray(String[]::new);
            return answers(ClientProgram.go("./login", arguments));
        }));
        all.add(new LoginClient("r2dbc-mysql", logins -> {
            String[] arguments = logins.stream().map(Login::argument).toArray(String[]::new);
            return answers(ClientProgram.java("R2dbcLogin.java", "r2dbc", arguments));
        }));
        all.add(new LoginClient(
                "mariadb",
                logins -> logins.stream().map(LoginClient::commandLine).toList()));
        return all;
    }

    /** Whether it names the plugin of its answer; one that does not always answers by mysql_native_password. */
    boolean knowsPlugins() {
        return !name.equals("mysqljs");
    }

    /** Whether it hands its password over without TLS, encrypted or not. */
    boolean sendsPasswordsWithoutTls() {
        return refusal().isEmpty();
    }

    /** Its own error where it does not; empty where it does. */
    String refusal() {
        return switch (name) {
            case "connector-python-c" -> "requires secure connection";
            case "r2dbc-mysql" -> "must require SSL";
            default -> "";
        };
    }

    /** Whether it answers a switch by the nonce alone: the others take the NUL behind it along, and are never fast then. */
    boolean isFastAfterSwitch() {
        return !List.of("aiomysql", "asyncmy", "go-sql-driver").contains(name);
    }

    /** Returns the name that tests have. */
    @Override
    public String toString() {
        return name;
    }

    private static String[] arguments(String driver, List<Login> logins) {
        return Stream.concat(Stream.of(driver), logins.stream().map(Login::argument))
                .toArray(String[]::new);
    }

    private static List<String> answers(String said) {
        return said.lines()
                .filter(line -> line.startsWith("ok ") || line.startsWith("error "))
                .toList();
    }

    private static String jdbc(JdbcDriver driver, Login login) {
        String transport = login.tls() ? driver.withTls() : driver.withoutTls();
        try (Connection connection = driver.connectAs(login.user(), login.password(), login.port(), "", transport);
                Statement statement = connection.createStatement()) {
            String version = last(statement, "SHOW STATUS LIKE 'Ssl_version'");
            return "ok " + last(statement, "SELECT USER()") + " " + (version.isEmpty() ? "plain" : version);
        } catch (SQLException e) {
            return "error " + e.getErrorCode() + " " + e.getMessage();
        }
    }

    private static String last(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            return String.valueOf(result.getString(result.getMetaData().getColumnCount()));
        }
    }

    private static String commandLine(Login login) {
        List<String> command = CommandLine.mysql(
                login.port(), "-u" + login.user(), "--password=" + login.password(), "--batch", "--skip-column-names");
        command.addAll(login.tls() ? List.of("--ssl", "--skip-ssl-verify-server-cert") : List.of("--skip-ssl"));
        command.addAll(List.of("-e", "select user(); show status like 'Ssl_version'"));
        CommandLine.Result result =
                CommandLine.run(Path.of(System.getProperty("java.io.tmpdir")), Map.of(), "", LIMIT, command);
        Matcher error = ERROR.matcher(result.text());
        if (error.find()) {
            return "error " + error.group(1) + " " + error.group(2);
        }
        String[] lines = result.text().split("\n", -1);
        String version = lines[1].substring(lines[1].indexOf('\t') + 1);
        return "ok " + lines[0] + " " + (version.isEmpty() ? "plain" : version);
    }
}
