package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Optional;

/** What changes of accounts and global variables change. For whoever has its turn. */
final class UserDefinitions {
    private final CatalogStore store;
    private final CatalogContents contents;

    UserDefinitions(CatalogStore store, CatalogContents contents) {
        this.store = store;
        this.contents = contents;
    }

    /** Empty if it exists and may. */
    Optional<StoredChange> put(CatalogChange.PutUser put) {
        UserAccount account = put.account();
        String name = account.name();
        boolean exists = contents.users.containsKey(name);
        if (put.mustExist() && !exists) {
            throw failed("ALTER USER", name, "");
        }
        if (!put.mustExist() && exists) {
            if (put.ifNotExists()) {
                return Optional.empty();
            }
            throw failed("CREATE USER", name, "");
        }
        return Optional.of(new StoredChange(
                "user " + name + " was " + (exists ? "altered" : "created"),
                List.of(),
                transaction -> CatalogStore.putUser(transaction, account),
                () -> store.isStored(account),
                () -> contents.users.put(name, account)));
    }

    /** Empty if it does not exist and need not. */
    Optional<StoredChange> drop(CatalogChange.DropUser drop) {
        String name = drop.user();
        if (!contents.users.containsKey(name)) {
            if (drop.ifExists()) {
                return Optional.empty();
            }
            throw failed("DROP USER", name, "");
        }
        if (name.equals("root")) {
            throw failed("DROP USER", "root", ": root cannot be dropped");
        }
        return Optional.of(new StoredChange(
                "user " + name + " was dropped",
                List.of(),
                transaction -> CatalogStore.removeUser(transaction, name),
                () -> !store.hasUser(name),
                () -> contents.users.remove(name)));
    }

    StoredChange set(CatalogChange.SetGlobalVariable set) {
        String name = set.name();
        String value = set.value();
        return new StoredChange(
                "global variable " + name + " was set",
                List.of(),
                transaction -> CatalogStore.putVariable(transaction, name, value),
                () -> store.isVariable(name, value),
                () -> {
                    if (value == null) {
                        contents.variables.remove(name);
                    } else {
                        contents.variables.put(name, value);
                    }
                });
    }

    private static TributaryException failed(String operation, String user, String why) {
        return new TributaryException(
                ErrorCode.USER_OPERATION_FAILED, "Operation " + operation + " failed for '" + user + "'@'%'" + why);
    }
}
