package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.ForeignKey.Action;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The constraints of one statement, in the order in which they are read: among the columns of a CREATE TABLE, behind a column, or
 * behind ADD of an ALTER TABLE.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/create-table.html">CREATE TABLE</a>
 */
public final class WrittenConstraints {
    private final List<ForeignKey> foreignKeys = new ArrayList<>();
    private final List<WrittenCheck> checks = new ArrayList<>();

    /** A CHECK whose columns need not be known yet. */
    private record WrittenCheck(String name, String text, SqlMode mode) {}

    /** Whether FOREIGN KEY or CHECK stands here, perhaps behind its name. */
    public static boolean isAt(Tokens tokens) {
        return tokens.ahead(() -> {
            if (tokens.accept("CONSTRAINT") && !tokens.atAny("FOREIGN", "CHECK") && tokens.atIdentifier()) {
                tokens.advance();
            }
            return tokens.atAny("FOREIGN", "CHECK");
        });
    }

    /** {@code [CONSTRAINT [name]] {FOREIGN KEY [name] (columns) REFERENCES … | CHECK (condition)}}. */
    public void parse(Tokens tokens) {
        String name = name(tokens);
        if (tokens.at("CHECK")) {
            check(tokens, name);
            return;
        }
        tokens.expect("FOREIGN", "KEY");
        tokens.acceptClause("IF", "NOT", "EXISTS");
        // The name of the index that MySQL makes for it.
        String index = tokens.atSymbol('(') ? "" : tokens.identifier();
        references(tokens, name.isEmpty() ? index : name, Names.inParentheses(tokens));
    }

    /** Whether a constraint stands behind a column's type. */
    public static boolean isBehindColumn(Tokens tokens) {
        return tokens.at("REFERENCES") || isAt(tokens);
    }

    /** {@code [CONSTRAINT [name]] CHECK (condition)} or {@code REFERENCES …} behind a column. */
    public void parseBehind(Tokens tokens, String column) {
        String name = name(tokens);
        if (tokens.at("REFERENCES")) {
            references(tokens, name, List.of(column));
        } else {
            check(tokens, name);
        }
    }

    private static String name(Tokens tokens) {
        boolean named = tokens.accept("CONSTRAINT") && !tokens.atAny("FOREIGN", "CHECK", "REFERENCES");
        return named ? tokens.identifier() : "";
    }

    private void check(Tokens tokens, String name) {
        tokens.expect("CHECK");
        int begin = tokens.start();
        tokens.skipParentheses();
        String text = tokens.textSince(begin);
        if (tokens.accept("NOT")) {
            tokens.expect("ENFORCED");
            throw TributaryException.notSupported("CHECK " + text + " NOT ENFORCED");
        }
        tokens.accept("ENFORCED");
        checks.add(new WrittenCheck(name, text, tokens.mode()));
    }

    private void references(Tokens tokens, String name, List<String> columns) {
        tokens.expect("REFERENCES");
        List<String> table = Names.qualified(tokens, List::of);
        List<String> referenced = tokens.atSymbol('(') ? Names.inParentheses(tokens) : List.of();
        if (referenced.size() != columns.size()) {
            throw ErrorCode.WRONG_FOREIGN_KEY.error("Incorrect foreign key definition for '"
                    + (name.isEmpty() ? "foreign key without name" : name)
                    + "': Key reference and table reference don't match");
        }
        if (tokens.accept("MATCH")) {
            tokens.expectAny("FULL", "PARTIAL", "SIMPLE");
        }
        Action onDelete = Action.NO_ACTION;
        Action onUpdate = Action.NO_ACTION;
        while (tokens.ahead(() -> tokens.accept("ON") && tokens.atAny("DELETE", "UPDATE"))
                && !tokens.ahead(() -> tokens.accept("ON", "UPDATE") && isClock(tokens))) {
            tokens.expect("ON");
            if (tokens.accept("DELETE")) {
                onDelete = action(tokens);
            } else {
                tokens.expect("UPDATE");
                onUpdate = action(tokens);
            }
        }
        foreignKeys.add(new ForeignKey(
                name, columns, table.get(0), table.get(1), referenced, new ForeignKey.Rules(onDelete, onUpdate)));
    }

