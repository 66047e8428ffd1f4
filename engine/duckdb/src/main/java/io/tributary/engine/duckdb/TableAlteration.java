package io.tributary.engine.duckdb;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableChange.Filled;
import io.tributary.contract.schema.TableChange.Kept;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.ClockText;
import io.tributary.dialect.print.MemberSql;
import io.tributary.dialect.print.SqlName;
import io.tributary.dialect.text.CheckConditions;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.EngineTypes;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An ALTER TABLE within a session's transaction. Where columns keep their order and new ones stand behind them, the engine
 * alters its table in place, and only columns of a new type are written; everything else writes the table anew.
 *
 * <p>The engine's table knows names and types alone, so what else changes (lengths, NOT NULL) is only checked here, against
 * the rows that exist.
 */
final class TableAlteration {
    private static final String SET_TYPE = " TYPE ";

    private final TableSchema before;
    private final TableSchema after;
    private final List<TableChange.Origin> origins;

    TableAlteration(TableSchema before, TableChange change) {
        this.before = before;
        after = change.table();
        origins = change.origins();
    }

    /** Whether every value of a column, or of all, is written anew. */
    boolean isRewrite() {
        return !isInPlace() || inPlace(false).stream().anyMatch(step -> step.contains(SET_TYPE));
    }

    /** @throws TributaryException INVALID_NULL, TOO_LONG or CONSTRAINT_VIOLATED; a value that the engine cannot convert is its own error */
    void run(DuckDbSession session) throws SQLException {
        boolean empty = checkRows(session, DuckDbSession.table(before)) == 0;
        List<String> steps = new ArrayList<>();
        if (isInPlace()) {
            steps.addAll(inPlace(empty));
        } else {
            steps.add("CREATE OR REPLACE TABLE " + DuckDbSession.table(before) + " AS SELECT " + selected(empty)
                    + " FROM " + DuckDbSession.table(before));
        }
        if (!after.name().equals(before.name())) {
            steps.add("ALTER TABLE " + DuckDbSession.table(before) + " RENAME TO " + SqlName.quote(after.name()));
        }
        for (String step : steps) {
            session.execute(step);
        }
    }

