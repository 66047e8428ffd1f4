package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TableServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Expressions give the values that MariaDB gives, byte by byte, but for those that the list says are others and why. */
@Tag("clients")
final class ValuesIT {
    private static final int ENTRIES_MIN = 1_390;

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyExpressionOfTheListAnswersAsMariaDbOrAsTheListSays() throws SQLException {
        List<ValueList.Entry> entries = ValueList.read();

        List<List<String>> answers = ValueList.ask(
                directory,
                SERVER.port(),
                SERVER.newDatabase(),
                "SET time_zone = '+00:00';\n",
                entries.stream().map(ValueList.Entry::expression).toList());

        List<String> differences = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            ValueList.Entry entry = entries.get(i);
            List<String> expected = isAnsweredByMariaDb(entry) ? entry.answer() : entry.expected();
            if (!answers.get(i).equals(expected) && !isOthersOnMariaDb(entry)) {
                differences.add(entry.expression() + " expected " + expected + " was " + answers.get(i));
            }
        }
        assertThat(differences).isEmpty();
        assertThat(entries).hasSizeGreaterThan(ENTRIES_MIN).noneMatch(entry -> entry.answer()
                .equals(entry.kept()));
    }

    /** What names no table is computed in the process. */
    private static boolean isAnsweredByMariaDb(ValueList.Entry entry) {
        return TableServer.isMariaDb()
                && (entry.expression().contains("FROM ") || !ValueList.isQuery(entry.expression()));
    }

    /**
     * Answers that a MariaDB before Tributary does not give: an error whose number is unknown here, integers larger than the type that it tells
     * of them, digits of a DOUBLE that has none behind its point, and those that changed from one of its versions to the next.
     */
    private static boolean isOthersOnMariaDb(ValueList.Entry entry) {
        String asked = entry.expression();
        return TableServer.isMariaDb()
                && (entry.answer().equals(List.of("! 1221"))
                        || asked.matches("1\\.?5?e15 DIV .*")
                        || asked.equals("ceiling(1e20)")
                        || asked.equals("s REGEXP concat('[', s)")
                        || asked.contains("(SELECT 'x' AS a UNION SELECT"));
    }
}
