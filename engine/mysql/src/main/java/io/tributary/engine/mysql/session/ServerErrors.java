package io.tributary.engine.mysql.session;

import com.mysql.cj.jdbc.exceptions.MySQLStatementCancelledException;
import com.mysql.cj.jdbc.exceptions.PacketTooBigException;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.sql.DataTruncation;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/**
 * What the server's errors mean. Their numbers are MySQL's, and so are the clients', who get its words as well.
 *
 * @see <a href="https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html">Server Error Message Reference</a>
 */
public final class ServerErrors {
    /** Codes with a number of their own that a server may send. */
    private static final Map<Integer, ErrorCode> BY_NUMBER = Arrays.stream(ErrorCode.values())
            .filter(code -> code.number() != ErrorCode.UNKNOWN.number())
            .collect(Collectors.toMap(ErrorCode::number, Function.identity(), (first, other) -> first));

    /** A wait for a lock of a row, or of a table, that was too long. */
    private static final int LOCK_WAIT = 1205;

    /** Deadlocks, rows changed by somebody else, failed certifications (3101 of MySQL's groups), and TiDB's write conflicts: once more helps. */
    private static final Set<Integer> CONFLICTS = Set.of(1020, 1213, 3101, 8002, 8022, 8028, 9007);

    /**
     * Those that a COMMIT fails with only where the transaction is rolled back: a deadlock or a certification that failed, and
     * TiDB's. Of all others at a COMMIT nobody knows: a node that leaves its cluster may have sent it to the others.
     */
    private static final Set<Integer> ROLLED_BACK = Set.of(1213, 3101, 8002, 8022, 8028, 9007);

    /** A node that is not part of its cluster, a server that ends, too many connections, read only, offline: later helps. */
    private static final Set<Integer> UNAVAILABLE =
            Set.of(1040, 1047, 1053, 1129, 1203, 1290, 1792, 1836, 3032, 3168, 9001, 9002, 9005);

    /** MariaDB's numbers for what has another of MySQL's; of the first two the driver says 22001, whatever the server has said. */
    private static final Map<Integer, ErrorCode> OF_MARIADB =
            Map.of(167, ErrorCode.OUT_OF_RANGE, 1978, ErrorCode.BAD_DATE, 4025, ErrorCode.CONSTRAINT_VIOLATED);

    /** What the driver puts in front of a server's text. */
    private static final String OF_DRIVER = "Data truncation: ";

    /** Data that cannot be, by its SQLSTATE: a server has numbers of its own for what MySQL has another number. */
    private static final Map<String, ErrorCode> OF_DATA = Map.of(
            "22001", ErrorCode.TOO_LONG,
            "22003", ErrorCode.OUT_OF_RANGE,
            "22007", ErrorCode.BAD_DATE,
            "22008", ErrorCode.BAD_DATE,
            "22012", ErrorCode.DIVISION_BY_ZERO,
            "22032", ErrorCode.INVALID_JSON_TEXT);

    /** What of {@link #UNAVAILABLE} a TiDB says of its parts, which may go on: a definition is one's that the others hear of. */
    private static final Set<Integer> OF_TIDB = Set.of(9001, 9002, 9005);

    /** Galera's word, in the texts about what a node could not have certified or replicated. */
    private static final String OF_CLUSTER = "WSREP";

    private static final Set<Integer> DUPLICATES = Set.of(1062, 1586);

    /** A row that is longer than a page can hold, and one that is longer than a statement may be. */
    private static final Set<Integer> TOO_LARGE_ROWS = Set.of(1118, 1153);

    /** What a trigger says that calls a routine, or names a table, which is not there. */
    private static final int NO_ROUTINE = 1305;

    private static final int NO_TABLE = 1146;

    /** A value that is cut, which has no number of its own here. */
    private static final int TRUNCATED = 1265;

    private ServerErrors() {}

    /** Translates what a statement has failed with. */
    public static TributaryException translate(SQLException error) {
        ErrorCode code = code(error);
        boolean isOfOther = code == ErrorCode.CONSTRAINT_VIOLATED && !hasCode(error);
        return new TributaryException(code, isOfOther ? withNumber(error) : text(error), error);
    }

    /** The server's words. */
    private static String text(SQLException error) {
        String message = String.valueOf(error.getMessage());
        return error instanceof DataTruncation && message.startsWith(OF_DRIVER)
                ? message.substring(OF_DRIVER.length())
                : message;
    }

    /** The same of an error whose number the client does not get. */
    private static String withNumber(SQLException error) {
        return text(error) + " (error " + error.getErrorCode() + ")";
    }

    private static boolean hasCode(SQLException error) {
        return BY_NUMBER.containsKey(error.getErrorCode()) || OF_MARIADB.containsKey(error.getErrorCode());
    }

    /** A column that is not there, one without a default, generated ones: somebody has defined the table anew. */
    private static final Set<Integer> OTHER_COLUMNS = Set.of(1054, 1364, 1906, 3105);

