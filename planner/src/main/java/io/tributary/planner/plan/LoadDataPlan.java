package io.tributary.planner.plan;

import io.tributary.planner.plan.part.LoadDataFormat;
import java.util.List;

/**
 * LOAD DATA LOCAL INFILE: the client sends a file, whose lines are the rows of an INSERT.
 *
 * @param file its name, which only the client understands
 * @param target table and columns, as if the rows were written out
 * @param fields for each field of a line whether it goes to the next target column; one that does not goes to a variable
 *     that nobody reads
 */
public record LoadDataPlan(String file, InsertPlan target, List<Boolean> fields, LoadDataFormat format)
        implements Plan {
    public LoadDataPlan {
        fields = List.copyOf(fields);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitLoadData(this);
    }
}
