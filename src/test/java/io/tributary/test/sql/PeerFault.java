package io.tributary.test.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What MariaDB's temporary tables do: a column that is narrower than its values has the first letters of a text, and the largest number
 * of its digits. Fractions and moments are none of it, since fewer of their digits could be another type.
 */
final class PeerFault {
    private static final Pattern STORED = Pattern.compile("OVER|GROUP BY|UNION|INTERSECT|EXCEPT|DISTINCT");
    private static final Pattern DIGITS = Pattern.compile("-?\\d+[.]\\d+|[-\\d]+ ?[-\\d:]+(?:[.]\\d+)?");
    private static final Pattern NINES = Pattern.compile("9+(?:[.]9+)?");
    private static final int ROWS_MAX = 1_000;

    private PeerFault() {}

    /** Whether theirs are ours as such a table keeps them. */
    static boolean explains(String query, Answer.Rows ours, Answer.Rows theirs) {
        int count = ours.rows().size();
        if (count != theirs.rows().size()
                || count > ROWS_MAX
                || !STORED.matcher(query).find()) {
            return false;
        }
        List<List<@Nullable String>> left = new ArrayList<>(theirs.rows());
        return ours.rows().stream().allMatch(row -> removed(left, row));
    }

    private static boolean removed(List<List<@Nullable String>> left, List<@Nullable String> row) {
        for (List<@Nullable String> each : left) {
            if (isKept(row, each)) {
                return left.remove(each);
            }
        }
        return false;
    }

    private static boolean isKept(List<@Nullable String> row, List<@Nullable String> stored) {
        for (int i = 0; i < row.size(); i++) {
            String value = row.get(i);
            String other = stored.get(i);
            boolean kept = Objects.equals(value, other) || (value != null && other != null && isNarrower(value, other));
            if (!kept) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNarrower(String value, String kept) {
        boolean whole = value.matches("\\d+");
        boolean cut = value.startsWith(kept) && (whole || !DIGITS.matcher(value).matches());
        return cut
                || (NINES.matcher(kept).matches()
                        && isNumber(value)
                        && new BigDecimal(value).compareTo(new BigDecimal(kept)) > 0);
    }

    private static boolean isNumber(String text) {
        return text.matches("\\d+(?:[.]\\d+)?");
    }
}
