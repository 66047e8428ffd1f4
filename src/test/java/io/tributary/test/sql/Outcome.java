package io.tributary.test.sql;

import io.tributary.test.process.ForeignWords;
import java.util.regex.Pattern;

/** What came of a query. */
enum Outcome {
    SAME("both give the same rows"),
    EXCUSED("rows differ by a rule of MySQL 8 that MariaDB has not"),
    BOTH_ERRORS("both refuse it"),
    REFUSED("refused as not supported"),
    ERROR("another error, where MariaDB answers"),
    FOREIGN("an error in words that are not MySQL's, or that name nothing"),
    LENIENT("answered, where MariaDB refuses"),
    WRONG("other rows than MariaDB's"),
    HANG("no answer, or the connection ended"),
    DOWN("brings the engine down, for everybody"),
    UNASKED("MariaDB gives no answer");

    static final int NOT_SUPPORTED = 1235;
    private static final int UNKNOWN_FUNCTION = 1305;
    /** MariaDB says it when max_statement_time is over. */
    private static final int TAKES_TOO_LONG = 1969;

    /** Another table than the one that the query was made for, which nobody has changed. */
    private static final int DEFINITION_CHANGED = 1412;

    /** What is told of an error that nobody foresaw. */
    private static final int INTERNAL = 1105;

    /** What stands for an error of the engine's that nobody foresaw. */
    private static final String UNNAMED = "what this statement asks of the engine";

    /** What is said by an engine that takes no query any more. */
    private static final Pattern DOWN_WORDS = Pattern.compile("engine is down|INTERNAL Error|has been invalidated");

    private final String meaning;

    Outcome(String meaning) {
        this.meaning = meaning;
    }

    String meaning() {
        return meaning;
    }

    /** Whether a run in which it happens has failed. */
    boolean isFailure() {
        return this == WRONG || this == HANG || this == DOWN || this == FOREIGN;
    }

    static Outcome of(Answer ours, Answer theirs, boolean ordered) {
        if (ours instanceof Answer.Silence) {
            return HANG;
        }
        if (theirs instanceof Answer.Silence
                || (theirs instanceof Answer.Failure failure && failure.number() == TAKES_TOO_LONG)) {
            return UNASKED;
        }
        if (ours instanceof Answer.Failure failure) {
            return of(failure, theirs);
        }
        if (!(theirs instanceof Answer.Rows expected)) {
            return LENIENT;
        }
        return Comparison.same((Answer.Rows) ours, expected, ordered) ? SAME : WRONG;
    }

    private static Outcome of(Answer.Failure failure, Answer theirs) {
        if (DOWN_WORDS.matcher(failure.message()).find()) {
            return DOWN;
        }
        boolean unnamed = failure.message().contains(UNNAMED)
                || failure.number() == DEFINITION_CHANGED
                || failure.number() == INTERNAL;
        if (unnamed || ForeignWords.in(failure.message()).isPresent()) {
            return FOREIGN;
        }
        if (theirs instanceof Answer.Failure) {
            return BOTH_ERRORS;
        }
        return failure.number() == NOT_SUPPORTED || failure.number() == UNKNOWN_FUNCTION ? REFUSED : ERROR;
    }
}
