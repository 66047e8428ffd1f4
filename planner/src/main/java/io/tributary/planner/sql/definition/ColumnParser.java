package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.dialect.text.BitsLiteral;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.sql.definition.constraint.GeneratedColumns;
import io.tributary.planner.sql.definition.constraint.WrittenConstraints;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One column of a CREATE TABLE: name, type and attributes. Its default is not checked yet. */
final class ColumnParser {
    private static final Set<String> UNKNOWN_AGGREGATIONS =
            Set.of("HLL_UNION", "BITMAP_UNION", "QUANTILE_UNION", "GENERIC");

    private final Tokens tokens;
    private final WrittenConstraints constraints;
    /** Null where only a default is read. */
    private @Nullable ColumnType type;

    private boolean nullable = true;
    private boolean key;
    private boolean writtenAsNull;
    private boolean primaryKey;
    private boolean uniqueKey;
    private boolean autoIncrement;
    private long autoIncrementStart;
    private DefaultValue onUpdate = DefaultValue.none();
    private DefaultValue defaultValue = DefaultValue.none();
    private Column.Generated generated = Column.Generated.NONE;
    private String comment = "";
    private Aggregation aggregation = Aggregation.NONE;
    private String characterSet = "";
    private String collation = "";

    /** @param constraints takes what stands behind the column */
    ColumnParser(Tokens tokens, WrittenConstraints constraints) {
        this.tokens = tokens;
        this.constraints = constraints;
    }

    Column parse() {
        String name = tokens.identifier();
        TypeParser.Written written = TypeParser.read(tokens, name);
        ColumnType type = written.type();
        this.type = type;
        while (!isEnd()) {
            attribute(name);
        }
        if (autoIncrement) {
            requireNumbers(name, type);
        }
        requireNoOtherValue();
        boolean clock =
                type.kind() == ColumnType.Kind.DATETIME && onUpdate.text().equals(Integer.toString(type.scale()));
        if (onUpdate.kind() != DefaultValue.Kind.NONE && !clock) {
            throw ErrorCode.INVALID_ON_UPDATE.error("Invalid ON UPDATE clause for '" + name + "' column");
        }
        return new Column(
                name,
                type,
                nullable && !autoIncrement,
                key,
                defaultValue,
                autoIncrement,
                comment,
                aggregation,
                collation(),
                new Column.Declared(written.declared(), onUpdate, generated));
    }

    /** A generated column gets its values from its expression alone. */
    private void requireNoOtherValue() {
        if (generated.expression().isEmpty()) {
            return;
        }
        String other = autoIncrement
                ? "AUTO_INCREMENT"
                : defaultValue.kind() != DefaultValue.Kind.NONE
                        ? "DEFAULT"
                        : onUpdate.kind() != DefaultValue.Kind.NONE ? "ON UPDATE" : "";
        if (!other.isEmpty()) {
            throw ErrorCode.WRONG_USAGE.error("Incorrect usage of " + other + " and generated column");
        }
    }

    /** Returns the character set and the collation as MySQL shows them. */
    private String collation() {
        String set = characterSet.isEmpty() ? "" : "CHARACTER SET " + SqlLiterals.identifier(characterSet);
        String order = collation.isEmpty() ? "" : "COLLATE " + SqlLiterals.identifier(collation);
        return (set + " " + order).strip();
    }

    /** Whether the column's definition ends here; in an ALTER TABLE its place may follow. */
    private boolean isEnd() {
        return tokens.atStatementEnd()
                || tokens.atSymbol(',')
                || tokens.atSymbol(')')
                || tokens.atAny("FIRST", "AFTER");
    }

    /** Whether NULL was written, which a PRIMARY KEY contradicts. */
    boolean writtenAsNull() {
        return writtenAsNull;
    }

    /** Doris' {@code AUTO_INCREMENT(n)}; 0 where none was written. */
    long autoIncrementStart() {
        return autoIncrementStart;
    }

    private void requireNumbers(String name, ColumnType type) {
        boolean whole =
                switch (type.kind()) {
                    case TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> true;
                    default -> false;
                };
        if (!whole) {
            throw ErrorCode.WRONG_COLUMN_SPECIFIER.error("Incorrect column specifier for column '" + name + "'");
        }
        if (defaultValue.kind() != DefaultValue.Kind.NONE) {
            throw ErrorCode.INVALID_DEFAULT.error("Invalid default value for '" + name + "'");
        }
    }

