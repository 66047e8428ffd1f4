package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.ShowCondition;
import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.ShowPlan.Absent;
import io.tributary.planner.plan.ShowPlan.Fixed;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.TableNames;
import java.util.List;
import java.util.function.BiFunction;

/** SHOW and DESCRIBE. */
final class ShowParser {
    private final Tokens tokens;
    private final NameResolver names;
    private boolean full;
    private boolean global;

    ShowParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Reads the statement from SHOW on. */
    Plan show() {
        tokens.advance();
        ShowPlan plan = subject();
        tokens.expectEnd();
        return plan;
    }

    /** Reads what follows DESCRIBE, from the table on. */
    Plan describe() {
        TableName name = Names.qualified(tokens, TableName::new);
        if (tokens.at("ALL")) {
            throw TributaryException.notSupported("DESCRIBE … ALL", ": SHOW CREATE TABLE shows rollups");
        }
        AllOf column = column();
        ShowPlan plan = new ShowPlan.Columns(false, table(name.database(), name.table()), column);
        tokens.expectEnd();
        return plan;
    }

    private AllOf column() {
        return tokens.atStatementEnd()
                ? AllOf.NONE
                : AllOf.of(new ShowCondition.Filter("", true, List.of(tokens.identifierOrString())));
    }

    private ShowPlan subject() {
        while (tokens.atAny("FULL", "EXTENDED", "GLOBAL", "SESSION", "LOCAL")) {
            full |= tokens.atAny("FULL", "EXTENDED");
            global |= tokens.at("GLOBAL");
            tokens.advance();
        }
        String word = tokens.word();
        return switch (word) {
            case "DATABASES", "SCHEMAS" -> new ShowPlan.Databases(filters());
            case "TABLES" -> ofDatabase((database, filters) -> new ShowPlan.Tables(full, database, filters));
            case "TABLE" -> {
                if (tokens.accept("STATS")) {
                    yield new DorisShowParser(tokens, names).tableStats();
                }
                tokens.expect("STATUS");
                yield ofDatabase(ShowPlan.TableStatus::new);
            }
            case "TRIGGERS" -> triggers();
            case "EVENTS" -> absentOfDatabase(Absent.Kind.EVENTS);
            case "COLUMNS", "FIELDS" -> ofTable((table, filters) -> new ShowPlan.Columns(full, table, filters));
            case "INDEX", "INDEXES", "KEYS" -> ofTable(ShowPlan.Index::new);
            case "PARTITIONS" ->
                ofTable((table, filters) ->
                        new ShowPlan.Partitions(table, filters, order(), LimitParser.parse(tokens)));
            case "CREATE" -> create();
            case "VARIABLES" -> new ShowPlan.Variables(global, filters());
            case "STATUS" -> new ShowPlan.Status(global, filters());
            case "WARNINGS" -> new ShowPlan.Conditions(false, LimitParser.parse(tokens));
            case "ERRORS" -> new ShowPlan.Conditions(true, LimitParser.parse(tokens));
            case "COUNT" -> count();
            case "PROCESSLIST" -> new ShowPlan.Processes(full, filters());
            case "ENGINES" -> fixed(Fixed.Kind.ENGINES);
            case "STORAGE" -> {
                tokens.expect("ENGINES");
                yield fixed(Fixed.Kind.ENGINES);
            }
            case "CHARSET" -> fixed(Fixed.Kind.CHARACTER_SET);
            case "CHARACTER", "CHAR" -> {
                tokens.expect("SET");
                yield fixed(Fixed.Kind.CHARACTER_SET);
            }
            case "COLLATION" -> fixed(Fixed.Kind.COLLATION);
            case "PLUGINS" -> fixed(Fixed.Kind.PLUGINS);
            case "PRIVILEGES" -> fixed(Fixed.Kind.PRIVILEGES);
            case "GRANTS" -> grants();
            case "PROCEDURE" -> absentStatus(Absent.Kind.PROCEDURE_STATUS);
            case "FUNCTION" -> absentStatus(Absent.Kind.FUNCTION_STATUS);
            case "OPEN" -> {
                tokens.expect("TABLES");
                yield absentOfDatabase(Absent.Kind.OPEN_TABLES);
            }
            case "BINARY", "MASTER" -> binaryLog(word);
            case "SLAVE", "REPLICA" ->
                tokens.accept("HOSTS") ? absent(Absent.Kind.REPLICAS) : absentStatus(Absent.Kind.REPLICA_STATUS);
            case "REPLICAS" -> absent(Absent.Kind.REPLICAS);
            case "PROFILES" -> absent(Absent.Kind.PROFILES);
            case "ALTER" -> alter();
            case "GROUP" -> {
                tokens.expect("COMMIT");
                yield new ShowPlan.Batches(filters());
            }
            case "BACKENDS" -> new ShowPlan.Backends(filters());
            case "TRANSACTION" -> ofDatabase(ShowPlan.Transactions::new);
            case "QUARANTINE" -> new QuarantineParser(tokens, names).show();
            case "ENGINE" ->
                throw ErrorCode.UNKNOWN_STORAGE_ENGINE.error(
                        "Unknown storage engine '" + tokens.identifierOrString() + "'");
            default -> new DorisShowParser(tokens, names).subject(word);
        };
    }

