package io.tributary.frontend.show;

import io.tributary.frontend.execution.Answer;
import io.tributary.session.SessionVariables;
import io.tributary.session.SystemVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SHOW VARIABLES: the system variables as a session has them, or those that are global. */
final class VariableRows {
    private VariableRows() {}

    /** @param globals values that were set globally */
    static Answer.LocalRows of(SessionVariables variables, Map<String, String> globals, boolean global) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (SystemVariable variable : variables.table().all()) {
            if (global && variable.scope() == SystemVariable.Scope.SESSION) {
                continue;
            }
            rows.add(Arrays.asList(
                    variable.name(),
                    global ? variables.getGlobal(variable.name(), globals) : variables.get(variable.name(), globals)));
        }
        return new Answer.LocalRows(Answer.LocalRows.texts("Variable_name", "Value"), rows);
    }
}
