package io.tributary.planner.plan;

import java.util.List;

/**
 * SHOW, DESCRIBE.
 *
 * @param full FULL, or EXTENDED
 * @param global GLOBAL, of VARIABLES and STATUS
 * @param database filled in where the subject has one, else empty; it exists
 * @param table of COLUMNS, INDEX, CREATE_TABLE, else empty; it exists, unless it is one of information_schema
 * @param filters all must hold
 */
public record ShowPlan(
        Subject subject, boolean full, boolean global, String database, String table, List<Filter> filters)
        implements Plan {
    /** What is shown. */
    public enum Subject {
        DATABASES,
        TABLES,
        TABLE_STATUS,
        COLUMNS,
        INDEX,
        CREATE_TABLE,
        CREATE_DATABASE,
        VARIABLES,
        STATUS,
        WARNINGS,
        WARNING_COUNT,
        ERRORS,
        ERROR_COUNT,
        PROCESSLIST,
        ENGINES,
        CHARACTER_SET,
        COLLATION,
        PLUGINS,
        PRIVILEGES,
        GRANTS,
        TRIGGERS,
        EVENTS,
        PROCEDURE_STATUS,
        FUNCTION_STATUS
    }

    /**
     * A condition on one column of what is shown; any of the values may match.
     *
     * @param column as written in WHERE, or empty for {@code LIKE}: the subject's first column
     * @param pattern whether the values are LIKE patterns (see {@code LikePattern}) or compared as they are
     */
    public record Filter(String column, boolean pattern, List<String> values) {
        public Filter {
            values = List.copyOf(values);
        }
    }

    public ShowPlan {
        filters = List.copyOf(filters);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitShow(this);
    }
}
