package io.tributary.planner.plan.part;

/** A table by name, its database always filled in. */
public record TableName(String database, String table) {
    @Override
    public String toString() {
        return database + "." + table;
    }
}
