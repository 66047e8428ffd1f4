package io.tributary.contract.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A column of a table.
 *
 * @param name as written in CREATE TABLE; compared without regard to case
 * @param key whether it is part of the table's key
 * @param aggregation of a value column of an AGGREGATE KEY table
 * @param collation CHARACTER SET and COLLATE as MySQL shows them, or empty: queries compare by it, keys and partitions by bytes
 * @param declared what else MySQL tells of it
 */
public record Column(
        String name,
        ColumnType type,
        boolean nullable,
        boolean key,
        DefaultValue defaultValue,
        boolean autoIncrement,
        String comment,
        Aggregation aggregation,
        String collation,
        Declared declared) {
    /**
     * What was written of a column that is not in what it stores.
     *
     * @param type MySQL's words for its type where they say more than ours, as {@code tinyint(1)} or {@code timestamp}; else empty
     * @param onUpdate CURRENT_TIMESTAMP where an UPDATE that does not name it sets it to that, else NONE
     * @param generated what its values are computed from; else NONE
     */
    public record Declared(String type, DefaultValue onUpdate, Generated generated) {
        public static final Declared NONE = new Declared("", DefaultValue.none());

        public Declared {
            Objects.requireNonNull(type);
            Objects.requireNonNull(onUpdate);
            Objects.requireNonNull(generated);
        }

        /** Words for a column that is not generated. */
        public Declared(String type, DefaultValue onUpdate) {
            this(type, onUpdate, Generated.NONE);
        }

        /** The same with another expression. */
        public Declared as(Generated other) {
            return new Declared(type, onUpdate, other);
        }

        /** Whether it is a {@code year}, whose two digits mean four. */
        public boolean isYear() {
            return type.equals("year");
        }

        /** Words for a type alone. */
        public static Declared ofType(String type) {
            return type.isEmpty() ? NONE : new Declared(type, DefaultValue.none());
        }

        /** Whether it is a {@code tinyint(1)}, which drivers take for a truth value. */
        public boolean isTruth() {
            return type.equals("tinyint(1)");
        }

        /** Whether it is a {@code timestamp}. */
        public boolean isTimestamp() {
            return type.startsWith("timestamp");
        }

        /** Whether it is a {@code binary(n)}, whose values have n bytes each. */
        public boolean isBinary() {
            return type.startsWith("binary(");
        }

        /** How many bits a {@code bit(n)} has; 0 of another type. */
        public int bits() {
            return type.startsWith("bit(") ? Integer.parseInt(type.substring(4, type.length() - 1)) : 0;
        }

        /** Returns a number as MySQL writes one of a {@code bit(n)}: {@code b'101'}. */
        public static String bitLiteral(String number) {
            return "b'" + Long.toBinaryString(Long.parseLong(number)) + "'";
        }

        /** Whether it is a {@code set('a','b')}. */
        public boolean isSet() {
            return type.startsWith("set(");
        }

        /** Whether its values are names of {@link #members}. */
        public boolean hasMembers() {
            return isSet() || type.startsWith("enum(");
        }

        /** Returns the words of a type that has these members; none of them has a backslash. */
        public static String ofMembers(String type, List<String> members) {
            return members.stream()
                    .map(member -> "'" + member.replace("'", "''") + "'")
                    .collect(Collectors.joining(",", type + "(", ")"));
        }

        /** The members of an ENUM or SET, in their order. */
        public List<String> members() {
            List<String> members = new ArrayList<>();
            int at = type.indexOf('\'');
            while (at >= 0) {
                int end = type.indexOf('\'', at + 1);
                while (end + 1 < type.length() && type.charAt(end + 1) == '\'') {
                    end = type.indexOf('\'', end + 2);
                }
                members.add(type.substring(at + 1, end).replace("''", "'"));
                at = type.indexOf('\'', end + 1);
            }
            return members;
        }
    }

    /**
     * What the values of a generated column are computed from. They are stored, whichever word was written.
     *
     * @param expression in MySQL's words, which mean the same under each sql_mode: every column stands in backticks and nothing else
     *     does, texts stand in single quotes, and no backslash in them; empty of a column that is not generated
     * @param virtual whether it is shown as VIRTUAL, and not as STORED
     */
    public record Generated(String expression, boolean virtual) {
        public static final Generated NONE = new Generated("", false);

        /** A column in backticks, or a text, in which a backtick is one. */
        private static final Pattern QUOTED = Pattern.compile("`((?:[^`]|``)*)`|'[^']*'");

        public Generated {
            Objects.requireNonNull(expression);
        }

        /** Names of the columns that it is computed from, as written. */
        public Set<String> columns() {
            Set<String> names = new LinkedHashSet<>();
            QUOTED.matcher(expression)
                    .results()
                    .filter(found -> found.group(1) != null)
                    .forEach(found -> names.add(found.group(1).replace("``", "`")));
            return names;
        }

        /** Whether it is computed from a column. */
        public boolean reads(String column) {
            return columns().stream().anyMatch(column::equalsIgnoreCase);
        }
    }

    private static final String COLLATE = "COLLATE ";

    public Column {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
        Objects.requireNonNull(defaultValue);
        Objects.requireNonNull(comment);
        Objects.requireNonNull(aggregation);
        Objects.requireNonNull(collation);
        Objects.requireNonNull(declared);
    }

    /** A column of which MySQL tells no more than of its type. */
    public Column(
            String name,
            ColumnType type,
            boolean nullable,
            boolean key,
            DefaultValue defaultValue,
            boolean autoIncrement,
            String comment,
            Aggregation aggregation,
            String collation) {
        this(name, type, nullable, key, defaultValue, autoIncrement, comment, aggregation, collation, Declared.NONE);
    }

    /** A column without CHARACTER SET and COLLATE. */
    public Column(
            String name,
            ColumnType type,
            boolean nullable,
            boolean key,
            DefaultValue defaultValue,
            boolean autoIncrement,
            String comment,
            Aggregation aggregation) {
        this(name, type, nullable, key, defaultValue, autoIncrement, comment, aggregation, "");
    }

    /** A column that is not aggregated. */
    public Column(
            String name,
            ColumnType type,
            boolean nullable,
            boolean key,
            DefaultValue defaultValue,
            boolean autoIncrement,
            String comment) {
        this(name, type, nullable, key, defaultValue, autoIncrement, comment, Aggregation.NONE);
    }

    /** Whether nothing shows it unless it is asked for, see {@link HiddenColumns}. */
    public boolean hidden() {
        return name.equalsIgnoreCase(HiddenColumns.SEQUENCE);
    }

    /** This column as a part of the table's key. */
    public Column asKey() {
        return new Column(
                name, type, nullable, true, defaultValue, autoIncrement, comment, aggregation, collation, declared);
    }

    /** This column as NOT NULL. */
    public Column required() {
        return new Column(
                name, type, false, key, defaultValue, autoIncrement, comment, aggregation, collation, declared);
    }

    /** This column without a default, and where it is left out NULL. */
    public Column optional() {
        return new Column(
                name, type, true, key, DefaultValue.none(), autoIncrement, comment, aggregation, collation, declared);
    }

    /** This column under another name. */
    public Column named(String other) {
        return new Column(
                other, type, nullable, key, defaultValue, autoIncrement, comment, aggregation, collation, declared);
    }

    /** This column with another comment. */
    public Column commented(String other) {
        return new Column(
                name, type, nullable, key, defaultValue, autoIncrement, other, aggregation, collation, declared);
    }

    /** This column with other words for its type, and what an UPDATE makes of it. */
    public Column as(Declared other) {
        return new Column(
                name, type, nullable, key, defaultValue, autoIncrement, comment, aggregation, collation, other);
    }

    /** The type as SHOW CREATE TABLE prints it. */
    public String typeDdl() {
        return declared.type().isEmpty() ? type.ddl() : declared.type();
    }

    /** Whether its values are computed from other columns of their row. */
    public boolean isGenerated() {
        return !declared.generated().expression().isEmpty();
    }

    /** Whether an UPDATE that does not name it sets it to the time. */
    public boolean isUpdatedByClock() {
        return declared.onUpdate().kind() == DefaultValue.Kind.CURRENT_TIMESTAMP;
    }

    /** This column with another default. */
    public Column withDefault(DefaultValue other) {
        return new Column(name, type, nullable, key, other, autoIncrement, comment, aggregation, collation, declared);
    }

    /** This column with another aggregation. */
    public Column aggregatedBy(Aggregation other) {
        return new Column(name, type, nullable, key, defaultValue, autoIncrement, comment, other, collation, declared);
    }

    public static Column of(String name, ColumnType type, boolean nullable) {
        return new Column(name, type, nullable, false, DefaultValue.none(), false, "");
    }

    /** Returns the name that stands in {@link #collation} behind COLLATE, or nothing. */
    public String collationName() {
        int start = collation.indexOf(COLLATE);
        return start < 0 ? "" : collation.substring(start + COLLATE.length()).replace("`", "");
    }

    /** The same with a collation, unless it has one or a character set of its own, or no characters. */
    public Column collatedBy(String name) {
        return !type.isText() || name.isEmpty() || !collation.isEmpty()
                ? this
                : new Column(
                        this.name,
                        type,
                        nullable,
                        key,
                        defaultValue,
                        autoIncrement,
                        comment,
                        aggregation,
                        COLLATE + "`" + name + "`",
                        declared);
    }
}
