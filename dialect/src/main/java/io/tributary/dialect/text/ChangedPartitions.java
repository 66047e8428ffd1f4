package io.tributary.dialect.text;

import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.ClauseWords;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Makes of the partitions that an UPDATE or DELETE names a condition, for the engine has no partitions:
 *
 * <pre>
 * DELETE FROM t [AS x] PARTITION (p) [WHERE a = 1] …   →   DELETE FROM t AS x WHERE (`d` &lt; 10) AND (a = 1) …
 * UPDATE t PARTITION (p) [AS x] SET …
 * </pre>
 *
 * Which of alias and partitions comes first is not looked at. What the client wrote can be told from it, see {@link
 * RewrittenText}.
 */
public final class ChangedPartitions {
    private final Tokens tokens;
    private final TableSchema table;
    /** Where the partitions stand. */
    private int from = -1;

    private int to;
    private List<String> partitions = List.of();

    private ChangedPartitions(String sql, SqlMode mode, TableSchema table) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        tokens = new Tokens(bytes, 0, bytes.length, mode);
        this.table = table;
    }

    /**
     * A text without partitions.
     *
     * @param staysIn the partitions that its rows must not leave; empty where they cannot
     */
    public record Condition(String sql, List<String> staysIn) {}

    /**
     * The text without partitions.
     *
     * @param sql an UPDATE or DELETE of this table; forms that name it elsewhere than behind the first words stay as they are
     * @throws io.tributary.contract.error.TributaryException {@code PARTITION_OF_NOT_PARTITIONED}, {@code UNKNOWN_PARTITION}
     */
    public static Condition asCondition(String sql, SqlMode mode, TableSchema table) {
        ChangedPartitions changed = new ChangedPartitions(sql, mode, table);
        return changed.find() ? changed.rewritten() : new Condition(sql, List.of());
    }

    /** Stops at what follows the table. */
    private boolean find() {
        boolean update = tokens.accept("UPDATE");
        if (!update && !tokens.accept("DELETE")) {
            return false;
        }
        while (tokens.atAny("LOW_PRIORITY", "QUICK", "IGNORE")) {
            tokens.advance();
        }
        if (!update && !tokens.accept("FROM")) {
            return false;
        }
        do {
            tokens.identifier();
        } while (tokens.acceptSymbol('.'));
        partitions();
        if (ClauseWords.isAtAlias(tokens)) {
            tokens.accept("AS");
            tokens.identifier();
        }
        if (from < 0) {
            partitions();
        }
        return from >= 0;
    }

    private void partitions() {
        int begin = tokens.start();
        if (Names.acceptPartition(tokens)) {
            from = begin;
            partitions = Names.partitions(tokens, table);
            to = tokens.previousEnd();
        }
    }

    private Condition rewritten() {
        int end = tokens.previousEnd();
        List<String> staysIn = movesRows() ? partitions : List.of();
        int where = -1;
        while (!tokens.atEnd() && !tokens.atAny("ORDER", "LIMIT")) {
            if (tokens.atSymbol('(')) {
                tokens.skipParentheses();
            } else {
                where = where < 0 && tokens.at("WHERE") ? tokens.start() : where;
                tokens.advance();
            }
            end = tokens.previousEnd();
        }
        String rows =
                new PartitionConditions(table).in(table.layout().partitioning().requireAll(partitions, table.name()));
        String before = tokens.text(0, from) + RewrittenText.instead(tokens.text(from, to), "");
        String after = tokens.text(end, tokens.limit());
        if (where < 0) {
            String all = tokens.text(to, end) + RewrittenText.instead("", " WHERE " + rows);
            return new Condition(before + all + after, staysIn);
        }
        int condition = where + "WHERE".length();
        String some = tokens.text(to, condition)
                + RewrittenText.instead("", " " + rows + " AND (")
                + tokens.text(condition, end)
                + RewrittenText.instead("", ")");
        return new Condition(before + some + after, staysIn);
    }

    /** Whether a column of PARTITION BY is set. */
    private boolean movesRows() {
        int begin = tokens.start();
        boolean moves = false;
        boolean assigned = tokens.accept("SET");
        while (assigned) {
            String column = Names.column(tokens);
            moves |= table.layout().partitioning().columns().stream().anyMatch(column::equalsIgnoreCase);
            while (!tokens.atEnd() && !tokens.atSymbol(',') && !tokens.atAny("WHERE", "ORDER", "LIMIT")) {
                if (tokens.atSymbol('(')) {
                    tokens.skipParentheses();
                } else {
                    tokens.advance();
                }
            }
            assigned = tokens.acceptSymbol(',');
        }
        tokens.moveTo(begin);
        return moves;
    }
}
