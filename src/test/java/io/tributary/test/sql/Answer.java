package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server says to a query. */
sealed interface Answer {
    /**
     * Rows, their values as the server writes them.
     *
     * @param tolerances how far the numbers of each column may be from those of the other server
     */
    record Rows(List<List<@Nullable String>> rows, List<Tolerance> tolerances) implements Answer {
        private static final int SHOWN = 6;

        /** Returns those of its rows that the other has not. */
        Rows without(Rows other) {
            List<List<@Nullable String>> left = new ArrayList<>(rows);
            other.rows.forEach(left::remove);
            return new Rows(left, tolerances);
        }

        @Override
        public String toString() {
            String first = String.join(
                    " / ",
                    rows.stream()
                            .limit(SHOWN)
                            .map(row -> String.join(
                                    " | ", row.stream().map(String::valueOf).toList()))
                            .toList());
            return rows.size() <= SHOWN ? "[" + first + "]" : "[" + first + " / … " + rows.size() + " rows]";
        }
    }

    /** An error. */
    record Failure(int number, String message) implements Answer {
        @Override
        public String toString() {
            return number + " " + message;
        }
    }

    /** Nothing within the time, or the end of the connection. */
    record Silence(String reason) implements Answer {
        @Override
        public String toString() {
            return "no answer: " + reason;
        }
    }
}
