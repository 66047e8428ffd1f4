package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.ShowPlan.Absent;
import io.tributary.planner.plan.ShowPlan.Fixed;
import io.tributary.planner.plan.ShowPlan.Limit;
import io.tributary.planner.plan.ShowPlan.Proc;
import io.tributary.planner.plan.ShowPlan.SortKey;
import io.tributary.planner.plan.part.TableName;
import java.util.List;

/** SHOW of what Apache Doris has and MySQL has not: loads, tablets, frontends and their like. */
final class DorisShowParser {
    private final Tokens tokens;
    private final NameResolver names;

    DorisShowParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Reads what follows the first word of the subject. */
    ShowPlan subject(String word) {
        return switch (word) {
            case "FRONTENDS" -> new ShowPlan.Frontends(filters());
            case "CATALOGS" -> new Fixed(Fixed.Kind.CATALOGS, filters());
            case "LOAD" -> loads(Absent.Kind.LOADS);
            case "STREAM" -> {
                tokens.expect("LOAD");
                yield loads(Absent.Kind.STREAM_LOADS);
            }
            case "ALL" -> {
                // Those that have ended are told of, too.
                tokens.expect("ROUTINE");
                yield routineLoads();
            }
            case "ROUTINE" -> routineLoads();
            case "TABLETS" -> tablets();
            case "DYNAMIC" -> {
                tokens.expect("PARTITION", "TABLES");
                yield ordered(new ShowPlan.DynamicTables(requireDatabase(), filters()));
            }
            case "DATA" -> data();
            case "PROC" -> proc();
            case "PROPERTY" -> property();
            default -> throw TributaryException.notSupported("SHOW " + word);
        };
    }

    /** Reads what follows TABLE STATS. */
    ShowPlan tableStats() {
        return new ShowPlan.TableStats(table());
    }

    private AllOf filters() {
        return FilterParser.parse(tokens);
    }

    /** {@code [FROM db] [LIKE … | WHERE …] [ORDER BY …] [LIMIT …]}. */
    private ShowPlan loads(Absent.Kind kind) {
        requireDatabase();
        return ordered(new Absent(kind, filters()));
    }

    /** The database must exist, though nothing is in it. */
    private String requireDatabase() {
        return names.existingDatabase(tokens.acceptAny("FROM", "IN") ? Names.database(tokens) : "");
    }

    private ShowPlan routineLoads() {
        tokens.expect("LOAD");
        if (tokens.accept("TASK")) {
            return loads(Absent.Kind.ROUTINE_LOAD_TASKS);
        }
        if (tokens.accept("FOR")) {
            TableName job =
                    Names.qualified(tokens, (database, name) -> new TableName(names.existingDatabase(database), name));
            throw ErrorCode.INVALID_STATEMENT.error(
                    "There is no job named " + job.table() + " in db " + job.database());
        }
        return loads(Absent.Kind.ROUTINE_LOADS);
    }

    private ShowPlan tablets() {
        tokens.expectAny("FROM", "IN");
        TableSchema table = Names.qualified(tokens, names::readableTable);
        if (Names.acceptPartition(tokens)) {
            List<String> unused = Names.partitions(tokens, table);
        }
        return ordered(new Absent(Absent.Kind.TABLETS, filters()));
    }

    private ShowPlan data() {
        if (tokens.acceptAny("FROM", "IN")) {
            TableName table = table();
            return ordered(new ShowPlan.Data(table.database(), table));
        }
        String database = names.currentDatabase();
        return ordered(new ShowPlan.Data(database.isEmpty() ? "" : names.existingDatabase(database), null));
    }

    private TableName table() {
        TableSchema table = Names.qualified(tokens, names::readableTable);
        return new TableName(table.database(), table.name());
    }

    /** Slashes count once, and none at the end. */
    private ShowPlan proc() {
        String path = tokens.string();
        return switch (path.strip().replaceAll("/+", "/").replaceAll("(?<=.)/$", "")) {
            case "/" -> new Proc(Proc.Path.ROOT);
            case "/frontends" -> new ShowPlan.Frontends(AllOf.NONE);
            case "/backends" -> new ShowPlan.Backends(AllOf.NONE);
            case "/dbs" -> new Proc(Proc.Path.DATABASES);
            case "/statistic" -> new Proc(Proc.Path.STATISTIC);
            case "/current_queries" -> new Proc(Proc.Path.CURRENT_QUERIES);
            default -> throw ErrorCode.INVALID_STATEMENT.error("Proc path '" + path + "' doesn't exist");
        };
    }

    /** Doris limits accounts by properties; nothing limits one here. */
    private ShowPlan property() {
        if (tokens.accept("FOR")) {
            tokens.identifierOrString();
            if (tokens.kind() == Token.Kind.USER_VARIABLE) {
                tokens.advance();
            }
        }
        return new Absent(Absent.Kind.PROPERTIES, filters());
    }

    private ShowPlan ordered(ShowPlan.Local rows) {
        List<SortKey> order = tokens.acceptClause("ORDER", "BY") ? tokens.list(this::sortKey) : List.of();
        Limit limit = LimitParser.parse(tokens);
        return order.isEmpty() && limit.equals(Limit.NONE) ? rows : new ShowPlan.Ordered(rows, order, limit);
    }

    private SortKey sortKey() {
        String column = tokens.identifier();
        boolean descends = tokens.at("DESC");
        tokens.acceptAny("ASC", "DESC");
        return new SortKey(column, descends);
    }
}
