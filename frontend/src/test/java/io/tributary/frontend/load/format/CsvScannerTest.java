package io.tributary.frontend.load.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.frontend.execution.RegexCsv;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The scanner against {@link RegexCsv} on random bytes that are cut everywhere, and the options one by one. */
final class CsvScannerTest {
    private static final int FIELDS_MAX = 4;
    private static final String NULL = "<null>";

    private static CsvFormat format(String separator, String lineEnd, int enclosure, int escape, boolean trims) {
        return new CsvFormat(bytes(separator), bytes(lineEnd), enclosure, escape, trims, false, 0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The rows' fields, where the input comes in pieces that end at these places. */
    private static List<List<String>> rows(CsvFormat format, String text, int... cuts) {
        CsvScanner scanner = new CsvScanner(format, FIELDS_MAX);
        List<List<String>> rows = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            boolean last = i == cuts.length;
            // What is behind a cut is there, and must not be looked at.
            byte[] input = bytes(text);
            scanner.begin(input, from, last ? input.length : Math.max(from, cuts[i]), last);
            while (scanner.row()) {
                rows.add(fields(scanner, input));
            }
            from = scanner.position();
        }
        if (scanner.isUnclosed()) {
            rows.add(RegexCsv.UNCLOSED);
            return rows;
        }
        assertThat(from).isEqualTo(text.length());
        return rows;
    }

    private static List<String> fields(CsvScanner scanner, byte[] input) {
        List<String> fields = new ArrayList<>();
        for (int field = 0; field < Math.min(FIELDS_MAX, scanner.fieldCount()); field++) {
            if (scanner.isNull(field)) {
                fields.add(NULL);
                continue;
            }
            scanner.unescape(field);
            int start = scanner.start(field);
            fields.add(new String(input, start, scanner.end(field) - start, StandardCharsets.ISO_8859_1));
        }
        fields.addAll(Collections.nCopies(scanner.fieldCount() - fields.size(), ""));
        return fields;
    }

    @Test
    void whatEveryRowHoldsIsAsTheModelSaysWhereverTheInputIsCut() {
        int seed = Seeds.drawn(CsvScannerTest.class);
        Random random = new Random(seed);
        String[] separators = {",", ";;", "\u0001", ",;"};
        String[] lineEnds = {"\n", "|", "\r\n", "||"};
        int[] enclosures = {CsvFormat.NONE, '"', '\''};
        int[] escapes = {CsvFormat.NONE, '\\', '"'};
        String alphabet = ",;\u0001\n\r|\"'\\N";
        for (int run = 0; run < 20_000; run++) {
            CsvFormat format = format(
                    separators[random.nextInt(separators.length)],
                    lineEnds[random.nextInt(lineEnds.length)],
                    enclosures[random.nextInt(enclosures.length)],
                    escapes[random.nextInt(escapes.length)],
                    random.nextBoolean());
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(60);
            boolean dense = random.nextBoolean();
            while (text.length() < length) {
                switch (random.nextInt(dense ? 4 : 12)) {
                    case 0 -> text.append(new String(format.separator(), StandardCharsets.ISO_8859_1));
                    case 1 -> text.append(new String(format.lineEnd(), StandardCharsets.ISO_8859_1));
                    case 2 -> text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                    case 3 -> text.append("\"");
                    default -> text.append((char) (random.nextBoolean() ? 'a' : 128 + random.nextInt(128)));
                }
            }
            String input = text.toString();
            List<List<String>> expected = RegexCsv.rows(format, input, FIELDS_MAX, NULL);

            assertThat(rows(format, input))
                    .as("seed %d: %s in %s", seed, input, format)
                    .isEqualTo(expected);
            int cut = random.nextInt(input.length() + 1);
            int second = cut + random.nextInt(input.length() - cut + 1);
            assertThat(rows(format, input, cut, second))
                    .as("seed %d, cut at %d and %d: %s in %s", seed, cut, second, input, format)
                    .isEqualTo(expected);
        }
    }

    @Test
    void fieldsAreSeparatedAndEmptyLinesAreNoRows() {
        CsvFormat format = format(",", "\n", CsvFormat.NONE, CsvFormat.NONE, false);

        assertThat(rows(format, "1,Amy,60\r\n\n2,,\\N\n\r\n3,\"x\",4"))
                .containsExactly(List.of("1", "Amy", "60"), List.of("2", "", NULL), List.of("3", "\"x\"", "4"));
        assertThat(rows(format, "")).isEmpty();
    }

    @Test
    void separatorsMayHaveSeveralBytes() {
        CsvFormat format = format("||", "\u0001\n", CsvFormat.NONE, CsvFormat.NONE, false);

        assertThat(rows(format, "a|b||c\n\u0001\nd||e\u0001"))
                .containsExactly(List.of("a|b", "c\n"), List.of("d", "e\u0001"));
    }

    @Test
    void anEnclosedFieldMayHoldSeparatorsLineEndsAndItsEnclosure() {
        CsvFormat format = format(",", "\n", '\'', '\\', false);

        assertThat(rows(format, "'a,\n b','it''s',x\n'back\\'slash','\\N',\\N\n'it's',''\r\n"))
                .containsExactly(List.of("a,\n b", "it's", "x"), List.of("back'slash", "N", NULL), List.of("it's", ""));
    }

    @Test
    void aBodyThatEndsInAnEnclosedFieldIsUnclosedBehindItsWholeRows() {
        CsvFormat format = format(",", "\n", '"', '\\', false);

        assertThat(rows(format, "1,b\n2,\"a\n3,c\n", 6)).containsExactly(List.of("1", "b"), RegexCsv.UNCLOSED);
        assertThat(rows(format, "\"a\\\"\n")).containsExactly(RegexCsv.UNCLOSED);
        assertThat(rows(format, "1,it\"s\n")).containsExactly(List.of("1", "it\"s"));
    }

    @Test
    void quotesAroundAFieldAreTrimmedWhereThatIsAsked() {
        CsvFormat format = format(",", "\n", CsvFormat.NONE, CsvFormat.NONE, true);

        assertThat(rows(format, "\"a\",\"b,\"\n")).containsExactly(List.of("a", "\"b", "\""));
    }

    @Test
    void linesAreSkippedAsFarAsTheyAreThere() {
        CsvScanner scanner = new CsvScanner(format(",", "\n", '"', CsvFormat.NONE, false), FIELDS_MAX);

        scanner.begin(bytes("\"id\nname"), 0, 8, false);
        assertThat(scanner.skipLine()).isTrue();
        assertThat(scanner.skipLine()).isFalse();
        scanner.begin(bytes("\"id\nname"), scanner.position(), 8, true);
        assertThat(scanner.skipLine()).isTrue();
        assertThat(scanner.skipLine()).isFalse();
        assertThat(scanner.row()).isFalse();
    }
}
