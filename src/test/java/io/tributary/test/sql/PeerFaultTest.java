package io.tributary.test.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PeerFaultTest {
    private static final String STORED = "SELECT a FROM t UNION SELECT b FROM t";

    @Test
    void aTextMayBeCutAndANumberBeTheLargestOfItsDigits() {
        assertThat(explains(STORED, "abc", "ab")).isTrue();
        assertThat(explains(STORED, "10000000000", "1000")).isTrue();
        assertThat(explains(STORED, "202405.00", "99999.99")).isTrue();
    }

    @Test
    void otherDigitsOfAFractionAreNoFaultOfThePeer() {
        assertThat(explains(STORED, "2.50", "2.5")).isFalse();
        assertThat(explains(STORED, "2024-01-31 10:11:12.000", "2024-01-31 10:11:12"))
                .isFalse();
        assertThat(explains(STORED, "10:11:12.5", "10:11:12")).isFalse();
        assertThat(explains(STORED, "5", "99")).isFalse();
        assertThat(explains(STORED, "abc", "b")).isFalse();
    }

    @Test
    void onlyWhatIsStoredMayBeCutAndNoRowMayBeMissing() {
        assertThat(explains("SELECT a FROM t", "abc", "ab")).isFalse();
        assertThat(PeerFault.explains(STORED, rows("abc", "abc"), rows("ab"))).isFalse();
    }

    private static boolean explains(String query, String ours, String theirs) {
        return PeerFault.explains(query, rows(ours), rows(theirs));
    }

    private static Answer.Rows rows(String... values) {
        return new Answer.Rows(Arrays.stream(values).map(List::of).toList(), List.of(Tolerance.EXACT));
    }
}
