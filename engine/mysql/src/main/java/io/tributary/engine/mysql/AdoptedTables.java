package io.tributary.engine.mysql;

import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.existing.ServerTables;
import io.tributary.engine.mysql.existing.ToldTables;
import io.tributary.engine.mysql.session.DefinitionLock;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerFacts;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.ExistingTable;
import io.tributary.engine.port.ExistingTables;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the server tells of tables that others have made. */
final class AdoptedTables implements ExistingTables {
    private final ServerConnections queries;
    private final ServerFacts facts;
    private final Supplier<MySqlTransaction> transactions;

    AdoptedTables(ServerConnections queries, ServerFacts facts, Supplier<MySqlTransaction> transactions) {
        this.queries = queries;
        this.facts = facts;
        this.transactions = transactions;
    }

    @Override
    public List<ExistingTable> tables(String database, String table, boolean upsert) {
        return Sql.on(queries, sql -> new ServerTables(sql, facts.isMariaDb(), database, table)
                .existing(upsert, new ToldTables(sql, facts.isMariaDb(), database, table)));
    }

    @Override
    public Map<String, String> versions(String database) {
        return Sql.on(queries, sql -> new ServerTables(sql, facts.isMariaDb(), database, "").versions());
    }

    @Override
    public boolean isBeingDefined(String database, String table) {
        return !new DefinitionLock(database, table).isFree(queries);
    }

    @Override
    public ReservedIds reserveIds(TableSchema table, int count, long atLeast) {
        try (MySqlTransaction transaction = transactions.get()) {
            ReservedIds reserved = transaction.reserveIds(table, count, atLeast);
            // Something must be committed, or the server forgets by a crash of its own that it gave them.
            transaction.putSystem("auto_increment", Long.toString(table.tableId()), Long.toString(reserved.first()));
            transaction.commit();
            return reserved;
        }
    }
}