    private AllOf filters() {
        return FilterParser.parse(tokens);
    }

    private ShowPlan fixed(Fixed.Kind kind) {
        return new Fixed(kind, filters());
    }

    private ShowPlan absent(Absent.Kind kind) {
        return new Absent(kind, filters());
    }

    private ShowPlan absentStatus(Absent.Kind kind) {
        tokens.expect("STATUS");
        return absent(kind);
    }

    /** The database must exist, though nothing is in it. */
    private ShowPlan absentOfDatabase(Absent.Kind kind) {
        return ofDatabase((database, filters) -> new Absent(kind, filters));
    }

    /** Only a server has triggers; the filter goes there as it is written. */
    private ShowPlan triggers() {
        String database = names.existingDatabase(database(""));
        int begin = tokens.start();
        AllOf filters = filters();
        return names.isOnServer(database)
                ? new ShowPlan.OfServer(
                        database,
                        "SHOW TRIGGERS FROM " + SqlLiterals.identifier(database) + " " + tokens.textSince(begin))
                : new Absent(Absent.Kind.TRIGGERS, filters);
    }

    private ShowPlan createTrigger() {
        TableName trigger = TableNames.read(tokens, names);
        if (!names.isOnServer(trigger.database())) {
            throw ErrorCode.UNKNOWN_TRIGGER.error("Trigger does not exist");
        }
        return new ShowPlan.OfServer(
                trigger.database(),
                "SHOW CREATE TRIGGER " + SqlLiterals.identifier(trigger.database()) + "."
                        + SqlLiterals.identifier(trigger.table()));
    }

    /** {@code SHOW MASTER STATUS} has no row while nothing is logged, {@code SHOW BINARY LOGS} is an error then. */
    private ShowPlan binaryLog(String word) {
        if (word.equals("BINARY")) {
            tokens.expect(tokens.at("LOGS") ? "LOGS" : "LOG");
        }
        if (tokens.accept("STATUS")) {
            return absent(Absent.Kind.BINARY_LOG_STATUS);
        }
        tokens.accept("LOGS");
        throw ErrorCode.NO_BINARY_LOG.error("You are not using binary logging");
    }

    private ShowPlan ofDatabase(BiFunction<String, AllOf, ShowPlan> plan) {
        return plan.apply(names.existingDatabase(database("")), filters());
    }

    /** {@code [FROM db]}. */
    private String database(String otherwise) {
        return tokens.acceptAny("FROM", "IN") ? Names.database(tokens) : otherwise;
    }

    /** {@code FROM [db.]t [FROM db]}. */
    private ShowPlan ofTable(BiFunction<TableName, AllOf, ShowPlan> plan) {
        tokens.expectAny("FROM", "IN");
        TableName name = Names.qualified(tokens, (database, table) -> new TableName(database(database), table));
        AllOf filters = filters();
        return plan.apply(table(name.database(), name.table()), filters);
    }

