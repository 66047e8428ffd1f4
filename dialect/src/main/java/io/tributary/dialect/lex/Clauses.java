package io.tributary.dialect.lex;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Level.Clause;

/** The clauses of queries, UPDATE and DELETE, and the tables of FROM. */
final class Clauses {
    private final Pieces pieces;
    private final SelectLabels labels;

    Clauses(Pieces pieces, SelectLabels labels) {
        this.pieces = pieces;
        this.labels = labels;
    }

    private String word(int i) {
        return pieces.word(i);
    }

    /** Writes a word that a clause or a table begins with; returns the token behind, or {@code i} where it is none. */
    int next(Level level, int i, String word) {
        int next = level.kind == Level.Kind.QUERY ? clause(level, i, word) : i;
        return next == i && level.clause == Clause.FROM ? table(level, i, word) : next;
    }

    private int clause(Level level, int i, String word) {
        switch (word) {
            case "SELECT" -> {
                begin(level, i, Clause.LIST);
                level.ordered = false;
                return labels.begin(level, i + 1);
            }
            case "VALUES", "TABLE" -> {
                boolean rows = level.open >= 0 && pieces.isSymbol(i + 1, "(");
                if (level.clause != Clause.START || !(rows || Words.isQuery(word, pieces.token(i + 1)))) {
                    return i;
                }
                boolean table = word.equals("TABLE");
                begin(level, i, table ? Clause.FROM : Clause.OTHER);
                pieces.replace(i, "SELECT " + labels.none() + (table ? "* FROM" : Mark.VALUES.quoted() + " ,"));
            }
            case "UPDATE", "DELETE" -> {
                if (i > 0) {
                    throw TributaryException.notSupported(word(0) + " before " + word);
                }
                begin(level, i, word.equals("UPDATE") ? Clause.FROM : Clause.OTHER);
            }
            case "USING" -> {
                if (pieces.isSymbol(i + 1, "(") || !word(0).equals("DELETE")) {
                    return i;
                }
                begin(level, i, Clause.FROM);
            }
            case "FROM" -> begin(level, i, Clause.FROM);
            case "WHERE", "SET", "WINDOW", "HAVING" -> {
                begin(level, i, Clause.OTHER);
                level.having = word.equals("HAVING") ? i : -1;
            }
            case "GROUP", "ORDER", "LIMIT" -> {
                boolean limit = word.equals("LIMIT");
                if (!limit && !word(i + 1).equals("BY")) {
                    return i;
                }
                begin(level, i, word.equals("GROUP") ? Clause.GROUPING : Clause.OTHER);
                level.ordered |= Words.ORDERING.contains(word);
                return limit ? i + 1 : i + 2;
            }
            case "GROUPING", "ROLLUP", "CUBE" -> {
                boolean sets = word.equals("GROUPING") && word(i + 1).equals("SETS");
                if (level.clause != Clause.GROUPING || !(sets || pieces.isSymbol(i + 1, "("))) {
                    return i;
                }
                level.operand = false;
                if (sets) {
                    pieces.replace(i + 1, "");
                }
                pieces.replace(i, Mark.valueOf(word).quoted());
                return sets ? i + 2 : i + 1;
            }
            case "QUALIFY" -> {
                if (level.operand || !Words.beginsCondition(pieces.token(i + 1))) {
                    return i;
                }
                qualify(level, i);
            }
            case "UNION", "EXCEPT", "INTERSECT", "MINUS" -> {
                boolean columns = pieces.isSymbol(i - 1, "*") && pieces.isSymbol(i + 1, "(");
                boolean name = !pieces.isSymbol(i + 1, "(")
                        && !Words.isQuery(word(i + 1), pieces.token(i + 2))
                        && !Words.BEFORE_QUERY.contains(word(i + 1));
                if (name || (columns && level.clause == Clause.LIST)) {
                    return i;
                }
                begin(level, i, Clause.START);
                level.combined = true;
            }
            case "INTO" -> throw TributaryException.notSupported("INTO of a SELECT");
            case "FOR", "LOCK" -> {
                if (word(i - 1).equals("INDEX") || word(i - 1).equals("KEY")) {
                    return i;
                }
                throw TributaryException.notSupported(word + " " + word(i + 1));
            }
            default -> {
                return i;
            }
        }
        return i + 1;
    }

    private void qualify(Level level, int i) {
        int having = level.having;
        begin(level, i, Clause.OTHER);
        level.qualify = i;
        if (having < 0) {
            pieces.replace(i, "HAVING " + Mark.QUALIFY.call() + "NULL ,");
        } else {
            pieces.append(having, " " + Mark.QUALIFY.call());
            pieces.replace(i, ",");
        }
    }

