package io.tributary.planner.sql.insert;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.sql.query.SessionTokens;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.parser.AbstractJSqlParser.Dialect;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.update.Update;
import org.jspecify.annotations.Nullable;

/**
 * The one table that a DELETE or UPDATE changes. {@code DELETE FROM t …} and {@code UPDATE t SET …} are told by their
 * first words; forms with several tables or a WITH in front go through JSqlParser.
 *
 * @param database as written, or empty
 */
public record ChangeTarget(ChangeRowsPlan.Kind kind, String database, String table) {
    /** A general parser may take time that grows with a power of its input; without this much text it stays below a millisecond or so. */
    private static final int GENERAL_PARSER_BYTES_MAX = 64 * 1024;

    private static final int GENERAL_PARSER_NESTING_MAX = 16;

    public static ChangeTarget of(ChangeRowsPlan.Kind kind, Tokens tokens) {
        int begin = tokens.start();
        tokens.advance();
        while (tokens.atAny("LOW_PRIORITY", "QUICK", "IGNORE")) {
            tokens.advance();
        }
        boolean simple = kind == ChangeRowsPlan.Kind.UPDATE || tokens.accept("FROM");
        if (simple) {
            String first = tokens.identifier();
            ChangeTarget target = tokens.acceptSymbol('.')
                    ? new ChangeTarget(kind, first, tokens.identifier())
                    : new ChangeTarget(kind, "", first);
            if (isAlone(kind, tokens)) {
                return target;
            }
            if (tokens.atEnd()) {
                throw tokens.syntaxError();
            }
        }
        tokens.moveTo(begin);
        return parsed(tokens).orElseThrow(() -> {
            tokens.moveTo(begin);
            return TributaryException.notSupported(kind + " of several tables");
        });
    }

    /** Empty where the statement behind WITH is a query, or nothing we know: the engine's business. */
    public static Optional<ChangeTarget> ofCommonTableExpression(Tokens tokens) {
        int begin = tokens.start();
        int depth = 0;
        while (!tokens.atEnd()) {
            if (tokens.atSymbol('(')) {
                depth++;
            } else if (tokens.atSymbol(')')) {
                depth--;
            } else if (depth == 0 && tokens.atAny("UPDATE", "DELETE") && !tokens.followedBy('(')) {
                tokens.moveTo(begin);
                return Optional.of(parsed(tokens)
                        .orElseThrow(() -> TributaryException.notSupported("this form of UPDATE or DELETE")));
            } else if (depth == 0 && tokens.at("INSERT") && !tokens.followedBy('(')) {
                throw TributaryException.notSupported("WITH before INSERT; write INSERT INTO … WITH … SELECT");
            }
            tokens.advance();
        }
        return Optional.empty();
    }

    private static boolean isAlone(ChangeRowsPlan.Kind kind, Tokens tokens) {
        skipPartitions(tokens);
        if (tokens.accept("AS")
                || (tokens.atIdentifier()
                        && !tokens.atAny(
                                "SET",
                                "WHERE",
                                "USING",
                                "JOIN",
                                "ORDER",
                                "LIMIT",
                                "INNER",
                                "LEFT",
                                "RIGHT",
                                "CROSS",
                                "STRAIGHT_JOIN",
                                "NATURAL"))) {
            tokens.identifier();
        }
        skipPartitions(tokens);
        if (kind == ChangeRowsPlan.Kind.UPDATE) {
            return tokens.at("SET");
        }
        return tokens.atEnd() || tokens.atSymbol(';') || tokens.atAny("WHERE", "ORDER", "LIMIT");
    }

    private static void skipPartitions(Tokens tokens) {
        if (Names.acceptPartition(tokens)) {
            if (tokens.atSymbol('(')) {
                tokens.skipParentheses();
            } else {
                tokens.identifier();
            }
        }
    }

    private static Optional<ChangeTarget> parsed(Tokens tokens) {
        SessionTokens statement = SessionTokens.read(tokens);
        if (statement.text().length() > GENERAL_PARSER_BYTES_MAX) {
            return Optional.empty();
        }
        try {
            CCJSqlParser parser = new CCJSqlParser(statement.text())
                    .withDialect(Dialect.MYSQL)
                    .withAllowComplexParsing(false)
                    .withAllowedNestingDepth(GENERAL_PARSER_NESTING_MAX)
                    .withBackslashEscapeCharacter(!tokens.mode().noBackslashEscapes());
            return target(parser.Statement());
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            // Whatever it makes of such a text: the statement is not one we can tell the table of.
            return Optional.empty();
        }
    }

    private static Optional<ChangeTarget> target(Statement statement) {
        if (statement instanceof Delete delete) {
            List<Table> targets = delete.getTables();
            if (targets == null || targets.isEmpty()) {
                return delete.getJoins() == null || delete.getJoins().isEmpty()
                        ? target(ChangeRowsPlan.Kind.DELETE, delete.getTable())
                        : Optional.empty();
            }
            return targets.size() == 1 && delete.getTable() != null && names(targets.get(0), delete.getTable())
                    ? target(ChangeRowsPlan.Kind.DELETE, delete.getTable())
                    : Optional.empty();
        }
        return statement instanceof Update update ? updated(update) : Optional.empty();
    }

    /** Several tables have one target: that whose columns are assigned, and no other's. */
    private static Optional<ChangeTarget> updated(Update update) {
        List<Join> joins = update.getStartJoins();
        if (joins == null || joins.isEmpty()) {
            return target(ChangeRowsPlan.Kind.UPDATE, update.getTable());
        }
        List<Table> assigned = update.getUpdateSets().stream()
                .flatMap(set -> set.getColumns().stream())
                .map(column -> Objects.requireNonNullElseGet(column.getTable(), Table::new))
                .toList();
        return Stream.concat(Stream.of(update.getTable()), joins.stream().map(Join::getFromItem))
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(table -> assigned.stream().allMatch(target -> target.getName() != null && names(target, table)))
                .findFirst()
                .flatMap(table -> target(ChangeRowsPlan.Kind.UPDATE, table));
    }

    /** Whether a target's name means this table, by its alias or its name. */
    private static boolean names(Table target, Table table) {
        String name = target.getUnquotedName();
        return table.getAlias() == null
                ? name.equals(table.getUnquotedName())
                : name.equals(table.getAlias().getUnquotedName());
    }

    private static Optional<ChangeTarget> target(ChangeRowsPlan.Kind kind, @Nullable Table table) {
        if (table == null) {
            return Optional.empty();
        }
        String database = table.getUnquotedSchemaName();
        return Optional.of(new ChangeTarget(kind, database == null ? "" : database, table.getUnquotedName()));
    }
}
