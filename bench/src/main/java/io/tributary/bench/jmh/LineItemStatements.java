package io.tributary.bench.jmh;

import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.bench.replay.ExecuteBody;
import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItemTable;
import io.tributary.cli.lineitem.LineItems;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.PlanCache;
import io.tributary.planner.PlanContext;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * INSERTs of TPC-H lineitems as clients send them; always the same ones. There are {@link #COUNT} different ones of each
 * kind, so that no branch predictor learns one statement by heart.
 */
final class LineItemStatements {
    /** A power of two, for {@link #next}. */
    static final int COUNT = 64;

    static final int COLUMNS = LineItemTables.COLUMNS;
    static final String DATABASE = "bench";

    private static final String INSERT = "INSERT INTO lineitem VALUES ";
    private static final PlanContext CONTEXT = new PlanContext(DATABASE, SqlMode.DEFAULT);
    private static final int PLAN_CACHE_BYTES = 1 << 20;

    private LineItemStatements() {}

    /** The statement that follows {@code index}. */
    static int next(int index) {
        return (index + 1) & (COUNT - 1);
    }

    /** The table that {@code bin/tributary bench} loads. */
    static TableSchema table() {
        if (plan(LineItemTable.CREATE, new CatalogSnapshot(1, List.of(DATABASE), List.of(), List.of(), Map.of()))
                instanceof DefinitionPlan.CreateTable create) {
            return create.table().withTableId(1);
        }
        throw new IllegalStateException("no CREATE TABLE: " + LineItemTable.CREATE);
    }

    /** What every text here is planned as. */
    static InsertPlan plan(TableSchema table) {
        if (plan(INSERT + "(1)", new CatalogSnapshot(1, List.of(DATABASE), List.of(table), List.of(), Map.of()))
                instanceof InsertPlan insert) {
            return insert;
        }
        throw new IllegalStateException("no INSERT: " + INSERT);
    }

    private static Plan plan(String sql, CatalogSnapshot snapshot) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        return new Planner(() -> snapshot)
                .plan(text, 0, text.length, CONTEXT, new PlanCache(new SharedPlanCache(PLAN_CACHE_BYTES), 1));
    }

    /** The rows of {@code count} statements. */
    static List<List<LineItemRow>> rows(int count, int rowsEach) {
        LineItems items = new LineItems((long) count * rowsEach);
        List<List<LineItemRow>> statements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            statements.add(items.next(rowsEach));
        }
        return statements;
    }

    /** The second half of the COM_STMT_EXECUTE that sends these rows. */
    static byte[] executeBody(List<LineItemRow> rows) {
        return ExecuteBody.bytes(rows);
    }

    /** Second halves of COM_STMT_EXECUTE. */
    static byte[][] executeBodies(int rowsEach) {
        return rows(COUNT, rowsEach).stream()
                .map(LineItemStatements::executeBody)
                .toArray(byte[][]::new);
    }

    /** Returns texts with numbers bare, as people and mysqldump write them. */
    static byte[][] texts(int rowsEach) {
        return rows(COUNT, rowsEach).stream()
                .map(each -> text(each, LineItemRow::appendLiterals))
                .toArray(byte[][]::new);
    }

    /** Returns texts with every value in quotes, as tools write them that know no types. */
    static byte[][] quotedTexts(int rowsEach) {
        return rows(COUNT, rowsEach).stream()
                .map(each -> text(each, LineItemRow::appendQuotedLiterals))
                .toArray(byte[][]::new);
    }

    private static byte[] text(List<LineItemRow> rows, BiConsumer<LineItemRow, StringBuilder> literals) {
        StringBuilder sql = new StringBuilder(INSERT);
        for (int i = 0; i < rows.size(); i++) {
            sql.append(i == 0 ? "" : ", ");
            literals.accept(rows.get(i), sql);
        }
        return sql.toString().getBytes(StandardCharsets.UTF_8);
    }
}
