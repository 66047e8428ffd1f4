package io.tributary.frontend.execution;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.schema.ColumnOrigin;
import java.util.ArrayList;
import java.util.List;

/** Passes a result of the engine on, its columns with what the plan knows of the tables they come from. */
public final class OriginNames extends PassedResult {
    private final List<ColumnOrigin> origins;

    public OriginNames(List<ColumnOrigin> origins, ResultReceiver receiver) {
        super(receiver);
        this.origins = origins;
    }

    /** The columns as they are where the plan, made for another state of the catalog, knows of others: in number or by name. */
    public static List<ResultColumn> put(List<ColumnOrigin> origins, List<ResultColumn> columns) {
        if (origins.size() != columns.size()) {
            return columns;
        }
        List<ResultColumn> named = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            ResultColumn column = columns.get(i);
            if (!origins.get(i).mayBe(column.name())) {
                return columns;
            }
            named.add(column.from(origins.get(i)));
        }
        return named;
    }

    @Override
    public void columns(List<ResultColumn> columns, Flow flow) {
        super.columns(put(origins, columns), flow);
    }
}
