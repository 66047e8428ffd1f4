package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import io.tributary.planner.plan.AccountPlan;
import io.tributary.planner.plan.Plan;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CREATE USER, ALTER USER, DROP USER, SET PASSWORD. */
final class AccountParser {
    private static final Set<String> PLUGINS = Set.of("mysql_native_password", "caching_sha2_password");

    /** What may stand behind an account in MySQL. */
    private static final Set<String> OPTIONS = Words.set("REQUIRE WITH PASSWORD ACCOUNT DEFAULT COMMENT ATTRIBUTE"
            + " FAILED_LOGIN_ATTEMPTS REPLACE RETAIN DISCARD");

    private final Tokens tokens;

    AccountParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads the statement from USER on.
     *
     * @param verb CREATE, ALTER or DROP
     */
    Plan statement(String verb) {
        tokens.expect("USER");
        boolean ifExistence = verb.equals("CREATE")
                ? tokens.acceptClause("IF", "NOT", "EXISTS")
                : tokens.acceptClause("IF", "EXISTS");
        String user = user();
        AccountPlan plan =
                switch (verb) {
                    case "DROP" -> new AccountPlan.DropUser(named(user), ifExistence);
                    case "CREATE" -> put(named(user), false, ifExistence);
                    case "ALTER" -> put(user, true, ifExistence);
                    default -> throw tokens.syntaxError();
                };
        end(verb);
        return plan;
    }

    /** Reads SET PASSWORD from PASSWORD on. */
    Plan setPassword() {
        tokens.expect("PASSWORD");
        String user = tokens.accept("FOR") ? user() : "";
        tokens.expectSymbol('=');
        String password = tokens.accept("PASSWORD") ? tokens.parenthesized(tokens::string) : tokens.string();
        end("SET PASSWORD");
        return new AccountPlan.SetPassword(user, password);
    }

    private AccountPlan put(String user, boolean mustExist, boolean ifExistence) {
        String plugin = "";
        @Nullable String password = null;
        if (tokens.accept("IDENTIFIED")) {
            if (tokens.accept("WITH")) {
                plugin = tokens.identifierOrString().toLowerCase(Locale.ROOT);
                if (!PLUGINS.contains(plugin)) {
                    throw TributaryException.notSupported("authentication plugin " + plugin);
                }
            }
            if (tokens.at("AS")) {
                throw TributaryException.notSupported("IDENTIFIED WITH … AS a digest");
            }
            if (tokens.accept("BY")) {
                if (tokens.atAny("PASSWORD", "RANDOM")) {
                    throw TributaryException.notSupported("IDENTIFIED BY " + tokens.upper());
                }
                password = tokens.string();
            } else if (plugin.isEmpty()) {
                throw tokens.syntaxError();
            }
        } else if (mustExist && tokens.atStatementEnd()) {
            throw tokens.syntaxError();
        }
        return new AccountPlan.PutUser(user, plugin, password, mustExist, ifExistence);
    }

    /** {@code name[@host]}, {@code USER()} or {@code CURRENT_USER}; empty for the session's own. */
    private String user() {
        if ((tokens.at("USER") && tokens.followedBy('(')) || tokens.at("CURRENT_USER")) {
            tokens.advance();
            if (tokens.acceptSymbol('(')) {
                tokens.expectSymbol(')');
            }
            return "";
        }
        String name = tokens.identifierOrString();
        if (tokens.kind() == Token.Kind.USER_VARIABLE) {
            tokens.advance();
        }
        return name;
    }

    private String named(String user) {
        if (user.isEmpty()) {
            throw TributaryException.notSupported("an account without a name");
        }
        return user;
    }

    private void end(String verb) {
        if (!tokens.atStatementEnd()) {
            if (tokens.atSymbol(',')) {
                throw TributaryException.notSupported("several accounts in one statement");
            }
            if (tokens.atAny(OPTIONS)) {
                throw TributaryException.notSupported(tokens.upper() + " in " + verb);
            }
        }
        tokens.expectEnd();
    }
}
