package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.InsertPlan.Verb;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans an INSERT or REPLACE from its text up to where its rows begin:
 *
 * <pre>
 * {INSERT | REPLACE} [hint] [priority] [IGNORE] [INTO | OVERWRITE] [TABLE] [db.]t [PARTITION (…)] [WITH LABEL l] [(columns)]
 *     { VALUES | VALUE | SET | SELECT | a query }
 * </pre>
 */
public final class InsertParser {
    /** Characters of a label, as for idempotency keys. */
    static final int LABEL_LENGTH_MAX = 128;

    private static final String GROUP_LABEL_PREFIX = "group_commit_";

    private final Tokens tokens;
    private final NameResolver names;

    public InsertParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Reads the statement from INSERT or REPLACE on, from which the plan's offset counts. */
    public InsertPlan parse() {
        int begin = tokens.start();
        Verb verb = tokens.at("REPLACE") ? Verb.REPLACE : Verb.INSERT;
        tokens.advance();
        LoadHint hint = HintParser.read(tokens.hint(), tokens.mode());
        boolean ignore = skipModifiers();
        if (tokens.at("OVERWRITE")) {
            if (verb == Verb.REPLACE || ignore) {
                throw tokens.syntaxError();
            }
            tokens.advance();
            verb = Verb.OVERWRITE;
        } else {
            tokens.accept("INTO");
        }
        tokens.accept("TABLE");
        TableSchema table = Names.qualified(tokens, (database, name) -> names.changed(database, name, "INSERT"));
        if (table.keyModel() == TableSchema.KeyModel.AGGREGATE && (ignore || verb == Verb.REPLACE)) {
            throw TributaryException.notSupported((ignore ? "INSERT IGNORE" : "REPLACE")
                    + " into a table with an AGGREGATE KEY, whose rows are added to each other");
        }
        List<String> partitions = List.of();
        String label = "";
        while (true) {
            if (tokens.at("TEMPORARY")) {
                throw TributaryException.notSupported("INSERT into a TEMPORARY PARTITION");
            }
            if (Names.acceptPartition(tokens)) {
                partitions = partitions(table);
            } else if (tokens.accept("WITH", "LABEL")) {
                label = label(tokens);
            } else {
                break;
            }
        }
        boolean columnList = tokens.atSymbol('(') && !queryInParentheses();
        TargetColumns columns = columnList ? columnList(table) : TargetColumns.all(table);
        InsertPlan.Form form = form();
        int offset = (form == InsertPlan.Form.QUERY ? tokens.start() : tokens.end()) - begin;
        if (form == InsertPlan.Form.SET) {
            columns = assigned(table);
            columnList = true;
        }
        return plan(table, columns, columnList, form, offset, label, hint, partitions, ignore, verb);
    }

    /** The columns of {@code SET a = …, b = …}. */
    private TargetColumns assigned(TableSchema table) {
        TargetColumnsBuilder columns = new TargetColumnsBuilder(table);
        tokens.advance();
        do {
            columns.add(Names.column(tokens));
            tokens.expectSymbol('=');
            tokens.skipValue("ON");
        } while (tokens.acceptSymbol(','));
        return columns.targets();
    }

    private static InsertPlan plan(
            TableSchema table,
            TargetColumns columns,
            boolean columnList,
            InsertPlan.Form form,
            int offset,
            String label,
            LoadHint hint,
            List<String> partitions,
            boolean ignore,
            Verb verb) {
        InsertPlan plan = new InsertPlan(
                table,
                columns,
                columnList,
                form,
                offset,
                label,
                hint,
                reason(table, label, form, !partitions.isEmpty() || verb == Verb.OVERWRITE, ignore),
                ignore,
                partitions,
                verb);
        if (plan.keepsOldRows()) {
            UpsertTail.requireNoDeletes(plan, "INSERT IGNORE");
        }
        return plan;
    }

    private static @Nullable FallbackReason reason(
            TableSchema table, String label, InsertPlan.Form form, boolean ofPartOrAll, boolean ignore) {
        if (!label.isEmpty()) {
            return FallbackReason.EXPLICIT_LABEL;
        }
        if (ignore && table.isUnique()) {
            return FallbackReason.PARTIAL_UPDATE;
        }
        return ofPartOrAll || form == InsertPlan.Form.QUERY ? FallbackReason.NOT_VALUES : null;
    }

    private boolean skipModifiers() {
        boolean ignore = false;
        while (tokens.atAny("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "IGNORE") && !tokens.followedBy('(')) {
            ignore |= tokens.at("IGNORE");
            tokens.advance();
        }
        return ignore;
    }

    /** {@code PARTITION (*)} of Doris would overwrite those partitions alone that the rows fall into. */
    private List<String> partitions(TableSchema table) {
        if (tokens.ahead(() -> tokens.acceptSymbol('(') && tokens.atSymbol('*'))) {
            throw TributaryException.notSupported("PARTITION (*)");
        }
        return Names.partitions(tokens, table);
    }

    public static String label(Tokens tokens) {
        String label = tokens.identifierOrString();
        if (label.startsWith(GROUP_LABEL_PREFIX)) {
            throw ErrorCode.INVALID_STATEMENT.error("Label '" + label + "' may not begin with " + GROUP_LABEL_PREFIX
                    + ", which names group-commit batches");
        }
        if (label.isEmpty() || label.length() > LABEL_LENGTH_MAX) {
            throw ErrorCode.INVALID_STATEMENT.error(
                    "Label of " + label.length() + " characters: 1 to " + LABEL_LENGTH_MAX + " are allowed");
        }
        return label;
    }

    private boolean queryInParentheses() {
        return tokens.ahead(() -> {
            tokens.advance();
            boolean query = tokens.atAny("SELECT", "WITH") && !tokens.followedBy(',') && !tokens.followedBy(')');
            return query || tokens.atSymbol('(');
        });
    }

    private TargetColumns columnList(TableSchema table) {
        tokens.expectSymbol('(');
        TargetColumnsBuilder columns = new TargetColumnsBuilder(table);
        if (!tokens.atSymbol(')')) {
            do {
                columns.add(Names.column(tokens));
            } while (tokens.acceptSymbol(','));
        }
        tokens.expectSymbol(')');
        return columns.targets();
    }

    private InsertPlan.Form form() {
        if (tokens.atAny("VALUES", "VALUE")) {
            return InsertPlan.Form.VALUES;
        } else if (tokens.at("SET")) {
            return InsertPlan.Form.SET;
        } else if (tokens.at("SELECT")) {
            return InsertPlan.Form.SELECT;
        } else if (tokens.atAny("WITH", "TABLE") || tokens.atSymbol('(')) {
            return InsertPlan.Form.QUERY;
        }
        throw tokens.syntaxError();
    }
}
