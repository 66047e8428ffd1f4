package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema.KeyModel;
import java.util.List;

/** Which columns have an aggregation: the values of an AGGREGATE KEY table, all of them and no others. Texts are Doris'. */
final class AggregatedColumns {
    private AggregatedColumns() {}

    /** @throws TributaryException INVALID_STATEMENT, naming the column */
    static void check(List<Column> columns, KeyModel model) {
        columns.forEach(column -> check(column, model));
    }

    private static void check(Column column, KeyModel model) {
        Aggregation aggregation = column.aggregation();
        if (aggregation == Aggregation.NONE) {
            if (model == KeyModel.AGGREGATE && !column.key()) {
                throw refused("AGG_KEYS table should specify aggregate type for non-key column[" + column.name() + "]");
            }
            return;
        }
        if (column.key()) {
            throw refused("Key column " + column.name() + " can not set aggregation type");
        }
        if (model != KeyModel.AGGREGATE) {
            throw refused((model == KeyModel.UNIQUE ? "UNIQUE_KEYS" : "DUP_KEYS")
                    + " table should not specify aggregate type for non-key column[" + column.name() + "]");
        }
        if (!aggregation.takes(column.type())) {
            throw refused("Aggregate type " + aggregation + " is not compatible with primitive type "
                    + column.type().ddl());
        }
        if (aggregation == Aggregation.REPLACE_IF_NOT_NULL && !column.nullable()) {
            throw refused(
                    "REPLACE_IF_NOT_NULL column must be nullable, maybe should use REPLACE, column:" + column.name());
        }
        if (column.autoIncrement()) {
            throw refused("the auto increment column[" + column.name() + "] can not have an aggregate type");
        }
    }

    /** A column as MODIFY writes it; its aggregation stays where none is written. */
    static Column replaced(Column is, Column written) {
        if (written.aggregation() == Aggregation.NONE) {
            return written.aggregatedBy(is.aggregation());
        }
        if (written.aggregation() != is.aggregation()) {
            throw refused("Can not change aggregation type of column[" + is.name() + "]");
        }
        return written;
    }

    private static TributaryException refused(String message) {
        return ErrorCode.INVALID_STATEMENT.error(message);
    }
}
