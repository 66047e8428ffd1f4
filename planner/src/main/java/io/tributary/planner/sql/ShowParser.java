package io.tributary.planner.sql;

import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.ShowCondition;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.ShowPlan.Subject;
import io.tributary.planner.sql.token.NameResolver;
import io.tributary.planner.sql.token.Tokens;
import io.tributary.planner.sql.token.Unsupported;
import java.util.ArrayList;
import java.util.List;

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

    /** At SHOW. */
    Plan show() {
        tokens.advance();
        ShowPlan plan = subject();
        tokens.expectEnd();
        return plan;
    }

    /** Behind DESCRIBE, at the table. */
    Plan describe() {
        String first = tokens.identifier();
        ShowPlan plan = tokens.acceptSymbol('.')
                ? ofTable(Subject.COLUMNS, first, tokens.identifier(), column())
                : ofTable(Subject.COLUMNS, "", first, column());
        tokens.expectEnd();
        return plan;
    }

    private List<ShowCondition> column() {
        if (tokens.atEnd() || tokens.atSymbol(';')) {
            return List.of();
        }
        return List.of(new ShowCondition.Filter("", true, List.of(tokens.identifierOrString())));
    }

    private ShowPlan subject() {
        while (tokens.atAny("FULL", "EXTENDED", "GLOBAL", "SESSION", "LOCAL")) {
            full |= tokens.atAny("FULL", "EXTENDED");
            global |= tokens.at("GLOBAL");
            tokens.advance();
        }
        if (tokens.kind() != Tokens.Kind.WORD) {
            throw tokens.syntaxError();
        }
        String word = tokens.upper();
        tokens.advance();
        return switch (word) {
            case "DATABASES", "SCHEMAS" -> plain(Subject.DATABASES);
            case "TABLES" -> ofDatabase(Subject.TABLES);
            case "TABLE" -> {
                tokens.expect("STATUS");
                yield ofDatabase(Subject.TABLE_STATUS);
            }
            case "TRIGGERS" -> ofDatabase(Subject.TRIGGERS);
            case "EVENTS" -> ofDatabase(Subject.EVENTS);
            case "COLUMNS", "FIELDS" -> columns(Subject.COLUMNS);
            case "INDEX", "INDEXES", "KEYS" -> columns(Subject.INDEX);
            case "PARTITIONS" -> {
                ShowPlan plan = columns(Subject.PARTITIONS);
                yield plan.ordered(order(), limit());
            }
            case "CREATE" -> create();
            case "VARIABLES" -> plain(Subject.VARIABLES);
            case "STATUS" -> plain(Subject.STATUS);
            case "WARNINGS" -> limited(Subject.WARNINGS);
            case "ERRORS" -> limited(Subject.ERRORS);
            case "COUNT" -> count();
            case "PROCESSLIST" -> plain(Subject.PROCESSLIST);
            case "ENGINES" -> plain(Subject.ENGINES);
            case "STORAGE" -> followed("ENGINES", Subject.ENGINES);
            case "CHARSET" -> plain(Subject.CHARACTER_SET);
            case "CHARACTER", "CHAR" -> followed("SET", Subject.CHARACTER_SET);
            case "COLLATION" -> plain(Subject.COLLATION);
            case "PLUGINS" -> plain(Subject.PLUGINS);
            case "PRIVILEGES" -> plain(Subject.PRIVILEGES);
            case "GRANTS" -> grants();
            case "PROCEDURE" -> followed("STATUS", Subject.PROCEDURE_STATUS);
            case "FUNCTION" -> followed("STATUS", Subject.FUNCTION_STATUS);
            case "OPEN" -> {
                tokens.expect("TABLES");
                yield ofDatabase(Subject.OPEN_TABLES);
            }
            case "BINARY", "MASTER" -> binaryLog(word);
            case "SLAVE", "REPLICA" ->
                tokens.accept("HOSTS") ? plain(Subject.REPLICAS) : followed("STATUS", Subject.REPLICA_STATUS);
            case "REPLICAS" -> plain(Subject.REPLICAS);
            case "PROFILES" -> plain(Subject.PROFILES);
            case "ALTER" -> alter();
            case "GROUP" -> followed("COMMIT", Subject.GROUP_COMMIT);
            case "BACKENDS" -> plain(Subject.BACKENDS);
            case "TRANSACTION" -> ofDatabase(Subject.TRANSACTION);
            case "QUARANTINE" -> {
                ShowPlan plan = new QuarantineParser(tokens, names).show();
                yield plan.ordered(List.of(), limit());
            }
            case "ENGINE" -> throw ShowErrors.unknownEngine(tokens.identifierOrString());
            default -> throw Unsupported.error("SHOW " + word);
        };
    }

    private ShowPlan plain(Subject subject) {
        return new ShowPlan(subject, full, global, "", "", new FilterParser(tokens).parse());
    }

    private ShowPlan followed(String word, Subject subject) {
        tokens.expect(word);
        return plain(subject);
    }

    /** {@code SHOW MASTER STATUS} has no row while nothing is logged, {@code SHOW BINARY LOGS} is an error then. */
    private ShowPlan binaryLog(String word) {
        if (word.equals("BINARY")) {
            tokens.expect(tokens.at("LOGS") ? "LOGS" : "LOG");
        }
        if (tokens.accept("STATUS")) {
            return plain(Subject.BINARY_LOG_STATUS);
        }
        tokens.accept("LOGS");
        throw ShowErrors.noBinaryLog();
    }

    private ShowPlan ofDatabase(Subject subject) {
        String database = "";
        if (tokens.accept("FROM") || tokens.accept("IN")) {
            database = tokens.identifier();
        }
        return new ShowPlan(
                subject, full, global, names.existingDatabase(database), "", new FilterParser(tokens).parse());
    }

    /** {@code FROM [db.]t [FROM db]}. */
    private ShowPlan columns(Subject subject) {
        if (!tokens.accept("FROM")) {
            tokens.expect("IN");
        }
        String database = "";
        String table = tokens.identifier();
        if (tokens.acceptSymbol('.')) {
            database = table;
            table = tokens.identifier();
        }
        if (tokens.accept("FROM") || tokens.accept("IN")) {
            database = tokens.identifier();
        }
        return ofTable(subject, database, table, new FilterParser(tokens).parse());
    }

    private ShowPlan create() {
        if (tokens.accept("TABLE")) {
            String first = tokens.identifier();
            return tokens.acceptSymbol('.')
                    ? ofTable(Subject.CREATE_TABLE, first, tokens.identifier(), List.of())
                    : ofTable(Subject.CREATE_TABLE, "", first, List.of());
        }
        if (tokens.accept("DATABASE") || tokens.accept("SCHEMA")) {
            if (tokens.accept("IF")) {
                tokens.expect("NOT");
                tokens.expect("EXISTS");
            }
            return new ShowPlan(
                    Subject.CREATE_DATABASE, full, global, names.existingDatabase(tokens.identifier()), "", List.of());
        }
        if (tokens.kind() != Tokens.Kind.WORD) {
            throw tokens.syntaxError();
        }
        String kind = tokens.upper();
        tokens.advance();
        throw ShowErrors.cannotShowCreate(kind, tokens, names);
    }

    private ShowPlan ofTable(Subject subject, String database, String table, List<ShowCondition> filters) {
        TableSchema found = names.readableTable(database, table);
        return new ShowPlan(subject, full, global, found.database(), found.name(), filters);
    }

    /** {@code [LIMIT [offset,] rows]}, or {@code LIMIT rows OFFSET offset}. */
    private ShowPlan limited(Subject subject) {
        return new ShowPlan(subject, full, global, "", "", List.of(), false, List.of(), limit());
    }

    /** {@code [ORDER BY column [ASC | DESC], …]}. */
    private List<ShowPlan.SortKey> order() {
        List<ShowPlan.SortKey> order = new ArrayList<>();
        if (tokens.accept("ORDER")) {
            tokens.expect("BY");
            do {
                String column = tokens.identifier();
                boolean descending = tokens.accept("DESC");
                if (!descending) {
                    tokens.accept("ASC");
                }
                order.add(new ShowPlan.SortKey(column, descending));
            } while (tokens.acceptSymbol(','));
        }
        return order;
    }

    private ShowPlan.Limit limit() {
        ShowPlan.Limit limit = ShowPlan.Limit.NONE;
        if (tokens.accept("LIMIT")) {
            long first = tokens.wholeNumber();
            if (tokens.acceptSymbol(',')) {
                limit = new ShowPlan.Limit(first, tokens.wholeNumber());
            } else {
                limit = new ShowPlan.Limit(tokens.accept("OFFSET") ? tokens.wholeNumber() : 0, first);
            }
        }
        return limit;
    }

    /** Behind ALTER TABLE. */
    private ShowPlan alter() {
        tokens.expect("TABLE");
        Subject subject = Subject.ALTER_COLUMN;
        if (tokens.accept("MATERIALIZED")) {
            tokens.expect("VIEW");
            subject = Subject.ALTER_ROLLUP;
        } else if (tokens.accept("ROLLUP")) {
            subject = Subject.ALTER_ROLLUP;
        } else {
            tokens.expect("COLUMN");
        }
        String database = "";
        if (tokens.accept("FROM") || tokens.accept("IN")) {
            database = tokens.identifier();
        }
        List<ShowCondition> filters = new FilterParser(tokens).parse();
        boolean newestFirst = false;
        if (tokens.accept("ORDER")) {
            tokens.expect("BY");
            if (!tokens.atAny("CREATETIME", "FINISHTIME", "JOBID") && tokens.kind() != Tokens.Kind.QUOTED) {
                throw Unsupported.error("SHOW ALTER TABLE ORDER BY anything but JobId, CreateTime and FinishTime");
            }
            tokens.advance();
            newestFirst = tokens.accept("DESC");
            tokens.accept("ASC");
        }
        return new ShowPlan(
                subject, full, global, names.existingDatabase(database), "", filters, newestFirst, List.of(), limit());
    }

    private ShowPlan count() {
        tokens.expectSymbol('(');
        tokens.expectSymbol('*');
        tokens.expectSymbol(')');
        if (tokens.accept("ERRORS")) {
            return new ShowPlan(Subject.ERROR_COUNT, full, global, "", "", List.of());
        }
        tokens.expect("WARNINGS");
        return new ShowPlan(Subject.WARNING_COUNT, full, global, "", "", List.of());
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
                if (tokens.kind() == Tokens.Kind.USER_VARIABLE) {
                    tokens.advance();
                }
            }
        }
        return new ShowPlan(Subject.GRANTS, full, global, "", user, List.of());
    }
}
