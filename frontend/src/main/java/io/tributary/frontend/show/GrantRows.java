package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.routing.RemoteCatalog;
import java.util.List;

/** SHOW GRANTS: every account may do everything. */
final class GrantRows {
    private GrantRows() {}

    /** @param user an account that is there */
    static Answer.LocalRows of(String user) {
        return new Answer.LocalRows(
                texts("Grants for " + user + "@%"),
                List.of(List.of(
                        "GRANT ALL PRIVILEGES ON *.* TO " + SqlLiterals.identifier(user) + "@`%` WITH GRANT OPTION")));
    }

    /** @throws TributaryException 1141 where there is no such account */
    static Answer.LocalRows of(String user, RemoteCatalog accounts) {
        if (accounts.user(user).isEmpty()) {
            throw new TributaryException(
                    ErrorCode.NO_SUCH_GRANT, "There is no such grant defined for user '" + user + "' on host '%'");
        }
        return of(user);
    }
}
