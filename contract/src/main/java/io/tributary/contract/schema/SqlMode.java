package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A value of {@code @@sql_mode}: the modes that are on. Immutable; whoever runs statements keeps one instead of its text,
 * so that no statement pays for the reading.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/sql-mode.html">Server SQL Modes</a>
 */
public final class SqlMode {
    /** MySQL 8.0's, and those of 5.7 that clients of it still set. */
    public enum Mode {
        REAL_AS_FLOAT,
        PIPES_AS_CONCAT,
        ANSI_QUOTES,
        IGNORE_SPACE,
        ONLY_FULL_GROUP_BY,
        NO_UNSIGNED_SUBTRACTION,
        NO_DIR_IN_CREATE,
        NO_KEY_OPTIONS,
        NO_TABLE_OPTIONS,
        NO_FIELD_OPTIONS,
        ANSI,
        NO_AUTO_VALUE_ON_ZERO,
        NO_BACKSLASH_ESCAPES,
        STRICT_TRANS_TABLES,
        STRICT_ALL_TABLES,
        NO_ZERO_IN_DATE,
        NO_ZERO_DATE,
        ALLOW_INVALID_DATES,
        ERROR_FOR_DIVISION_BY_ZERO,
        TRADITIONAL,
        NO_AUTO_CREATE_USER,
        HIGH_NOT_PRECEDENCE,
        NO_ENGINE_SUBSTITUTION,
        PAD_CHAR_TO_FULL_LENGTH,
        TIME_TRUNCATE_FRACTIONAL
    }

    public static final String VARIABLE = "sql_mode";

    private static final Map<String, Mode> BY_NAME =
            Arrays.stream(Mode.values()).collect(Collectors.toUnmodifiableMap(Mode::name, Function.identity()));

    private static final List<Mode> ANSI = List.of(
            Mode.REAL_AS_FLOAT,
            Mode.PIPES_AS_CONCAT,
            Mode.ANSI_QUOTES,
            Mode.IGNORE_SPACE,
            Mode.ONLY_FULL_GROUP_BY,
            Mode.ANSI);

    private static final List<Mode> TRADITIONAL = List.of(
            Mode.STRICT_TRANS_TABLES,
            Mode.STRICT_ALL_TABLES,
            Mode.NO_ZERO_IN_DATE,
            Mode.NO_ZERO_DATE,
            Mode.ERROR_FOR_DIVISION_BY_ZERO,
            Mode.TRADITIONAL,
            Mode.NO_ENGINE_SUBSTITUTION);

    public static final SqlMode NONE = of("");

    /** What MySQL 8.0 begins with. */
    public static final SqlMode DEFAULT =
            of("ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
                    + "NO_ENGINE_SUBSTITUTION");

    private final String text;
    private final Set<Mode> modes;
    /** Asked for each literal of a statement, as is the next. */
    private final boolean ansiQuotes;

    private final boolean noBackslashEscapes;

    private SqlMode(Set<Mode> ordered) {
        text = ordered.stream().map(Mode::name).collect(Collectors.joining(","));
        modes = EnumSet.noneOf(Mode.class);
        modes.addAll(ordered);
        ansiQuotes = modes.contains(Mode.ANSI_QUOTES);
        noBackslashEscapes = modes.contains(Mode.NO_BACKSLASH_ESCAPES);
    }

    /**
     * What a client sets: names between commas, in any case, blanks around them. The numbers of modes are no names, as in
     * MySQL, where a number counts only if it is not written as a text.
     *
     * @throws TributaryException WRONG_VALUE_FOR_VARIABLE for a name that no mode has
     */
    public static SqlMode of(String text) {
        return read(text, name -> {
            throw new TributaryException(
                    ErrorCode.WRONG_VALUE_FOR_VARIABLE,
                    "Variable '" + VARIABLE + "' can't be set to the value of '" + name + "'");
        });
    }

    /**
     * Returns the modes of a text that was checked when it was set, perhaps by a version that knew other modes; those have
     * no effect.
     */
    public static SqlMode known(String text) {
        return read(text, name -> {});
    }

    private static SqlMode read(String text, Consumer<String> unknown) {
        Set<Mode> modes = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (name.isEmpty()) {
                continue;
            }
            Mode mode = BY_NAME.get(name.toUpperCase(Locale.ROOT));
            if (mode == null) {
                unknown.accept(name);
            } else {
                modes.addAll(expanded(mode));
            }
        }
        return new SqlMode(modes);
    }

    private static List<Mode> expanded(Mode mode) {
        return switch (mode) {
            case ANSI -> ANSI;
            case TRADITIONAL -> TRADITIONAL;
            default -> List.of(mode);
        };
    }

    /** Returns what {@code @@sql_mode} prints: names in upper case, combinations with what they stand for. */
    public String text() {
        return text;
    }

    public boolean has(Mode mode) {
        return modes.contains(mode);
    }

    /** Double quotes enclose identifiers, not strings. */
    public boolean ansiQuotes() {
        return ansiQuotes;
    }

    /** A backslash in a string is an ordinary character. */
    public boolean noBackslashEscapes() {
        return noBackslashEscapes;
    }

    /** A bad value of a row is an error, not a warning. */
    public boolean isStrict() {
        return has(Mode.STRICT_TRANS_TABLES) || has(Mode.STRICT_ALL_TABLES);
    }

    /** The same modes but those in which a bad value is an error. */
    public SqlMode lenient() {
        Set<Mode> others = new LinkedHashSet<>(modes);
        others.removeAll(List.of(Mode.STRICT_TRANS_TABLES, Mode.STRICT_ALL_TABLES));
        return new SqlMode(others);
    }

    /** Whether every text has the same tokens under both. */
    public boolean tokenizesLike(SqlMode other) {
        return ansiQuotes == other.ansiQuotes && noBackslashEscapes == other.noBackslashEscapes;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof SqlMode mode && text.equals(mode.text));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
