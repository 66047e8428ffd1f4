package io.tributary.engine.mysql;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.engine.mysql.session.SqlName;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A column of an index, or what its values begin with.
 *
 * @param prefix so many characters, or bytes of a column of bytes; 0: all of them
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/innodb-limits.html">InnoDB Limits</a>
 */
record IndexPart(String column, ColumnType type, int prefix, boolean descending) {
    private static final int BYTES_MAX = 3_072;
    static final int COLUMNS_MAX = 16;
    private static final int CHARACTER_BYTES = 4;

    /** Characters or bytes of a longer column in an index that would be too long otherwise. */
    private static final int SHORT = 32;

    private static final Pattern PREFIX = Pattern.compile("\\((\\d{1,5})\\).*", Pattern.DOTALL);

    /** @param ending what stands behind the column in the index, as {@code (10) DESC}; mostly empty */
    static IndexPart of(String column, ColumnType type, String ending) {
        Matcher prefix = PREFIX.matcher(ending);
        int written = prefix.matches() && type.isVariableWidth() ? Integer.parseInt(prefix.group(1)) : 0;
        boolean whole = !isLong(type) && written >= type.length();
        return new IndexPart(column, type, whole ? 0 : written, ending.endsWith("DESC"));
    }

    /** Whether these are no longer than an index may be. */
    static boolean fit(List<IndexPart> parts) {
        return parts.size() <= COLUMNS_MAX
                && parts.stream().noneMatch(part -> part.prefix == 0 && isLong(part.type))
                && parts.stream().mapToInt(IndexPart::bytes).sum() <= BYTES_MAX;
    }

    /** Returns as many of them as an index may have, and of long ones a prefix where they do not {@link #fit}; JSON has no order. */
    static List<IndexPart> fitting(List<IndexPart> parts) {
        List<IndexPart> some = parts.stream()
                .takeWhile(part -> part.type.kind() != Kind.JSON)
                .limit(COLUMNS_MAX)
                .toList();
        return fit(some) ? some : some.stream().map(IndexPart::cut).toList();
    }

    /** Returns them as they stand in CREATE TABLE. */
    static String text(List<IndexPart> parts) {
        return parts.stream()
                .map(part -> SqlName.quote(part.column)
                        + (part.prefix == 0 ? "" : "(" + part.prefix + ")")
                        + (part.descending ? " DESC" : ""))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static boolean isLong(ColumnType type) {
        return type.isVariableWidth() && (type.length() == 0 || type.length() > TableDdl.VARCHAR_MAX);
    }

    private int bytes() {
        if (!type.isVariableWidth()) {
            return type.width();
        }
        int length = prefix == 0 ? type.length() : prefix;
        return length * (type.isText() ? CHARACTER_BYTES : 1);
    }

    private IndexPart cut() {
        int length = prefix == 0 ? type.length() : prefix;
        boolean isCut = type.isVariableWidth() && ((isLong(type) && prefix == 0) || length > SHORT);
        return isCut ? new IndexPart(column, type, SHORT, descending) : this;
    }
}