    private TableName table(String database, String table) {
        TableSchema found = names.readableTable(database, table);
        return new TableName(found.database(), found.name());
    }

    private ShowPlan create() {
        boolean view = tokens.accept("VIEW");
        if (view || tokens.accept("TABLE")) {
            TableSchema table = Names.qualified(tokens, names::readableTable);
            if (view && !table.isView()) {
                throw ErrorCode.WRONG_OBJECT.error("'" + table.database() + "." + table.name() + "' is not VIEW");
            }
            return new ShowPlan.CreateTable(new TableName(table.database(), table.name()));
        }
        if (tokens.acceptAny("DATABASE", "SCHEMA")) {
            tokens.acceptClause("IF", "NOT", "EXISTS");
            return new ShowPlan.CreateDatabase(names.existingDatabase(Names.database(tokens)));
        }
        if (tokens.accept("TRIGGER")) {
            return createTrigger();
        }
        throw unknown(tokens.word());
    }

    /** What MySQL answers to a SHOW CREATE of something that does not exist there either. */
    private TributaryException unknown(String kind) {
        return switch (kind) {
            case "PROCEDURE", "FUNCTION" ->
                ErrorCode.UNKNOWN_FUNCTION.error(
                        kind + " " + TableNames.read(tokens, names).table() + " does not exist");
            case "EVENT" ->
                ErrorCode.UNKNOWN_EVENT.error(
                        "Unknown event '" + TableNames.read(tokens, names).table() + "'");
            default -> TributaryException.notSupported("SHOW CREATE " + kind);
        };
    }

    /** {@code [ORDER BY column [ASC | DESC], …]}. */
    private List<ShowPlan.SortKey> order() {
        return tokens.acceptClause("ORDER", "BY") ? tokens.list(this::sortKey) : List.of();
    }

    private ShowPlan.SortKey sortKey() {
        String column = tokens.identifier();
        return new ShowPlan.SortKey(column, descends());
    }

    private boolean descends() {
        boolean descends = tokens.at("DESC");
        tokens.acceptAny("ASC", "DESC");
        return descends;
    }

    /** Reads what follows SHOW ALTER. */
    private ShowPlan alter() {
        tokens.expect("TABLE");
        boolean rollups = tokens.acceptClause("MATERIALIZED", "VIEW") || tokens.accept("ROLLUP");
        if (!rollups) {
            tokens.expect("COLUMN");
        }
        String database = database("");
        AllOf filters = filters();
        boolean newestFirst = false;
        if (tokens.acceptClause("ORDER", "BY")) {
            if (!tokens.atAny("CREATETIME", "FINISHTIME", "JOBID") && tokens.kind() != Token.Kind.QUOTED) {
                throw TributaryException.notSupported(
                        "SHOW ALTER TABLE ORDER BY anything but JobId, CreateTime and FinishTime");
            }
            tokens.advance();
            newestFirst = descends();
        }
        return new ShowPlan.Alterations(
                rollups, names.existingDatabase(database), filters, newestFirst, LimitParser.parse(tokens));
    }

    private ShowPlan count() {
        tokens.expectSymbol('(');
        tokens.expectSymbol('*');
        tokens.expectSymbol(')');
        boolean errorsOnly = tokens.accept("ERRORS");
        if (!errorsOnly) {
            tokens.expect("WARNINGS");
        }
        return new ShowPlan.ConditionCount(errorsOnly);
    }

    private ShowPlan grants() {
        String user = "";
        if (tokens.accept("FOR")) {
            if (tokens.accept("CURRENT_USER")) {
                if (tokens.acceptSymbol('(')) {
                    tokens.expectSymbol(')');
                }
            } else {
                user = tokens.identifierOrString();
                if (tokens.kind() == Token.Kind.USER_VARIABLE) {
                    tokens.advance();
                }
            }
        }
        return new ShowPlan.Grants(user);
    }
}
