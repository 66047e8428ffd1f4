package io.tributary.frontend.statement;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.planner.plan.AccountPlan;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import java.util.Set;

/**
 * A change that may find nothing to do, which is an error without IF [NOT] EXISTS and a note with it. Whether it does is
 * for the backend to say, so the change that insists is sent first.
 *
 * @param conditional whether IF [NOT] EXISTS was written
 * @param insisting refused with one of {@code refusals} where there is nothing to do
 * @param lenient accepted then
 * @param code of the note
 */
record ConditionalChange(
        boolean conditional,
        CatalogChange insisting,
        CatalogChange lenient,
        Set<ErrorCode> refusals,
        ErrorCode code,
        String note) {
    static ConditionalChange of(DefinitionPlan.CreateDatabase plan) {
        return new ConditionalChange(
                plan.ifNotExists(),
                new CatalogChange.CreateDatabase(plan.database(), false, plan.engine()),
                new CatalogChange.CreateDatabase(plan.database(), true, plan.engine()),
                Set.of(ErrorCode.DATABASE_EXISTS),
                ErrorCode.DATABASE_EXISTS,
                "Can't create database '" + plan.database() + "'; database exists");
    }

    static ConditionalChange of(DefinitionPlan.DropDatabase plan) {
        return new ConditionalChange(
                plan.ifExists(),
                new CatalogChange.DropDatabase(plan.database(), false),
                new CatalogChange.DropDatabase(plan.database(), true),
                Set.of(ErrorCode.DATABASE_UNKNOWN_ON_DROP),
                ErrorCode.DATABASE_UNKNOWN_ON_DROP,
                "Can't drop database '" + plan.database() + "'; database doesn't exist");
    }

    static ConditionalChange of(DefinitionPlan.CreateTable plan) {
        return new ConditionalChange(
                plan.ifNotExists(),
                new CatalogChange.CreateTable(plan.table(), false),
                new CatalogChange.CreateTable(plan.table(), true),
                Set.of(ErrorCode.TABLE_EXISTS),
                ErrorCode.TABLE_EXISTS,
                "Table '" + plan.table().name() + "' already exists");
    }

    /** A table of a database that is missing is missing as well. */
    static ConditionalChange dropTable(TableName table, boolean ifExists) {
        return new ConditionalChange(
                ifExists,
                new CatalogChange.DropTable(table.database(), table.table(), false),
                new CatalogChange.DropTable(table.database(), table.table(), true),
                Set.of(ErrorCode.UNKNOWN_TABLE_ON_DROP, ErrorCode.UNKNOWN_DATABASE),
                ErrorCode.UNKNOWN_TABLE_ON_DROP,
                "Unknown table '" + table.database() + "." + table.table() + "'");
    }

    /** @param view with its definer */
    static ConditionalChange createView(ViewSchema view, DefinitionPlan.CreateView plan) {
        boolean kept = plan.existing() == ViewSchema.Existing.KEPT;
        String database = plan.currentDatabase();
        return new ConditionalChange(
                kept,
                new CatalogChange.CreateView(view, database, kept ? ViewSchema.Existing.REFUSED : plan.existing()),
                new CatalogChange.CreateView(view, database, plan.existing()),
                Set.of(ErrorCode.TABLE_EXISTS),
                ErrorCode.TABLE_EXISTS,
                "Table '" + view.name() + "' already exists");
    }

    static ConditionalChange dropView(TableName view, boolean ifExists) {
        return new ConditionalChange(
                ifExists,
                new CatalogChange.DropView(view.database(), view.table(), false),
                new CatalogChange.DropView(view.database(), view.table(), true),
                Set.of(ErrorCode.UNKNOWN_TABLE_ON_DROP, ErrorCode.UNKNOWN_DATABASE),
                ErrorCode.UNKNOWN_TABLE_ON_DROP,
                "Unknown table '" + view + "'");
    }

    static ConditionalChange of(AccountPlan.DropUser plan) {
        return new ConditionalChange(
                plan.ifExists(),
                new CatalogChange.DropUser(plan.user(), false),
                new CatalogChange.DropUser(plan.user(), true),
                Set.of(ErrorCode.USER_OPERATION_FAILED),
                ErrorCode.USER_MISSING,
                missingUser(plan.user()));
    }

    /** CREATE USER. */
    static ConditionalChange createUser(UserAccount account, boolean ifNotExists) {
        return new ConditionalChange(
                ifNotExists,
                new CatalogChange.PutUser(account, false, false),
                new CatalogChange.PutUser(account, false, true),
                Set.of(ErrorCode.USER_OPERATION_FAILED),
                ErrorCode.USER_EXISTS,
                "Authorization ID '" + account.name() + "'@'%' already exists.");
    }

    static String missingUser(String user) {
        return "Authorization ID '" + user + "'@'%' does not exist.";
    }
}