    boolean primaryKey() {
        return primaryKey;
    }

    boolean uniqueKey() {
        return uniqueKey;
    }

    private void attribute(String name) {
        if (tokens.acceptClause("NOT", "NULL")) {
            nullable = false;
        } else if (tokens.accept("NULL")) {
            nullable = true;
            writtenAsNull = true;
        } else if (tokens.accept("DEFAULT")) {
            defaultValue = defaultValue(name);
        } else if (tokens.accept("COMMENT")) {
            comment = tokens.string();
        } else if (tokens.accept("KEY")) {
            key = true;
        } else if (tokens.accept("PRIMARY")) {
            tokens.accept("KEY");
            primaryKey = true;
        } else if (tokens.accept("UNIQUE")) {
            tokens.accept("KEY");
            uniqueKey = true;
        } else if (tokens.accept("AUTO_INCREMENT")) {
            autoIncrement = true;
            if (tokens.atSymbol('(')) {
                autoIncrementStart = tokens.parenthesized(tokens::wholeNumber);
            }
        } else if (tokens.accept("COLLATE")) {
            collation = tokens.identifierOrString();
        } else if (tokens.accept("CHARSET") || tokens.acceptClause("CHARACTER", "SET")) {
            characterSet = tokens.identifierOrString();
        } else if (tokens.accept("ON")) {
            tokens.expect("UPDATE");
            if (!WrittenConstraints.isClock(tokens)) {
                throw tokens.syntaxError();
            }
            onUpdate = currentTimestamp();
        } else if (GeneratedColumns.isAt(tokens)) {
            generated = GeneratedColumns.parse(tokens);
        } else if (WrittenConstraints.isBehindColumn(tokens)) {
            constraints.parseBehind(tokens, name);
        } else if (tokens.kind() == Token.Kind.WORD
                && aggregation == Aggregation.NONE
                && Aggregation.named(tokens.upper()).isPresent()) {
            aggregation = Aggregation.named(tokens.word()).orElseThrow();
        } else {
            throw refused();
        }
    }

    private RuntimeException refused() {
        if (tokens.kind() != Token.Kind.WORD) {
            return tokens.syntaxError();
        }
        String word = tokens.upper();
        if (UNKNOWN_AGGREGATIONS.contains(word)) {
            return TributaryException.notSupported("aggregation " + word + " of a column");
        }
        return tokens.syntaxError();
    }

    /** What stands behind {@code DEFAULT} of a column. */
    DefaultValue defaultValue(String column) {
        if (tokens.kind() == Token.Kind.STRING) {
            return DefaultValue.literal(tokens.string());
        }
        if (tokens.accept("NULL")) {
            return new DefaultValue(DefaultValue.Kind.NULL, "");
        } else if (tokens.accept("TRUE")) {
            return DefaultValue.literal("1");
        } else if (tokens.accept("FALSE")) {
            return DefaultValue.literal("0");
        } else if (WrittenConstraints.isClock(tokens) || tokens.at("CURRENT_DATE")) {
            return currentTimestamp();
        }
        if (tokens.kind() == Token.Kind.BINARY && type != null && type.isNumber()) {
            return DefaultValue.literal(BitsLiteral.forColumn(type, tokens.written()));
        }
        String sign = tokens.acceptSymbol('-') ? "-" : "";
        if (sign.isEmpty()) {
            tokens.acceptSymbol('+');
        }
        if (tokens.kind() == Token.Kind.NUMBER) {
            return DefaultValue.literal(sign + tokens.written());
        }
        if (tokens.atEnd()) {
            throw tokens.syntaxError();
        }
        throw TributaryException.notSupported("a computed default of column " + column);
    }

    private DefaultValue currentTimestamp() {
        tokens.advance();
        long digits =
                tokens.atSymbol('(') ? tokens.parenthesized(() -> tokens.atSymbol(')') ? 0 : tokens.wholeNumber()) : 0;
        return new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, Long.toString(digits));
    }
}