    /** Checks what {@link #selected} does not, in rows of the table as it was; returns how many there are. */
    long checkRows(DuckDbSession session, String rows) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT count(*)");
        List<TributaryException> refusals = new ArrayList<>();
        for (int i = 0; i < origins.size(); i++) {
            if (origins.get(i) instanceof Kept kept) {
                Column is = before.columns().get(kept.position());
                Column wanted = after.columns().get(i);
                String column = SqlName.quote(is.name());
                if (is.nullable() && !wanted.nullable()) {
                    sql.append(", count(*) FILTER (WHERE ").append(column).append(" IS NULL)");
                    refusals.add(new TributaryException(ErrorCode.INVALID_NULL, "Invalid use of NULL value"));
                }
                if (is.type().isNumber()
                        && wanted.type().isNumber()
                        && !wanted.type().equals(is.type())) {
                    sql.append(", count(*) FILTER (WHERE ")
                            .append(column)
                            .append(" IS NOT NULL AND TRY_CAST(")
                            .append(column)
                            .append(" AS ")
                            .append(EngineTypes.ddl(wanted.type()))
                            .append(") IS NULL)");
                    refusals.add(new TributaryException(
                            ErrorCode.OUT_OF_RANGE, "Out of range value for column '" + wanted.name() + "' at row 1"));
                }
                if (wanted.type().isUnsigned() && !wanted.type().equals(is.type())) {
                    sql.append(", count(*) FILTER (WHERE TRY_CAST(")
                            .append(column)
                            .append(" AS HUGEINT) NOT BETWEEN 0 AND ")
                            .append(wanted.type().unsignedMax())
                            .append(")");
                    refusals.add(new TributaryException(
                            ErrorCode.OUT_OF_RANGE, "Out of range value for column '" + wanted.name() + "' at row 1"));
                }
                if (wanted.declared().hasMembers() && !wanted.declared().equals(is.declared())) {
                    sql.append(", count(*) FILTER (WHERE NOT ")
                            .append(MemberSql.isValue(column, wanted.declared()))
                            .append(")");
                    refusals.add(new TributaryException(
                            ErrorCode.DATA_TRUNCATED, "Data truncated for column '" + wanted.name() + "' at row 1"));
                }
                if (mayBeTooLong(is.type(), wanted.type())) {
                    String length = wanted.type().kind() == Kind.VARBINARY
                            ? "octet_length(" + column + ")"
                            : "length(CAST(" + column + " AS VARCHAR))";
                    sql.append(", count(*) FILTER (WHERE ")
                            .append(length)
                            .append(" > ")
                            .append(wanted.type().length())
                            .append(")");
                    refusals.add(new TributaryException(
                            ErrorCode.TOO_LONG, "Data too long for column '" + wanted.name() + "'"));
                }
            }
        }
        sql.append(" FROM ").append(rows);
        long[] counts = counts(session, sql.toString(), refusals.size() + 1);
        for (int i = 0; i < refusals.size(); i++) {
            if (counts[i + 1] > 0) {
                throw refusals.get(i);
            }
        }
        checkConstraints(session, rows, counts[0] == 0);
        return counts[0];
    }

    private static long[] counts(DuckDbSession session, String sql, int columns) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            long[] counts = new long[columns];
            for (int i = 0; i < columns; i++) {
                counts[i] = row.getLong(i + 1);
            }
            return counts;
        }
    }

    /** Holds the rows as they are to be to the table's checks: to those that are new, and where columns change to all. */
    private void checkConstraints(DuckDbSession session, String rows, boolean empty) throws SQLException {
        List<Check> checks = new ArrayList<>(after.layout().constraints().checks());
        // What is computed cannot be added, and holds for what columns are changed to.
        checks.removeIf(Check::isComputed);
        if (after.columns().equals(before.columns())) {
            checks.removeAll(before.layout().constraints().checks());
        }
        if (checks.isEmpty() || empty) {
            return;
        }
        CheckConditions conditions = new CheckConditions(after, SqlName::quote);
        String each = checks.stream()
                .map(check -> "count(*) FILTER (WHERE " + conditions.broken(check) + ")")
                .collect(Collectors.joining(", "));
        long[] broken = counts(
                session, "SELECT " + each + " FROM (SELECT " + selected(false) + " FROM " + rows + ")", checks.size());
        for (int i = 0; i < broken.length; i++) {
            if (broken[i] > 0) {
                throw new TributaryException(
                        ErrorCode.CONSTRAINT_VIOLATED,
                        "Check constraint '" + checks.get(i).name() + "' is violated. " + broken[i] + " rows make "
                                + checks.get(i).text() + " false");
            }
        }
    }

    private static boolean mayBeTooLong(ColumnType is, ColumnType wanted) {
        boolean limited = wanted.length() > 0
                && (wanted.kind() == Kind.CHAR || wanted.kind() == Kind.VARCHAR || wanted.kind() == Kind.VARBINARY);
        boolean limitedBefore =
                is.length() > 0 && (is.kind() == Kind.CHAR || is.kind() == Kind.VARCHAR || is.kind() == Kind.VARBINARY);
        return limited && !(limitedBefore && is.length() <= wanted.length());
    }

    private boolean isInPlace() {
        int last = -1;
        boolean added = false;
        Set<String> others = new TreeSet<>();
        before.columns().forEach(column -> others.add(lower(column)));
        for (int i = 0; i < origins.size(); i++) {
            if (!(origins.get(i) instanceof Kept kept)) {
                added = true;
                continue;
            }
            if (added || kept.position() <= last) {
                return false;
            }
            last = kept.position();
            Column is = before.columns().get(last);
            boolean renamed = !is.name().equals(after.columns().get(i).name());
            // The name may be that of a column which gets another itself, or differ by case alone.
            if (renamed && others.contains(lower(after.columns().get(i)))) {
                return false;
            }
        }
        return last >= 0;
    }

    private List<String> inPlace(boolean empty) {
        String alter = "ALTER TABLE " + DuckDbSession.table(before) + " ";
        List<String> steps = new ArrayList<>();
        for (int position = 0; position < before.columns().size(); position++) {
            if (!origins.contains(new Kept(position))) {
                steps.add(alter + "DROP COLUMN "
                        + SqlName.quote(before.columns().get(position).name()));
            }
        }
        for (int i = 0; i < origins.size(); i++) {
            Column wanted = after.columns().get(i);
            String column = SqlName.quote(wanted.name());
            if (origins.get(i) instanceof Kept kept) {
                Column is = before.columns().get(kept.position());
                if (!is.name().equals(wanted.name())) {
                    steps.add(alter + "RENAME COLUMN " + SqlName.quote(is.name()) + " TO " + column);
                }
                String type = EngineTypes.ddl(wanted.type());
                if (!type.equals(EngineTypes.ddl(is.type()))) {
                    steps.add(alter + "ALTER COLUMN " + column + SET_TYPE + type + " USING CAST(" + column + " AS "
                            + type + ")");
                }
            } else {
                steps.add(alter + "ADD COLUMN " + column + " " + EngineTypes.ddl(wanted.type()) + " DEFAULT "
                        + fill(i, empty));
                steps.add(alter + "ALTER COLUMN " + column + " DROP DEFAULT");
            }
        }
        return steps;
    }

    /** The columns as they are to be, of rows of the table as it was. */
    String selected(boolean empty) {
        List<String> expressions = new ArrayList<>();
        for (int i = 0; i < origins.size(); i++) {
            Column wanted = after.columns().get(i);
            String value = origins.get(i) instanceof Kept kept
                    ? SqlName.quote(before.columns().get(kept.position()).name())
                    : fill(i, empty);
            expressions.add(
                    "CAST(" + value + " AS " + EngineTypes.ddl(wanted.type()) + ") AS " + SqlName.quote(wanted.name()));
        }
        return String.join(", ", expressions);
    }

    /** What rows that exist get in a new column. Without rows nothing is converted, as a zero date could not be. */
    private String fill(int i, boolean empty) {
        String text = ((Filled) origins.get(i)).text();
        if (text == null || empty) {
            return "NULL";
        }
        String literal = "'" + text.replace("'", "''") + "'";
        ColumnType type = after.columns().get(i).type();
        if (type.kind() == Kind.TIME) {
            return Long.toString(ClockText.parse(text.getBytes(StandardCharsets.UTF_8), 0, text.length()));
        }
        return type.kind() == Kind.VARBINARY
                ? "encode(" + literal + ")"
                : "CAST(" + literal + " AS " + EngineTypes.ddl(type) + ")";
    }

    private static String lower(Column column) {
        return column.name().toLowerCase(Locale.ROOT);
    }
}
