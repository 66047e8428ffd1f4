package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.ColumnFacts;
import io.tributary.contract.information.TableFacts;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.show.InformationColumns.Shown;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** DESCRIBE, SHOW COLUMNS, INDEX and CREATE TABLE: what one table is made of. */
final class TableRows {
    private static final InformationColumns COLUMNS = new InformationColumns(
            "COLUMNS",
            List.of(
                    new Shown("Field", "COLUMN_NAME"),
                    new Shown("Type", "COLUMN_TYPE"),
                    new Shown("Null", "IS_NULLABLE"),
                    new Shown("Key", "COLUMN_KEY"),
                    new Shown("Default", "COLUMN_DEFAULT"),
                    new Shown("Extra", "EXTRA")));
    private static final InformationColumns COLUMNS_FULL = new InformationColumns(
            "COLUMNS",
            List.of(
                    new Shown("Field", "COLUMN_NAME"),
                    new Shown("Type", "COLUMN_TYPE"),
                    new Shown("Collation", "COLLATION_NAME"),
                    new Shown("Null", "IS_NULLABLE"),
                    new Shown("Key", "COLUMN_KEY"),
                    new Shown("Default", "COLUMN_DEFAULT"),
                    new Shown("Extra", "EXTRA"),
                    new Shown("Privileges", "PRIVILEGES"),
                    new Shown("Comment", "COLUMN_COMMENT")));
    private static final InformationColumns INDEX = new InformationColumns(
            "STATISTICS",
            List.of(
                    new Shown("Table", "TABLE_NAME"),
                    new Shown("Non_unique", "NON_UNIQUE"),
                    new Shown("Key_name", "INDEX_NAME"),
                    new Shown("Seq_in_index", "SEQ_IN_INDEX"),
                    new Shown("Column_name", "COLUMN_NAME"),
                    new Shown("Collation", "COLLATION"),
                    new Shown("Cardinality", "CARDINALITY"),
                    new Shown("Sub_part", "SUB_PART"),
                    new Shown("Packed", "PACKED"),
                    new Shown("Null", "NULLABLE"),
                    new Shown("Index_type", "INDEX_TYPE"),
                    new Shown("Comment", "COMMENT"),
                    new Shown("Index_comment", "INDEX_COMMENT"),
                    new Shown("Visible", "IS_VISIBLE"),
                    new Shown("Expression", "EXPRESSION")));

    private TableRows() {}

    /** @param hidden whether the hidden columns are shown as well */
    static Answer.LocalRows columns(TableSchema table, boolean full, boolean hidden) {
        TableFacts facts = new TableFacts(table);
        return (full ? COLUMNS_FULL : COLUMNS).of(hidden ? facts.columnsWithHidden() : facts.columns());
    }

    static Answer.LocalRows index(TableSchema table) {
        return INDEX.of(new TableFacts(table).statistics());
    }

    static List<ResultColumn> createViewColumns() {
        return texts("View", "Create View", "character_set_client", "collation_connection");
    }

    static Answer.LocalRows createView(ViewSchema view) {
        String columns = view.table().columns().stream()
                .map(column -> SqlLiterals.identifier(column.name()))
                .collect(Collectors.joining(", ", " (", ")"));
        String text = "CREATE ALGORITHM=UNDEFINED DEFINER=" + SqlLiterals.identifier(view.definer())
                + "@`%` SQL SECURITY DEFINER VIEW " + SqlLiterals.identifier(view.name()) + columns + " AS "
                + view.query();
        return new Answer.LocalRows(
                createViewColumns(),
                List.of(Arrays.asList(view.name(), text, ColumnFacts.CHARACTER_SET, ColumnFacts.COLLATION)));
    }

    static List<ResultColumn> createTableColumns() {
        return texts("Table", "Create Table");
    }

    /** @param text which makes it */
    static Answer.LocalRows createTable(TableSchema table, String text) {
        return new Answer.LocalRows(createTableColumns(), List.of(Arrays.asList(table.name(), text)));
    }
}