    private void begin(Level level, int i, Clause clause) {
        end(level, i);
        level.clause = clause;
        level.tables = i + 1;
        level.operand = true;
    }

    /** What is open of a clause, or of brackets, ends before this token. */
    void end(Level level, int i) {
        if (level.clause == Clause.LIST) {
            labels.end(level, i);
            boolean last = pieces.token(i).kind() == Token.Kind.END || pieces.isSymbol(i, ")");
            if (!last && !word(i).equals("FROM") && !Words.SETS.contains(word(i))) {
                // The parser refuses an aggregate function before another clause where there is no FROM.
                pieces.append(i - 1, " FROM DUAL");
            }
        } else if (level.clause == Clause.FROM) {
            endTables(level, i);
        }
        if (level.qualify >= 0) {
            pieces.append(i - 1, " )");
        }
        level.qualify = -1;
        level.having = -1;
        level.endPrefixes();
        level.comma = false;
        level.condition = false;
    }

    void comma(Level level, int i) {
        if (level.clause == Clause.LIST) {
            labels.end(level, i);
            level.item = i + 1;
        } else if (level.clause == Clause.FROM) {
            endTables(level, i);
            level.comma = true;
            level.tables = i + 1;
            level.condition = false;
        }
    }

    // ---- tables

    private int table(Level level, int i, String word) {
        switch (word) {
            case "JOIN", "STRAIGHT_JOIN" -> {
                if (word(i - 1).equals("FOR")) {
                    return i;
                }
                endNatural(level, i);
                level.lastJoin = i;
                level.natural = isNatural(level, i);
                if (!level.natural) {
                    level.joins.push(i);
                }
                level.condition = false;
                level.operand = true;
            }
            case "ON", "USING" -> {
                if (level.joins.isEmpty()) {
                    throw pieces.refused(i);
                }
                endNatural(level, i);
                int join = level.joins.pop();
                if (join < level.lastJoin) {
                    // The parser would join from left to right and put both conditions on the last join.
                    pieces.prepend(join + 1, "( ");
                    pieces.prepend(i, ") ");
                }
                level.condition = true;
                level.operand = word.equals("ON");
            }
            case "LATERAL" -> {
                level.condition = false;
                level.operand = true;
                level.view = word(i + 1).equals("VIEW");
                if (level.view && word(i + 2).equals("OUTER")) {
                    throw TributaryException.notSupported("LATERAL VIEW OUTER");
                }
                return level.view ? i + 2 : i + 1;
            }
            case "DUAL" -> level.operand = false;
            default -> {
                String next = word(i + 1);
                if (level.atTable()
                        ? pieces.isSymbol(i + 1, "(") && !level.view
                        : word.equals("TABLESAMPLE") && pieces.isSymbol(i + 1, "(")) {
                    throw TributaryException.notSupported(level.atTable() ? "the table function " + word : word);
                }
                if (word.equals("RIGHT") && (next.equals("SEMI") || next.equals("ANTI"))) {
                    throw TributaryException.notSupported("RIGHT " + next + " JOIN");
                }
                level.view = false;
                return i;
            }
        }
        return i + 1;
    }

    /** NATURAL is an alias to the parser behind a table that is joined already. */
    private boolean isNatural(Level level, int join) {
        int i = firstOfJoin(join);
        boolean natural = i > level.tables && word(i).equals("NATURAL");
        if (natural) {
            pieces.replace(i, "");
        }
        return natural;
    }

    private int firstOfJoin(int join) {
        int i = join;
        while (Words.JOINS.contains(word(i - 1))) {
            i--;
        }
        return i;
    }

    private void endNatural(Level level, int i) {
        if (level.natural) {
            pieces.append(firstOfJoin(i) - 1, " USING ( " + Mark.NATURAL.quoted() + " )");
        }
        level.natural = false;
    }

    private void endTables(Level level, int i) {
        endNatural(level, i);
        for (int join : level.joins) {
            if (Words.CONDITIONAL.contains(word(join - 1))) {
                throw pieces.refused(i);
            }
        }
        if (level.comma && level.lastJoin >= level.tables) {
            // A comma binds less tightly than a join, to the parser equally.
            pieces.prepend(level.tables, "( ");
            pieces.append(i - 1, " )");
        }
        level.joins.clear();
        level.lastJoin = -1;
    }
}
