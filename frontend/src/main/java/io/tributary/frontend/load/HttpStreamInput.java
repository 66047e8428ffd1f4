package io.tributary.frontend.load;

import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.DorisJsonPath;
import io.tributary.frontend.load.format.FileFormat;
import io.tributary.frontend.load.format.JsonFormat;
import io.tributary.frontend.load.format.LoadFormat;
import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.load.FieldNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which columns the body of an Http Stream has: of CSV its first row shows them; members of JSON and columns of a file are
 * those that the statement names, where {@code *} names the columns that it fills.
 *
 * @param targets columns that the statement fills
 */
record HttpStreamInput(LoadInputs inputs, HttpStreamPlan statement, TableSchema table, TargetColumns targets)
        implements LoadFormat.Visitor<LoadInput> {
    @Override
    public LoadInput csv(CsvFormat format) {
        boolean named = statement
                .properties()
                .getOrDefault("format", "")
                .toLowerCase(Locale.ROOT)
                .startsWith("csv_with_names");
        return new HeaderInput(new CsvHead(format, named), names -> of(statement, names));
    }

    @Override
    public LoadInput json(JsonFormat format) {
        return format.paths().isEmpty() ? byName() : of(statement, pathNames(format.paths()));
    }

    @Override
    public LoadInput file(FileFormat format) {
        return byName();
    }

    private LoadInput of(HttpStreamPlan plan, List<String> names) {
        return plan.isOfEachRow()
                ? inputs.of(HttpStreamFields.of(plan, targets, names))
                : inputs.of(HttpStreamQuery.of(plan, targets, names));
    }

    private LoadInput byName() {
        HttpStreamPlan named = statement.readsAllFields() ? statement.with(targetNames()) : statement;
        Map<String, String> names = new LinkedHashMap<>();
        Stream.concat(named.values().stream(), Stream.of(named.condition()))
                .flatMap(text -> FieldNames.mentioned(text).stream())
                .forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
        // There a name may be one that the statement gives.
        FieldNames.mentioned(named.together().tail()).stream()
                .filter(name -> named.together().names().stream().noneMatch(name::equalsIgnoreCase))
                .forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
        return of(named, List.copyOf(names.values()));
    }

    /** Returns the names of the targets, as expressions. */
    private List<String> targetNames() {
        List<String> names = new ArrayList<>();
        for (int position : targets.toArray()) {
            names.add(SqlLiterals.identifier(
                    position == table.deleteSignPosition()
                            ? HiddenColumns.DELETE_SIGN
                            : table.columns().get(position).name()));
        }
        return names;
    }

    /** The last member on the way to each value; what is an element has its place for a name. */
    private static List<String> pathNames(List<DorisJsonPath> paths) {
        List<String> names = new ArrayList<>();
        for (DorisJsonPath path : paths) {
            List<DorisJsonPath.Step> steps = path.steps();
            boolean member = !steps.isEmpty() && steps.get(steps.size() - 1).isMember();
            names.add(member ? steps.get(steps.size() - 1).name() : "c" + (names.size() + 1));
        }
        return names;
    }
}