    /** Whether what stands behind ON UPDATE is said of the column. */
    public static boolean isClock(Tokens tokens) {
        return tokens.atAny("CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP");
    }

    private static Action action(Tokens tokens) {
        if (tokens.accept("RESTRICT")) {
            return Action.RESTRICT;
        } else if (tokens.accept("CASCADE")) {
            return Action.CASCADE;
        } else if (tokens.accept("NO")) {
            tokens.expect("ACTION");
            return Action.NO_ACTION;
        }
        tokens.expect("SET");
        if (tokens.accept("DEFAULT")) {
            return Action.SET_DEFAULT;
        }
        tokens.expect("NULL");
        return Action.SET_NULL;
    }

    boolean isEmpty() {
        return foreignKeys.isEmpty() && checks.isEmpty();
    }

    /**
     * Returns these behind those that the table has, each under a name: as MySQL, {@code t_ibfk_1} and {@code t_chk_1} where none was
     * written.
     *
     * @throws TributaryException UNKNOWN_KEY_COLUMN, DUPLICATE_FOREIGN_KEY, DUPLICATE_CHECK, and as {@link CheckSteps}
     */
    public Constraints behind(Constraints existing, String table, List<Column> columns) {
        List<ForeignKey> keys = new ArrayList<>(existing.foreignKeys());
        for (ForeignKey key : foreignKeys) {
            for (String column : key.columns()) {
                if (columns.stream().noneMatch(each -> each.name().equalsIgnoreCase(column))) {
                    throw ErrorCode.UNKNOWN_KEY_COLUMN.error("Key column '" + column + "' doesn't exist in table");
                }
            }
            Set<String> used = names(
                    keys.stream().map(ForeignKey::name), foreignKeys.stream().map(ForeignKey::name));
            String name = key.name().isEmpty() ? free(table + "_ibfk_", used) : key.name();
            if (keys.stream().anyMatch(other -> other.name().equalsIgnoreCase(name))) {
                throw ErrorCode.DUPLICATE_FOREIGN_KEY.error("Duplicate foreign key constraint name '" + name + "'");
            }
            keys.add(key.named(name));
        }
        List<Check> all = new ArrayList<>(existing.checks());
        for (WrittenCheck check : checks) {
            Set<String> used =
                    names(all.stream().map(Check::name), checks.stream().map(WrittenCheck::name));
            String name = check.name().isEmpty() ? free(table + "_chk_", used) : check.name();
            if (all.stream().anyMatch(other -> other.name().equalsIgnoreCase(name))) {
                throw ErrorCode.DUPLICATE_CHECK.error("Duplicate check constraint name '" + name + "'.");
            }
            all.add(new Check(name, steps(name, check, columns)));
        }
        return new Constraints(keys, all);
    }

    private static List<String> steps(String name, WrittenCheck check, List<Column> columns) {
        try {
            return CheckSteps.of(name, check.text(), columns, check.mode());
        } catch (TributaryException e) {
            if (e.code() != ErrorCode.NOT_SUPPORTED) {
                throw e;
            }
            return ComputedCheck.of(name, check.text(), columns, check.mode());
        }
    }

    /** @throws TributaryException NOT_SUPPORTED where the rows that are kept are not those that were checked */
    public static void requireKeptValues(KeyModel model, Constraints all) {
        if (model == KeyModel.AGGREGATE && !all.checks().isEmpty()) {
            throw TributaryException.notSupported(
                    "CHECK of an AGGREGATE KEY table, which keeps other values than it is given");
        }
    }

    private static Set<String> names(Stream<String> there, Stream<String> written) {
        return Stream.concat(there, written)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static String free(String prefix, Set<String> used) {
        int number = 1;
        while (used.contains((prefix + number).toLowerCase(Locale.ROOT))) {
            number++;
        }
        return prefix + number;
    }
}
