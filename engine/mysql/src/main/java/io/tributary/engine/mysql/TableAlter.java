package io.tributary.engine.mysql;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A change of a table in the server's words: clauses of one ALTER TABLE, which it carries out whole or not at all. */
final class TableAlter {
    private TableAlter() {}

    /** Returns the clauses; none where the server has nothing to do. */
    static List<String> parts(TableSchema before, TableChange change) {
        TableSchema after = change.table();
        List<String> parts = new ArrayList<>();
        Set<Integer> kept = new HashSet<>();
        List<Integer> order = new ArrayList<>();
        for (TableChange.Origin origin : change.origins()) {
            if (origin instanceof TableChange.Kept one) {
                kept.add(one.position());
                order.add(one.position());
            }
        }
        for (int i = 0; i < before.columns().size(); i++) {
            if (!kept.contains(i)) {
                parts.add("DROP COLUMN " + SqlName.quote(before.columns().get(i).name()));
            }
        }
        boolean moved = !order.equals(order.stream().sorted().toList());
        for (int i = 0; i < after.columns().size(); i++) {
            Column column = after.columns().get(i);
            String place = i == 0
                    ? " FIRST"
                    : " AFTER " + SqlName.quote(after.columns().get(i - 1).name());
            if (change.origins().get(i) instanceof TableChange.Kept one) {
                Column old = before.columns().get(one.position());
                if (moved || !isSame(old, column)) {
                    parts.add("CHANGE COLUMN " + SqlName.quote(old.name()) + " " + TableDdl.column(after, column)
                            + place);
                }
            } else if (change.origins().get(i) instanceof TableChange.Filled filled) {
                parts.add(
                        "ADD COLUMN " + TableDdl.column(after, column) + filling(column.type(), filled.text()) + place);
            }
        }
        if (!after.name().equals(before.name())) {
            parts.add("RENAME TO " + SqlName.of(after));
        }
        return parts;
    }

    private static boolean isSame(Column old, Column column) {
        return old.name().equals(column.name())
                && old.type().equals(column.type())
                && old.nullable() == column.nullable();
    }

    /** Long texts have a default only where it is an expression. */
    private static String filling(ColumnType type, @Nullable String text) {
        if (text == null) {
            return "";
        }
        String quoted = "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
        boolean isText =
                switch (type.kind()) {
                    case CHAR, VARCHAR, STRING, JSON, VARBINARY -> true;
                    default -> false;
                };
        return " DEFAULT " + (isText ? "(" + quoted + ")" : quoted);
    }
}
