package io.tributary.dialect.text;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.ClauseWords;
import io.tributary.dialect.token.NameResolver;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes of each table with hidden columns that a text for the engine reads a query of the columns that the session shall
 * see, for the engine's {@code *} means every column that is stored:
 *
 * <pre>
 * … FROM t AS x …   →   … FROM (SELECT `a`, `b` FROM t) AS x …
 * </pre>
 *
 * and of each table of which partitions are named a query of their rows, for the engine has no partitions:
 *
 * <pre>
 * … FROM t PARTITION (p) …   →   … FROM (SELECT * FROM t WHERE `a` &lt; 10) AS t …
 * </pre>
 *
 * {@code TABLE t} becomes {@code SELECT * FROM (…)}. What the client wrote can be told from it, see {@link RewrittenText}. A table that is changed is not one that is read. A column must be named
 * without the database of such a table before it.
 */
public final class HiddenColumnText {
    private static final String[] AFTER_TABLES = {
        "WHERE",
        "GROUP",
        "HAVING",
        "ORDER",
        "LIMIT",
        "WINDOW",
        "FOR",
        "LOCK",
        "INTO",
        "UNION",
        "EXCEPT",
        "INTERSECT",
        "MINUS"
    };

    /** No window: there BY follows. */
    private static final Pattern PARTITIONS = Pattern.compile("\\bPARTITION\\s*\\(", Pattern.CASE_INSENSITIVE);

    private final byte[] bytes;
    private final Tokens tokens;
    private final NameResolver names;
    private final boolean shown;
    private final StringBuilder written = new StringBuilder();
    private QueryLevel level = QueryLevel.statement();
    private int copied;
    /** Where TABLE stands, if it was the word before; else -1. */
    private int tableWord = -1;

    private HiddenColumnText(String sql, SqlMode mode, NameResolver names, boolean shown) {
        bytes = sql.getBytes(StandardCharsets.UTF_8);
        tokens = new Tokens(bytes, 0, bytes.length, mode);
        this.names = names;
        this.shown = shown;
    }

    /** Whether a text may name partitions of a table that it reads. */
    public static boolean mayNamePartitions(String sql) {
        return PARTITIONS.matcher(sql).find();
    }

    /** @param shown whether the session wants to see hidden columns, those included that are not stored */
    public static String of(String sql, SqlMode mode, NameResolver names, boolean shown) {
        HiddenColumnText text = new HiddenColumnText(sql, mode, names, shown);
        text.rewrite();
        return text.written
                .append(new String(text.bytes, text.copied, text.bytes.length - text.copied, StandardCharsets.UTF_8))
                .toString();
    }

    private void rewrite() {
        boolean distinct = false;
        while (!tokens.atEnd()) {
            boolean afterDistinct = distinct;
            distinct = tokens.at("DISTINCT");
            if (tokens.acceptSymbol('(')) {
                level = level.inner();
                level.expects &= !tokens.atAny("SELECT", "WITH", "VALUES");
            } else if (tokens.acceptSymbol(')')) {
                level = level.outer == null ? level : level.outer;
                if (level.isDefined() && tokens.acceptSymbol(',')) {
                    nameOfQuery();
                }
            } else if (level.expects && tokens.atIdentifier() && !tokens.at("LATERAL")) {
                level.expects = false;
                table();
                tableWord = -1;
            } else if (tokens.accept("WITH")) {
                level.with(tokens.accept("RECURSIVE"));
                nameOfQuery();
            } else {
                follow(afterDistinct);
            }
        }
    }

    /** {@code name [(columns)] AS (…)}, or something else behind WITH. */
    private void nameOfQuery() {
        int begin = tokens.start();
        if (tokens.atIdentifier()) {
            String name = tokens.identifier();
            if (tokens.atSymbol('(')) {
                tokens.skipParentheses();
            }
            if (tokens.accept("AS") && tokens.atSymbol('(')) {
                level.define(name);
                return;
            }
        }
        tokens.moveTo(begin);
    }

    private void follow(boolean afterDistinct) {
        if (tokens.at("SELECT")) {
            level.select = true;
            level.tables = false;
        } else if (tokens.at("TABLE")) {
            tableWord = tokens.start();
            level.tables = true;
            level.expects = true;
        } else if (level.select && tokens.at("FROM") && !afterDistinct) {
            level.tables = true;
            level.expects = true;
        } else if (level.tables) {
            boolean over = tokens.atAny(AFTER_TABLES);
            level.tables = !over;
            level.expects = tokens.atSymbol(',')
                    || tokens.atAny("JOIN", "STRAIGHT_JOIN")
                    || (level.expects && tokens.at("LATERAL"));
        }
        tokens.advance();
    }

    /** Reads a table's name and passes over it. */
    private void table() {
        int begin = tokens.start();
        String database = "";
        String name = tokens.identifier();
        if (tokens.acceptSymbol('.') && tokens.atIdentifier()) {
            database = name;
            name = tokens.identifier();
        }
        int end = tokens.previousEnd();
        if (database.isEmpty() && level.isQuery(name)) {
            return;
        }
        Optional<TableSchema> table = names.findReadable(database, name);
        if (table.isEmpty()) {
            return;
        }
        String condition = "";
        int after = end;
        if (tokens.at("PARTITION") && tokens.followedBy('(')) {
            tokens.advance();
            condition = " WHERE " + rowsOf(Names.partitions(tokens, table.get()), table.get());
            after = tokens.previousEnd();
        }
        if (condition.isEmpty() && !isRewritten(table.get())) {
            return;
        }
        int from = tableWord < 0 ? begin : tableWord;
        String before = (tableWord < 0 ? "" : "SELECT * FROM ") + "(SELECT " + columns(table.get()) + " FROM ";
        String alias = ClauseWords.isAtAlias(tokens) ? "" : " AS " + SqlLiterals.identifier(name);
        written.append(new String(bytes, copied, from - copied, StandardCharsets.UTF_8))
                .append(RewrittenText.instead(tokens.text(from, begin), before))
                .append(tokens.text(begin, end))
                .append(RewrittenText.instead(tokens.text(end, after), condition + ")" + alias));
        copied = after;
    }

    private static String rowsOf(List<String> partitions, TableSchema table) {
        return new PartitionConditions(table).in(table.layout().partitioning().requireAll(partitions, table.name()));
    }

    private boolean isRewritten(TableSchema table) {
        return shown ? table.isUnique() : table.storesHiddenColumns();
    }

    private String columns(TableSchema table) {
        List<Column> columns = shown && table.isUnique() ? HiddenColumns.shown(table) : table.visibleColumns();
        return columns.stream().map(column -> column(table, column)).collect(Collectors.joining(", "));
    }

    private static String column(TableSchema table, Column column) {
        String name = SqlLiterals.identifier(column.name());
        if (column.name().equals(HiddenColumns.DELETE_SIGN)) {
            return "0 AS " + name;
        }
        String stored =
                column.hidden() ? table.columns().get(table.sequencePosition()).name() : column.name();
        return stored.equals(column.name()) ? name : SqlLiterals.identifier(stored) + " AS " + name;
    }
}
