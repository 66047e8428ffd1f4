package io.tributary.dialect.type;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How texts are compared, as far as it makes a difference here: by bytes, or by letters without their case and, where a
 * collation's name says {@code ai}, without their accents.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/charset-collation-names.html">Collation Naming Conventions</a>
 */
public enum Collation {
    /** Bytes, which are no text. */
    BINARY,
    /** Text whose characters are compared by their codes. */
    CODES,
    /** Letters without case. */
    CASELESS,
    /** Letters without case and accents. */
    ACCENTLESS,
    /** The same, and blanks at the end count for nothing: collations that are older than Unicode 9. */
    PADDED;

    private static final Set<String> CHARSETS = Set.of("utf8mb4", "utf8mb3", "utf8", "ascii", "latin1");

    /** Returns what a collation of MySQL's means; empty of a name that no collation has. */
    public static Optional<Collation> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("binary")) {
            return Optional.of(BINARY);
        }
        int end = lower.indexOf('_');
        if (end < 0 || !CHARSETS.contains(lower.substring(0, end))) {
            return Optional.empty();
        }
        String rest = lower.substring(end);
        if (rest.endsWith("_bin") || rest.endsWith("_as_cs")) {
            return Optional.of(CODES);
        }
        if (rest.endsWith("_as_ci")) {
            return Optional.of(CASELESS);
        }
        if (rest.endsWith("_ci")) {
            return Optional.of(rest.startsWith("_0900") || rest.contains("_0900_") ? ACCENTLESS : PADDED);
        }
        return Optional.empty();
    }

    /** Returns what the texts of a column are compared by; a name that is not known here, or none, has no effect. */
    public static Collation declared(String name) {
        return named(name).filter(Collation::folds).orElse(CODES);
    }

    /** Returns the name of a collation that compares alike, empty where codes are compared. */
    public String ofColumn() {
        return switch (this) {
            case BINARY, CODES -> "";
            case CASELESS -> "utf8mb4_0900_as_ci";
            case ACCENTLESS -> "utf8mb4_0900_ai_ci";
            case PADDED -> "utf8mb4_general_ci";
        };
    }

    /** Whether equal texts may differ in their characters. */
    public boolean folds() {
        return this == CASELESS || this == ACCENTLESS || this == PADDED;
    }
}
