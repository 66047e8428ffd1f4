package io.tributary.planner.plan;

import org.jspecify.annotations.Nullable;

/** A change of accounts. Passwords are in the clear here and nowhere printed: {@code toString} names the account only. */
public sealed interface AccountPlan extends Plan {
    /**
     * CREATE USER, or ALTER USER when {@code mustExist}. A host after {@code @} is accepted and not kept.
     *
     * @param user empty for {@code ALTER USER USER()}: the session's own account
     * @param plugin of IDENTIFIED WITH, or empty for the server's default (CREATE) or the account's own (ALTER)
     * @param password null without a BY clause: empty on CREATE, unchanged on ALTER
     * @param ifExistence IF NOT EXISTS, respectively IF EXISTS
     */
    record PutUser(String user, String plugin, @Nullable String password, boolean mustExist, boolean ifExistence)
            implements AccountPlan {
        @Override
        public String toString() {
            return "PutUser[" + user + "]";
        }
    }

    record DropUser(String user, boolean ifExists) implements AccountPlan {}

    /** @param user empty for the session's own account */
    record SetPassword(String user, String password) implements AccountPlan {
        @Override
        public String toString() {
            return "SetPassword[" + user + "]";
        }
    }

    @Override
    default <R> R accept(Visitor<R> visitor) {
        return visitor.visitAccount(this);
    }
}
