package io.tributary.frontend.load.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.planner.plan.part.LoadDataFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoadDataScannerTest {
    private static final LoadDataFormat TABS = format("\t", "", "\\", "", "\n", 0);
    private static final LoadDataFormat CSV = format(",", "\"", "\\", "", "\r\n", 0);

    private static LoadDataFormat format(
            String fieldEnd, String enclosure, String escape, String lineStart, String lineEnd, long ignored) {
        return new LoadDataFormat(
                StandardCharsets.UTF_8,
                bytes(fieldEnd),
                enclosure.isEmpty() ? LoadDataFormat.NONE : enclosure.charAt(0),
                escape.isEmpty() ? LoadDataFormat.NONE : escape.charAt(0),
                bytes(lineStart),
                bytes(lineEnd),
                ignored);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Rows as text: fields divided by {@code |}, rows by {@code /}; {@code NULL!} is NULL, {@code +} more than fields. */
    private static String read(LoadDataFormat format, int fields, byte[] file) {
        LoadDataScanner scanner = new LoadDataScanner(format, fields);
        scanner.begin(file, 0, file.length, true);
        return rows(scanner, file);
    }

    private static String rows(LoadDataScanner scanner, byte[] file) {
        List<String> rows = new ArrayList<>();
        while (scanner.row() == LoadDataScanner.Found.ROW) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < scanner.fieldCount(); i++) {
                if (scanner.isNull(i)) {
                    row.add("NULL!");
                } else {
                    scanner.unescape(i);
                    int length = scanner.end(i) - scanner.start(i);
                    row.add(new String(file, scanner.start(i), length, StandardCharsets.UTF_8));
                }
            }
            rows.add(String.join("|", row) + (scanner.hasSurplus() ? "+" : ""));
        }
        return String.join("/", rows);
    }

    /** The same, the file coming in pieces of one byte more at a time. */
    private static String readInPieces(LoadDataFormat format, int fields, byte[] file) {
        LoadDataScanner scanner = new LoadDataScanner(format, fields);
        List<String> rows = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= file.length; to++) {
            scanner.begin(file, from, to, to == file.length);
            String found = rows(scanner, file);
            if (!found.isEmpty()) {
                rows.add(found);
            }
            from = scanner.position();
        }
        return String.join("/", rows);
    }

    private static void assertRead(LoadDataFormat format, int fields, String file, String expected) {
        assertThat(read(format, fields, bytes(file))).isEqualTo(expected);
        assertThat(readInPieces(format, fields, bytes(file))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '§',
            value = {
                "a<t>b<n>c<t>d<n>; a|b/c|d",
                "a<t>b<n>c<t>d; a|b/c|d",
                "a<t><n>; a|",
                "a<n>; a",
                "a<t>b<t>c<n>d<t>e<n>; a|b+/d|e",
                "a<t>b<t><n>d<t>e<n>; a|b/d|e",
                "\\N<t>\\Nx<n>; NULL!|Nx",
                "NULL<t>x<n>; NULL|x",
                "a\\tb<t>c\\\\<n>; a\tb|c\\",
                "a\\<t>b<t>c<n>; a\tb|c",
                "\"q\"<t>x<n>; \"q\"|x",
                "a<t>b\\; a|b\\",
            })
    void tabsAndBackslashes(String file, String expected) {
        assertRead(TABS, 2, file.replace("<t>", "\t").replace("<n>", "\n"), expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '§',
            value = {
                "\"a\",\"b\"<n>; a|b",
                "a,\"b\"<n>c,d; a|b/c|d",
                "\"a,<n>b\",c<n>; a,<n>b|c",
                "\"say \"\"hi\"\"\",x<n>; say \"hi\"|x",
                "\"a\"b\",c<n>; a\"b|c",
                "NULL,\"NULL\"<n>; NULL!|NULL",
                "\\N,\"\\\"\"<n>; NULL!|\"",
                "\"\",<n>; |",
                "\"open,x; \"open,x",
                "a\r,b<n>; a\r|b",
            })
    void quotesAndCarriageReturns(String file, String expected) {
        assertRead(CSV, 2, file.replace("<n>", "\r\n"), expected.replace("<n>", "\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '§',
            value = {
                ">a,b<n>nothing here<n>x>c,d<n>; a|b/c|d",
                "no line<n>none; ''",
                ">a,b<n>ab>; a|b",
            })
    void linesThatDoNotStartAsTheyMustAreNoRows(String file, String expected) {
        String rows = expected.equals("''") ? "" : expected.strip();
        assertThat(read(format(",", "", "", ">", "\n", 0), 2, bytes(file.replace("<n>", "\n")))
                        .strip())
                .isEqualTo(rows);
        assertThat(readInPieces(format(",", "", "", ">", "\n", 0), 2, bytes(file.replace("<n>", "\n")))
                        .strip())
                .isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource({"1, ab||cd//ef||gh//, ab|cd/ef|gh", "2, a|b||c/d//e||f//, a|b|c/d/e|f"})
    void separatorsMayBeLong(int unused, String file, String expected) {
        assertRead(format("||", "", "", "", "//", 0), 2, file, expected);
    }

    @ParameterizedTest
    @CsvSource({"'1,2,3,4,', 1|2/3|4"})
    void withoutAnEndOfLinesARowEndsWithItsLastField(String file, String expected) {
        assertThat(read(format(",", "", "", "", "", 0), 2, bytes(file))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '§',
            value = {"\"a\"\"b\",\"c\"<n>; a\"b|c", "x\",y<n>; x\"|y"})
    void whatEnclosesMayEscapeItself(String file, String expected) {
        assertRead(format(",", "\"", "\"", "", "\n", 0), 2, file.replace("<n>", "\n"), expected);
    }

    @ParameterizedTest
    @CsvSource({"3", "7"})
    void fieldsBeyondThoseExpectedAreToldAndTakeNoMemory(int fields) {
        char[] many = new char[100_000];
        Arrays.fill(many, ',');
        assertThat(read(format(",", "", "", "", "\n", 0), fields, bytes(new String(many))))
                .endsWith("+");
    }
}
