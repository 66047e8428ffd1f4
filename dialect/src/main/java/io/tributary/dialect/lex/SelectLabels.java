package io.tributary.dialect.lex;

import io.tributary.dialect.text.RewrittenText;
import java.util.ArrayList;
import java.util.List;

/**
 * The names that MySQL gives to the columns of each SELECT which have none: their own characters in the client's text. The
 * parser knows no positions, so that each list begins with an item more, which says whose labels are the list's.
 */
final class SelectLabels {
    private final String sql;
    private final List<Token> tokens;
    private final Pieces pieces;
    private final List<List<String>> lists = new ArrayList<>();
    private final StringBuilder key = new StringBuilder();

    SelectLabels(String sql, List<Token> tokens, Pieces pieces) {
        this.sql = sql;
        this.tokens = tokens;
        this.pieces = pieces;
    }

    List<List<String>> all() {
        return lists;
    }

    /** Labels that are not told by the shape. */
    String key() {
        return key.toString();
    }

    /** Returns what a list without labels begins with. */
    String none() {
        lists.add(List.of());
        return mark();
    }

    private String mark() {
        return "`" + Mark.LABELS + (lists.size() - 1) + "` , ";
    }

    /** Begins a list behind SELECT, without hints that change no result; returns its first token. */
    int begin(Level level, int from) {
        int i = from;
        for (; ; i++) {
            String word = tokens.get(i).word();
            boolean distinct = word.equals("DISTINCT") || word.equals("DISTINCTROW");
            if (!distinct && !Words.HINTS.contains(word)) {
                break;
            }
            pieces.replace(i, distinct ? "DISTINCT" : "");
        }
        List<String> labels = new ArrayList<>();
        lists.add(labels);
        pieces.prepend(i, mark());
        level.labels = labels;
        level.item = i;
        level.operand = true;
        return i;
    }

    /** Ends an item before the token at {@code to}. */
    void end(Level level, int to) {
        int from = level.item;
        if (from >= to) {
            throw pieces.refused(to);
        }
        Token last = tokens.get(to - 1);
        boolean text = to - from == 1 && last.kind() == Token.Kind.STRING;
        String label = text
                ? last.text()
                : RewrittenText.original(sql.substring(tokens.get(from).start(), last.end()));
        level.labels.add(label);
        if (level.alias != to - 1 && !isColumn(from, to)) {
            key.append(label.length()).append(label);
        }
        level.item = to;
    }

    private boolean isColumn(int from, int to) {
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            if (!(token.isName() || token.isSymbol(".") || token.isSymbol("*"))) {
                return false;
            }
        }
        return true;
    }
}