    /**
     * Translates what rows have failed with that were appended: an index that refuses one does so for its values, as does a table
     * that has other columns by now.
     */
    public static TributaryException ofRows(TableSchema table, SQLException error) {
        String message = text(error);
        int number = error.getErrorCode();
        if (isDuplicate(error)) {
            return new TributaryException(ErrorCode.DUPLICATE_ROW, message, error);
        }
        if (TOO_LARGE_ROWS.contains(number) || error instanceof PacketTooBigException) {
            return new TributaryException(ErrorCode.TOO_LONG, message, error);
        }
        boolean isOfTrigger = number == NO_ROUTINE || (number == NO_TABLE && !names(message, table));
        return OTHER_COLUMNS.contains(number) || isOfTrigger
                ? new TributaryException(ErrorCode.CONSTRAINT_VIOLATED, message, error)
                : translate(error);
    }

    /** Whether a server's text is about this table, whatever the case of its name there. */
    private static boolean names(String message, TableSchema table) {
        return message.toLowerCase(Locale.ROOT)
                .contains(("'" + table.database() + "." + table.name() + "'").toLowerCase(Locale.ROOT));
    }

    private static ErrorCode code(SQLException error) {
        int number = error.getErrorCode();
        if (isDuplicate(error)) {
            return ErrorCode.DUPLICATE_KEY;
        }
        if (error instanceof MySQLStatementCancelledException) {
            return ErrorCode.INTERRUPTED;
        }
        if (number == LOCK_WAIT) {
            return ErrorCode.LOCK_WAIT;
        }
        if (CONFLICTS.contains(number)) {
            return ErrorCode.WRITE_CONFLICT;
        }
        if (isLost(error) || UNAVAILABLE.contains(number)) {
            return ErrorCode.ENGINE_DOWN;
        }
        if (number == TRUNCATED) {
            return ErrorCode.BAD_NUMBER_OR_TEXT;
        }
        ErrorCode known = OF_MARIADB.getOrDefault(number, BY_NUMBER.get(number));
        return known == null ? ofState(String.valueOf(error.getSQLState())) : known;
    }

    private static ErrorCode ofState(String state) {
        if (state.startsWith("22")) {
            return OF_DATA.getOrDefault(state, ErrorCode.BAD_NUMBER_OR_TEXT);
        }
        return state.startsWith("23") ? ErrorCode.CONSTRAINT_VIOLATED : ErrorCode.ENGINE;
    }

    /**
     * Translates what a COMMIT has failed with: WRITE_CONFLICT where nothing of it is there and once more helps, ENGINE_DOWN or ENGINE
     * only where the server itself says that it was not begun.
     */
    public static TributaryException ofCommit(SQLException error) {
        boolean isUnknown = isLost(error) || (code(error).isConflict() && !ROLLED_BACK.contains(error.getErrorCode()));
        return isUnknown
                ? new TributaryException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "the server's answer to a COMMIT was lost: " + error.getMessage(),
                        error)
                : translate(error);
    }

    /**
     * Translates what a definition has failed with: what the server has answered is its refusal, since it commits a definition whole
     * or not at all. ENGINE and ENGINE_DOWN leave it open: the answer was lost, says nothing, or is about the cluster, of which other nodes
     * may have the definition.
     */
    static TributaryException ofDefinition(SQLException error) {
        String message = text(error);
        int number = error.getErrorCode();
        if (message.contains(OF_CLUSTER)) {
            return new TributaryException(ErrorCode.ENGINE, message, error);
        }
        TributaryException translated = translate(error);
        if (number == 0 || number == ErrorCode.UNKNOWN.number() || isLost(error) || OF_TIDB.contains(number)) {
            return translated;
        }
        return switch (translated.code()) {
            case ENGINE, ENGINE_DOWN ->
                new TributaryException(
                        BY_NUMBER.getOrDefault(number, ErrorCode.SERVER_REFUSED),
                        BY_NUMBER.containsKey(number) ? message : withNumber(error),
                        error);
            default -> translated;
        };
    }

    /** Why there is no connection: the driver goes on about packets, over several lines, and has what it heard itself as the cause. */
    public static String reason(Throwable error) {
        Throwable first = error;
        String tls = "";
        while (first.getCause() != null) {
            first = first.getCause();
            if (first instanceof SSLException) {
                tls = "TLS: ";
            }
        }
        String said = firstLine(error);
        String heard = tls + firstLine(first);
        return said.contains(heard) ? said : said + ": " + heard;
    }

    private static String firstLine(Throwable error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
    }

    /** Whether it says that the account of this process may not do something there. */
    static boolean isDenied(TributaryException error) {
        return switch (error.code()) {
            case DATABASE_ACCESS_DENIED, TABLE_ACCESS_DENIED, COLUMN_ACCESS_DENIED, PRIVILEGE_MISSING -> true;
            default -> false;
        };
    }

    /** Whether the connection is gone, and with it what was not committed; of a COMMIT nobody knows. */
    public static boolean isLost(SQLException error) {
        String state = error.getSQLState();
        return state != null && state.startsWith("08");
    }

    public static boolean isDuplicate(SQLException error) {
        return DUPLICATES.contains(error.getErrorCode());
    }
}
