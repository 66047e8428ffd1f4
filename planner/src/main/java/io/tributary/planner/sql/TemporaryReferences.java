package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.RewrittenText;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.TableReference;
import io.tributary.dialect.tree.TableReference.Use;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Puts the hidden names of a session's temporary tables into a query, an UPDATE or a DELETE. What it reads is called by its shown name
 * still, which becomes its alias, so that names of columns stay as they are. One thread, one text.
 */
public final class TemporaryReferences {
    private final String sql;
    private final String database;
    private final TemporaryTables temporary;
    private final List<Token> tokens;
    private final List<Edit> edits = new ArrayList<>();
    private boolean qualifiersAreHidden;

    private record Edit(int start, int end, String text) {}

    private TemporaryReferences(String sql, String database, TemporaryTables temporary, List<Token> tokens) {
        this.sql = sql;
        this.database = database;
        this.temporary = temporary;
        this.tokens = tokens;
    }

    /**
     * Returns the text in which each name means the table that it means in the session. A text without the name of a temporary
     * table is not parsed.
     *
     * @param database in which names without one are, or empty
     * @throws TributaryException UNKNOWN_TABLE (1146) where a hidden name was written; what the parser
     *     refuses
     */
    public static String hiddenIn(String sql, SqlMode mode, String database, TemporaryTables temporary) {
        boolean written = TemporaryName.mayBeIn(sql);
        if (temporary.isEmpty() && !written) {
            return sql;
        }
        Lexed lexed = Lexed.lex(sql, mode);
        List<Token> names = lexed.tokens().stream().filter(Token::isName).toList();
        if (written) {
            requireNoHidden(names);
        }
        return names.stream().noneMatch(name -> temporary.mayBeName(name.text()))
                ? sql
                : new TemporaryReferences(sql, database, temporary, lexed.tokens())
                        .rewritten(MySqlParser.references(lexed));
    }

    /**
     * Requires that no word of a text is the name of a temporary table.
     *
     * @throws TributaryException NOT_SUPPORTED; UNKNOWN_TABLE (1146) of a hidden name
     */
    public static void requireNone(String sql, SqlMode mode, TemporaryTables temporary) {
        if (temporary.isEmpty() && !TemporaryName.mayBeIn(sql)) {
            return;
        }
        List<Token> tokens = Lexed.lex(sql, mode).tokens();
        requireNoHidden(tokens);
        tokens.stream()
                .filter(token -> token.isName() && temporary.mayBeName(token.text()))
                .findFirst()
                .ifPresent(token -> {
                    throw TributaryException.notSupported(
                            "temporary table " + token.text() + " here", ": the statement's server runs it as it is");
                });
    }

    private static void requireNoHidden(List<Token> tokens) {
        tokens.stream()
                .filter(token -> token.isName() && TemporaryName.isOne(token.text()))
                .findFirst()
                .ifPresent(name -> {
                    throw ErrorCode.UNKNOWN_TABLE.error("Table '" + name.text() + "' doesn't exist");
                });
    }

    private String rewritten(List<TableReference> references) {
        for (TableReference reference : references) {
            Optional<String> hidden = hidden(reference);
            if (hidden.isPresent()) {
                rename(reference, hidden.get(), references);
            }
        }
        if (!qualifiersAreHidden) {
            shortenQualifiers(references);
        }
        edits.sort(Comparator.comparingInt(Edit::start));
        boolean labelled = tokens.stream()
                .filter(token -> !token.isSymbol("("))
                .limit(1)
                .anyMatch(token -> token.isSymbol("SELECT") || token.isSymbol("WITH"));
        StringBuilder text = new StringBuilder(sql.length() + 64);
        int copied = 0;
        for (Edit edit : edits) {
            String original = sql.substring(edit.start(), edit.end());
            text.append(sql, copied, edit.start())
                    .append(labelled ? RewrittenText.instead(original, edit.text()) : edit.text());
            copied = edit.end();
        }
        return text.append(sql, copied, sql.length()).toString();
    }

    private Optional<String> hidden(TableReference reference) {
        return reference.use() == Use.QUERY
                ? Optional.empty()
                : temporary.hidden(databaseOf(reference), reference.table());
    }

    private String databaseOf(TableReference reference) {
        return reference.name().size() == 1 ? database : reference.name().get(0);
    }

    private void rename(TableReference reference, String hidden, List<TableReference> references) {
        String table = SqlLiterals.identifier(reference.table());
        if (reference.use() == Use.TARGET) {
            edits.add(new Edit(reference.start(), reference.end(), table));
            return;
        }
        String name = SqlLiterals.identifier(hidden);
        if (reference.name().size() > 1) {
            name = SqlLiterals.identifier(reference.name().get(0)) + "." + name;
        }
        String alias = !reference.alias().isEmpty() || reference.use() == Use.UNALIASED ? "" : " AS " + table;
        if (!alias.isEmpty()) {
            requireOnlyOne(reference, references);
        }
        if (reference.behind() == reference.end() || alias.isEmpty()) {
            edits.add(new Edit(reference.start(), reference.end(), name + alias));
        } else {
            edits.add(new Edit(reference.start(), reference.end(), name));
            edits.add(new Edit(reference.behind(), reference.behind(), alias));
        }
        boolean only = references.stream()
                        .filter(other -> other.qualifier().equals(reference.table()))
                        .count()
                == 1;
        if (reference.use() == Use.UNALIASED && reference.alias().isEmpty() && only) {
            renameQualifiers(reference, hidden);
        }
    }

    /** Its alias would be the name of a table of another database. */
    private void requireOnlyOne(TableReference reference, List<TableReference> references) {
        boolean another = references.stream()
                .anyMatch(other -> other.use() != Use.QUERY
                        && other.qualifier().equals(reference.table())
                        && !databaseOf(other).equals(databaseOf(reference)));
        if (another) {
            throw TributaryException.notSupported("tables called " + reference.table()
                    + " of two databases, one of them temporary, without an alias");
        }
    }

    /** What has no alias is named by its hidden name before columns, too. */
    private void renameQualifiers(TableReference reference, String hidden) {
        qualifiersAreHidden = true;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean first = !isPoint(i - 1) || tokens.get(i - 2).text().equals(databaseOf(reference));
            boolean qualifier = token.isName() && token.text().equals(reference.table()) && isPoint(i + 1) && first;
            if (qualifier && !isWithin(token, reference)) {
                edits.add(new Edit(token.start(), token.end(), SqlLiterals.identifier(hidden)));
            }
        }
    }

    /** An alias is of no database: {@code d.t.c} becomes {@code t.c}. */
    private void shortenQualifiers(List<TableReference> references) {
        for (int i = 0; i + 4 < tokens.size(); i++) {
            Token first = tokens.get(i);
            Token second = tokens.get(i + 2);
            boolean qualifier = first.isName()
                    && isPoint(i + 1)
                    && second.isName()
                    && isPoint(i + 3)
                    && !isPoint(i - 1)
                    && temporary.hidden(first.text(), second.text()).isPresent();
            if (qualifier && references.stream().noneMatch(reference -> isWithin(first, reference))) {
                edits.add(new Edit(first.start(), second.start(), ""));
            }
        }
    }

    private static boolean isWithin(Token token, TableReference reference) {
        return token.start() >= reference.start() && token.start() < reference.end();
    }

    private boolean isPoint(int i) {
        return i >= 0 && tokens.get(i).isSymbol(".");
    }
}
