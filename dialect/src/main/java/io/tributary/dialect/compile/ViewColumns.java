package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Catalog.View.Edit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a view keeps of its query when it is made. */
final class ViewColumns {
    private ViewColumns() {}

    static ViewSchema computed(ViewSchema wanted, List<ResultColumn> results, List<Edit> edits) {
        List<Column> named = wanted.table().columns();
        if (!named.isEmpty() && named.size() != results.size()) {
            throw ErrorCode.WRONG_COLUMN_LIST.error(
                    "In definition of view, derived table or common table expression, SELECT list and column names"
                            + " list have different column counts");
        }
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < results.size(); i++) {
            ResultColumn result = results.get(i);
            String name = named.isEmpty() ? result.name() : named.get(i).name();
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw ErrorCode.DUPLICATE_COLUMN.error("Duplicate column name '" + name + "'");
            }
            columns.add(Column.of(name, result.type(), result.nullable()));
        }
        return wanted.computed(columns, written(wanted.query(), edits));
    }

    /** @param edits from the last one on */
    private static String written(String query, List<Edit> edits) {
        StringBuilder text = new StringBuilder(query);
        for (Edit edit : edits) {
            if (edit.start() < 0) {
                throw TributaryException.notSupported("TABLE in a view; write SELECT * FROM");
            }
            text.replace(edit.start(), edit.end(), edit.text());
        }
        return text.toString();
    }
}
