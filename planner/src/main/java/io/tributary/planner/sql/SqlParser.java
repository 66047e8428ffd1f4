package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import io.tributary.dialect.tree.PlanForm;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.DoNothingPlan;
import io.tributary.planner.plan.ExplainInsertPlan;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.KillPlan;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.ShowCondition;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.SyncPlan;
import io.tributary.planner.plan.UsePlan;
import io.tributary.planner.sql.definition.DefinitionParser;
import io.tributary.planner.sql.insert.InsertParser;
import io.tributary.planner.sql.insert.RowCounter;
import io.tributary.planner.sql.insert.ValuesScanner;
import io.tributary.planner.sql.load.LoadDataParser;
import io.tributary.planner.sql.query.NamedStatementParser;
import io.tributary.planner.sql.query.SelectVariablesParser;
import io.tributary.planner.sql.query.SessionTokens;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides by its first words what a statement is, and plans it. What is a query stays text: the engine parses it, and
 * answers 1064 itself. One instance for one statement.
 */
public final class SqlParser {
    /** What MySQL or Doris begins a statement with, and nothing here. */
    private static final Set<String> REFUSED =
            Words.set("ADMIN BACKUP BUILD CACHE CALL CHANGE COPY EXPORT GET GRANT HANDLER IMPORT INSTALL"
                    + " MERGE PAUSE PURGE RECOVER RESET RESIGNAL RESTORE RESUME REVOKE SIGNAL STOP"
                    + " UNINSTALL XA");

    private final byte[] sql;
    private final int from;
    private final int to;
    private final SqlMode mode;
    private final NameResolver names;
    private final Tokens tokens;

    public SqlParser(byte[] sql, int from, int to, SqlMode mode, NameResolver names) {
        this.sql = sql;
        this.from = from;
        this.to = to;
        this.mode = mode;
        this.names = names;
        this.tokens = new Tokens(sql, from, to, mode);
    }

    public Plan parse() {
        if (tokens.atStatementEnd()) {
            return nothing();
        } else if (tokens.atSymbol('(')) {
            return query();
        }
        if (tokens.kind() != Token.Kind.WORD) {
            throw tokens.syntaxError();
        }
        String first = tokens.upper();
        if (REFUSED.contains(first)) {
            throw TributaryException.notSupported(first);
        }
        return switch (first) {
            case "INSERT", "REPLACE" -> insert();
            case "SELECT" -> select();
            case "VALUES", "TABLE", "WITH" -> query();
            case "DELETE", "UPDATE" -> ChangeParser.parse(tokens, names);
            case "EXPLAIN", "DESCRIBE", "DESC" -> explain();
            case "SHOW" -> new ShowParser(tokens, names).show();
            case "SET" -> new SetParser(tokens).parse();
            case "DO" -> new SetParser(tokens).computed();
            case "USE" -> use();
            case "SWITCH" -> switched();
            case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE" ->
                new TransactionParser(tokens).parse();
            case "CREATE", "DROP", "ALTER", "RENAME", "REFRESH", "TRUNCATE" -> definition(first);
            case "PREPARE", "EXECUTE", "DEALLOCATE" -> new NamedStatementParser(tokens).parse();
            case "LOAD" -> new LoadDataParser(tokens, names).parse();
            case "SYNC" -> sync();
            case "REPLAY", "DISCARD" -> new QuarantineParser(tokens, names).parse();
            case "KILL" -> kill();
            case "LOCK", "UNLOCK" -> tables(first);
            case "ANALYZE", "CHECK", "CHECKSUM", "OPTIMIZE", "REPAIR" -> new MaintenanceParser(tokens, names).parse();
            case "HELP" -> new ShowPlan.Absent(ShowPlan.Absent.Kind.HELP, ShowCondition.AllOf.NONE);
            case "FLUSH" -> ignored("FLUSH");
            case "CANCEL" -> {
                tokens.advance();
                yield new SystemParser(tokens).cancel();
            }
            default -> throw tokens.syntaxError();
        };
    }

    private Plan nothing() {
        boolean comment = tokens.atEnd() && hasText();
        if (!comment) {
            throw ErrorCode.EMPTY_QUERY.error("Query was empty");
        }
        return new DoNothingPlan("comment");
    }

    private boolean hasText() {
        for (int i = from; i < to; i++) {
            if (!Words.isBlank(sql[i])) {
                return true;
            }
        }
        return false;
    }

    // ---- rows

