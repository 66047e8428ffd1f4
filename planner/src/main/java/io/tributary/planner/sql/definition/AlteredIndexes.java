package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The indexes of an {@link AlteredTable}. */
final class AlteredIndexes {
    private final TableSchema before;
    private final List<TableIndex> indexes;
    private boolean changed;

    AlteredIndexes(TableSchema before) {
        this.before = before;
        indexes = new ArrayList<>(before.layout().indexes());
    }

    /** Whether the statement asked for a change of one of them. */
    boolean isChanged() {
        return changed;
    }

    List<TableIndex> all() {
        return indexes;
    }

    /** @throws TributaryException DUPLICATE_KEY_NAME */
    void add(TableIndex index) {
        requireFree(index.name(), -1);
        indexes.add(index);
        List<TableIndex> named = IndexNames.given(indexes, before.layout().keyName());
        indexes.clear();
        indexes.addAll(named);
        changed = true;
    }

    /** @throws TributaryException CANNOT_DROP, or NOT_SUPPORTED for the table's own key */
    void drop(String index, boolean ifExists) {
        TableKeys.requireNotOwn(before, index);
        boolean there = indexes.removeIf(each -> each.name().equalsIgnoreCase(index));
        if (!there && !ifExists) {
            throw ErrorCode.CANNOT_DROP.error("Can't DROP '" + index + "'; check that column/key exists");
        }
        changed |= there;
    }

    /** @throws TributaryException UNKNOWN_KEY, DUPLICATE_KEY_NAME, or NOT_SUPPORTED for the table's own key */
    void rename(String from, String to) {
        TableKeys.requireNotOwn(before, from);
        int at = IntStream.range(0, indexes.size())
                .filter(i -> indexes.get(i).name().equalsIgnoreCase(from))
                .findFirst()
                .orElseThrow(() -> ErrorCode.UNKNOWN_KEY.error(
                        "Key '" + from + "' doesn't exist in table '" + before.name() + "'"));
        requireFree(to, at);
        indexes.set(at, indexes.get(at).named(to));
        changed = true;
    }

    private void requireFree(String index, int except) {
        boolean own = !index.isEmpty() && index.equalsIgnoreCase(before.layout().keyName());
        for (int i = 0; i < indexes.size(); i++) {
            own |= i != except && indexes.get(i).name().equalsIgnoreCase(index);
        }
        if (own) {
            throw ErrorCode.DUPLICATE_KEY_NAME.error("Duplicate key name '" + index + "'");
        }
    }

    /** An index of nothing else goes with it. */
    void dropColumn(String column) {
        indexes.replaceAll(index -> index.without(column));
        indexes.removeIf(index -> index.columns().isEmpty());
    }

    void renameColumn(String from, String to) {
        indexes.replaceAll(index -> index.renamed(from, to));
    }

    /** A CREATE TABLE with it would make a table with a UNIQUE KEY, whose rows replace each other. */
    void requireNoNewKey(List<Column> after) {
        if (before.isUnique()) {
            return;
        }
        for (TableIndex index : indexes) {
            boolean whole = index.unique()
                    && index.columns().stream().allMatch(each -> after.stream()
                            .anyMatch(column -> column.name().equalsIgnoreCase(each) && !column.nullable()));
            if (whole && index.endings().stream().noneMatch(ending -> ending.startsWith("("))) {
                throw TributaryException.notSupported("a UNIQUE KEY over NOT NULL columns (" + index.name()
                        + ") that ALTER TABLE gives to a table; write it in the CREATE TABLE");
            }
        }
    }
}
