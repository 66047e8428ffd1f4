package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.ErrorCode;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Errors of DuckDB that are not about a statement but about the engine: its disk, its memory, its instance. An instance that
 * has failed fatally, or whose checkpoint has failed, refuses everything from then on ("invalidated"), and each refusal
 * quotes the one before, JSON within JSON: the text doubles. So texts are cut where they come in.
 */
public final class EngineFailures {
    /** The most characters of a text of the engine's that are kept. */
    static final int TEXT_CHARS_MAX = 500;

    private static final Set<String> OF_THE_ENGINE = Set.of("IO", "TransactionContext", "FATAL");

    private static final Pattern TYPE = Pattern.compile("\\{\"exception_type\":\"([^\"]*)\"");

    private static final Pattern INVALIDATED = Pattern.compile("has been invalidated");

    /** What strerror says for ENOSPC and EDQUOT. */
    private static final Pattern DISK_FULL = Pattern.compile("No space left on device|Disk quota exceeded");

    /** What it says for EIO and EROFS; DuckDB itself tells no more of a failed fsync. */
    private static final Pattern DISK_FAILED = Pattern.compile("Input/output error|Read-only file system|fsync failed");

    private static final Pattern NO_MEMORY = Pattern.compile(
            "could not allocate|failed to (allocate|pin)|out of memory|allocation failure", Pattern.CASE_INSENSITIVE);

    /** The words that stand before the text of what a commit failed for, which comes without its type. */
    private static final String FAILED_COMMIT = "Failed to commit: ";

    /** Such a text of a conflict, told by its words before any name or value: they may hold anything. */
    private static final Pattern COMMIT_CONFLICT = Pattern.compile(
            "[^\":]*(conflict|constraint)|Attempting to modify table |Could not commit ", Pattern.CASE_INSENSITIVE);

    private static final Set<String> TELLS_OF_COMMIT = Set.of("TransactionContext", "FATAL", "INTERNAL");

    private static final Pattern COMMITTED = Pattern.compile("Transaction COMMIT succeeded and is durable");

    private EngineFailures() {}

    /** The code of such a failure, or null if it is another's. */
    static @Nullable ErrorCode code(String type, String message) {
        if (type.equals("Out of Memory")) {
            return ErrorCode.ENGINE_MEMORY;
        }
        if (!OF_THE_ENGINE.contains(type)) {
            return null;
        }
        boolean isFatal = type.equals("FATAL");
        boolean isCommit = message.startsWith(FAILED_COMMIT);
        String text = cut(isCommit ? message.substring(FAILED_COMMIT.length()) : message);
        if (isCommit && !isFatal && COMMIT_CONFLICT.matcher(text).lookingAt()) {
            return null;
        }
        boolean isFull = DISK_FULL.matcher(text).find();
        if (isFatal || INVALIDATED.matcher(text).find()) {
            return isFull ? ErrorCode.ENGINE_DOWN_DISK_FULL : ErrorCode.ENGINE_DOWN;
        }
        if (isFull) {
            return ErrorCode.DISK_FULL;
        }
        if (DISK_FAILED.matcher(text).find()) {
            return ErrorCode.ENGINE_IO;
        }
        if (!isCommit) {
            return null;
        }
        return NO_MEMORY.matcher(text).find() ? ErrorCode.ENGINE_MEMORY : ErrorCode.ENGINE_IO;
    }

    /** What a client is told of an error with this code: what the system said of a disk, and no word of the engine's. */
    static String told(ErrorCode code, String message) {
        String disk = found(DISK_FULL, message)
                .or(() -> found(DISK_FAILED, message))
                .map(": "::concat)
                .orElse("");
        return switch (code) {
            case DISK_FULL -> "the disk of the engine's files is full" + disk;
            case ENGINE_DOWN, ENGINE_DOWN_DISK_FULL -> "the engine has failed" + disk;
            case ENGINE_IO -> "the engine's files cannot be read or written" + disk;
            case ENGINE_MEMORY -> "Out of memory; what is to be done needs more than the engine has left";
            case TRANSACTION_ABORTED -> "the transaction has failed before and can only be rolled back";
            case WRITE_CONFLICT -> "another transaction changes the same; try restarting transaction";
            case CONSTRAINT_VIOLATED ->
                // Whoever made it in the engine knows it by these words.
                "a constraint that only the engine knows is violated: "
                        + cut(message).lines().findFirst().orElse("");
            case DATABASE_ACCESS_DENIED -> "what is outside of the databases";
            default -> "the engine refused or failed" + disk + "; the backend's log says why";
        };
    }

    private static Optional<String> found(Pattern pattern, String message) {
        return pattern.matcher(message).results().findFirst().map(MatchResult::group);
    }

    /** Whether a COMMIT that failed with this has taken place: what failed is the checkpoint behind it. */
    static boolean isCommitted(SQLException error) {
        String text = error.getMessage();
        return text != null && COMMITTED.matcher(cut(text)).find();
    }

    /** The failure of a COMMIT that may have taken place. */
    static final class OpenCommit extends SQLException {
        private static final long serialVersionUID = 1;

        private OpenCommit(SQLException cause) {
            super("COMMIT: " + text(cause), cause);
        }
    }

    /**
     * What to throw where a COMMIT failed with this. What its transaction has against it DuckDB tells as such ("Failed to
     * commit: …"); of anything else, as of no memory for the answer of a commit that is done, nobody knows whether it took
     * place. What ends the engine has a code of its own.
     */
    static SQLException ofCommit(SQLException error) {
        String text = String.valueOf(error.getMessage());
        String type = type(text);
        boolean isTold =
                type.isEmpty() || TELLS_OF_COMMIT.contains(type) || cut(text).contains(FAILED_COMMIT);
        return isTold ? error : new OpenCommit(error);
    }

    /** The type that an error in JSON begins with, or empty. */
    public static String type(String text) {
        Matcher matcher = TYPE.matcher(text.substring(0, Math.min(text.length(), TEXT_CHARS_MAX)));
        return matcher.find() ? matcher.group(1) : "";
    }

    static String cut(String text) {
        return text.length() <= TEXT_CHARS_MAX
                ? text
                : text.substring(0, TEXT_CHARS_MAX) + "… (" + text.length() + " characters)";
    }

    /** Returns an error's text for logs. */
    public static String text(Exception error) {
        return cut(String.valueOf(error.getMessage()));
    }

    /** The same with a text that may be kept and logged. */
    static SQLException cut(SQLException error) {
        String text = error.getMessage();
        if (text == null || text.length() <= TEXT_CHARS_MAX) {
            return error;
        }
        SQLException cut = new SQLException(cut(text), error.getSQLState(), error.getErrorCode());
        cut.setStackTrace(error.getStackTrace());
        return cut;
    }
}