    private InsertPlan insert() {
        int begin = tokens.start();
        InsertPlan plan = new InsertParser(tokens, names).parse();
        // Comments before INSERT belong to the statement: the offset counts from their first byte.
        return begin == from ? plan : plan.shifted(begin - from);
    }

    private Plan explain() {
        tokens.advance();
        PlanForm form = ExplainOptions.read(tokens);
        if (tokens.atAny("INSERT", "REPLACE")) {
            return explained(insert());
        }
        if (tokens.atAny("UPDATE", "DELETE")) {
            // What it would be refused for it is refused for here.
            ChangeRowsPlan change = ChangeParser.parse(tokens, names);
            return new PassThroughPlan(
                    form.verb() + change.sql(), change.sessionTokens(), change.parameterCount(), true);
        }
        return tokens.atAny("SELECT", "WITH", "TABLE", "VALUES") || tokens.atSymbol('(')
                ? query(form)
                : new ShowParser(tokens, names).describe();
    }

    private Plan explained(InsertPlan insert) {
        RowCounter rows = new RowCounter();
        ValuesScanner scanner = new ValuesScanner();
        ValuesScanner.Outcome outcome = scanner.scanExplained(insert, sql, from, to, mode, rows);
        @Nullable FallbackReason found = scanner.isMerge() ? FallbackReason.PARTIAL_UPDATE : reason(outcome);
        @Nullable FallbackReason reason = insert.reason() == null ? found : insert.reason();
        return new ExplainInsertPlan(insert, reason, outcome == ValuesScanner.Outcome.LITERALS ? rows.count() : -1);
    }

    private static @Nullable FallbackReason reason(ValuesScanner.Outcome outcome) {
        return switch (outcome) {
            case LITERALS -> null;
            case EXPRESSION -> FallbackReason.EXPRESSION;
            case NOT_VALUES -> FallbackReason.NOT_VALUES;
        };
    }

    // ---- text for the engine

    private Plan select() {
        int begin = tokens.start();
        Optional<SelectVariablesPlan> own = new SelectVariablesParser(tokens).parse();
        if (own.isPresent()) {
            return own.get();
        }
        tokens.moveTo(begin);
        return query();
    }

    private PassThroughPlan query() {
        return query(PlanForm.NONE);
    }

    private PassThroughPlan query(PlanForm form) {
        SessionTokens found = SessionTokens.read(tokens);
        return new PassThroughPlan(form.verb() + found.text(), found.any(), found.parameters(), found.readsTables());
    }

    // ---- the rest

    private Plan definition(String verb) {
        int begin = tokens.start();
        tokens.advance();
        if (tokens.at("USER")) {
            return new AccountParser(tokens).statement(verb);
        }
        if (verb.equals("ALTER") && tokens.accept("SYSTEM")) {
            return new SystemParser(tokens).alter();
        }
        boolean named = verb.equals("DROP") && tokens.at("PREPARE");
        tokens.moveTo(begin);
        if (named) {
            return new NamedStatementParser(tokens).parse();
        }
        DefinitionPlan plan = new DefinitionParser(tokens, names).parse();
        tokens.expectEnd();
        return plan;
    }

    private Plan use() {
        tokens.advance();
        String database = Names.database(tokens);
        tokens.expectEnd();
        return new UsePlan(names.existingDatabase(database));
    }

    /** Changes to the catalog that is there. */
    private Plan switched() {
        tokens.advance();
        Names.requireCatalog(tokens.identifier());
        tokens.expectEnd();
        return ignored("SWITCH");
    }

    private Plan sync() {
        tokens.advance();
        @Nullable TableSchema table = tokens.atStatementEnd() ? null : Names.qualified(tokens, names::table);
        tokens.expectEnd();
        return new SyncPlan(table);
    }

    private Plan kill() {
        tokens.advance();
        boolean queryOnly = tokens.accept("QUERY");
        if (!queryOnly) {
            tokens.accept("CONNECTION");
        }
        long id = tokens.wholeNumber();
        tokens.expectEnd();
        return new KillPlan(queryOnly, id);
    }

    private Plan tables(String verb) {
        tokens.advance();
        if (!tokens.acceptAny("TABLE", "TABLES")) {
            if (tokens.at("INSTANCE")) {
                throw TributaryException.notSupported(verb + " INSTANCE");
            }
            throw tokens.syntaxError();
        }
        return ignored(verb + " TABLES");
    }

    private Plan ignored(String what) {
        return new DoNothingPlan(what.toUpperCase(Locale.ROOT));
    }
}
