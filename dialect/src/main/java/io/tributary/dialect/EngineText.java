package io.tributary.dialect;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.compile.CompiledText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A statement as the engine gets it, and which of the client's words each part of it stands for: errors of the engine
 * name positions in its own text.
 */
public final class EngineText {
    private final String text;
    private final String sql;
    private final List<Token> tokens;
    private final Marks marks;
    private final ColumnTypes columnTypes;
    private final List<Integer> fractions;
    private final Function<TableSchema, Predicate<TableSchema>> lookup;
    private final List<ResultColumn> columns;

    /** Which tokens stand behind which offsets of a text that is being written. */
    static final class Marks {
        private final List<Integer> offsets = new ArrayList<>();
        private final List<Integer> tokens = new ArrayList<>();

        /** What is written from {@code offset} on stands for {@code token}; offsets ascend. */
        void add(int offset, int token) {
            offsets.add(offset);
            tokens.add(token);
        }

        /** So many characters have been put in at {@code offset}. */
        void move(int offset, int characters) {
            offsets.replaceAll(each -> each > offset ? each + characters : each);
        }

        /** The token that stands at {@code offset}, or -1. */
        int at(int offset) {
            int i = offsets.size() - 1;
            while (i >= 0 && offsets.get(i) > offset) {
                i--;
            }
            return i < 0 ? -1 : tokens.get(i);
        }
    }

    /**
     * @param text in the engine's dialect
     * @param sql in MySQL's
     * @param tokens of {@code sql}
     * @param marks offsets in {@code text}
     * @param columnTypes of the tables that there are
     * @param fractions see {@link Fractions#ofResult}
     */
    EngineText(
            String text,
            String sql,
            List<Token> tokens,
            Marks marks,
            ColumnTypes columnTypes,
            List<Integer> fractions) {
        this(text, sql, tokens, marks, columnTypes, fractions, table -> any -> true, List.of());
    }

    private EngineText(
            String text,
            String sql,
            List<Token> tokens,
            Marks marks,
            ColumnTypes columnTypes,
            List<Integer> fractions,
            Function<TableSchema, Predicate<TableSchema>> lookup,
            List<ResultColumn> columns) {
        this.columns = columns;
        this.lookup = lookup;
        this.text = text;
        this.sql = sql;
        this.tokens = tokens;
        this.marks = marks;
        this.columnTypes = columnTypes;
        this.fractions = List.copyOf(fractions);
    }

    /** A statement of our own. */
    public static EngineText own(String text) {
        return new EngineText(text, "", List.of(), new Marks(), ColumnTypes.NONE, List.of());
    }

    /** A query whose columns are known. */
    public static EngineText compiled(CompiledText made, String sql) {
        return new EngineText(
                made.text(), sql, List.of(), new Marks(), ColumnTypes.NONE, List.of(), made.lookup(), made.columns());
    }

    /** Returns the columns of the result; empty: the engine knows them. */
    public List<ResultColumn> columns() {
        return columns;
    }

    /** The same rows, read by a text of our own. */
    public EngineText reading(String kept) {
        return isCompiled()
                ? new EngineText(kept, sql, tokens, marks, columnTypes, fractions, lookup, columns)
                : EngineText.own(kept);
    }

    /** This statement with something of our own behind it. */
    public EngineText with(String end) {
        return new EngineText(text + end, sql, tokens, marks, columnTypes, fractions);
    }

    /** Returns for which tables it can use the rows of a system table at most. */
    public Predicate<TableSchema> lookup(TableSchema systemTable) {
        return lookup.apply(systemTable);
    }

    /** Whether the compiler made it, which has looked up every name. */
    public boolean isCompiled() {
        return !columns.isEmpty();
    }

    public String text() {
        return text;
    }

    /** Returns the statement as the client wrote it; empty for one of our own. */
    public String sql() {
        return sql;
    }

    /** Returns the tokens of {@link #sql}. */
    public List<Token> tokens() {
        return tokens;
    }

    ColumnTypes columnTypes() {
        return columnTypes;
    }

    /**
     * Digits of a second that a column of the result shows, if it is a moment; -1: as many as the engine's type has.
     *
     * @param columns of the result
     */
    public int fraction(int column, int columns) {
        return columns == fractions.size() ? fractions.get(column) : Fractions.UNKNOWN;
    }

    /** The client's token behind a position of the engine's text, which counts bytes of UTF-8; -1 if there is none. */
    public int tokenAt(int position) {
        if (position < 0 || tokens.isEmpty()) {
            return -1;
        }
        int bytes = 0;
        int offset = 0;
        while (offset < text.length() && bytes < position) {
            int c = text.codePointAt(offset);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            offset += Character.charCount(c);
        }
        return offset < text.length() ? marks.at(offset) : tokens.size() - 1;
    }
}
