package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.part.LoadHint;
import java.util.Optional;

/**
 * Reads {@code SET_VAR(group_commit = …)} and {@code SET_VAR(idempotency_key = '…')} out of an optimizer hint; every other
 * hint is passed over, as in MySQL, and of two that set the same the first counts.
 */
final class HintParser {
    private final Tokens tokens;
    private Optional<GroupCommitMode> groupCommit = Optional.empty();
    private String idempotencyKey = "";

    private HintParser(Tokens tokens) {
        this.tokens = tokens;
    }

    static LoadHint read(String hint, SqlMode mode) {
        if (hint.isBlank()) {
            return LoadHint.NONE;
        }
        HintParser parser = new HintParser(Tokens.of(hint, mode));
        parser.parse();
        return new LoadHint(parser.groupCommit, parser.idempotencyKey);
    }

    private void parse() {
        while (!tokens.atEnd()) {
            if (tokens.accept("SET_VAR")) {
                variables();
            } else {
                tokens.advance();
            }
        }
    }

    private void variables() {
        while (!tokens.atEnd() && !tokens.atSymbol(')')) {
            if (groupCommit.isEmpty() && tokens.accept("GROUP_COMMIT")) {
                groupCommit = Optional.of(mode(value()));
            } else if (idempotencyKey.isEmpty() && tokens.accept("IDEMPOTENCY_KEY")) {
                idempotencyKey = key();
            } else {
                tokens.advance();
            }
        }
    }

    private String value() {
        tokens.expectSymbol('=');
        return tokens.identifierOrString();
    }

    /** Reads a key in quotes: of a bare {@code load-17} only {@code load} would be a word, and a key for many loads. */
    private String key() {
        tokens.expectSymbol('=');
        String key = tokens.string();
        boolean another = tokens.atIdentifier() && tokens.followedBy('=');
        if (!another && !tokens.atSymbol(',') && !tokens.atSymbol(')')) {
            throw tokens.syntaxError();
        }
        IdempotencyKey.requireText(key);
        return key;
    }

    private static GroupCommitMode mode(String value) {
        return GroupCommitMode.parse(value)
                .orElseThrow(() -> ErrorCode.WRONG_VALUE_FOR_VARIABLE.error(
                        "Variable 'group_commit' can't be set to the value of '" + value + "'"));
    }
}
