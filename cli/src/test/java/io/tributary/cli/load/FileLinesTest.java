package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileLinesTest {
    @TempDir
    Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static FileLines lines(int chunkBytesMax, Path... files) {
        List<LoadSource> sources = new ArrayList<>();
        for (Path file : files) {
            sources.add(LoadSource.of(file.toString(), file, Map.of()));
        }
        return new FileLines(sources, chunkBytesMax, InputStream.nullInputStream());
    }

    private static FileLines input(String text, int chunkBytesMax) {
        return new FileLines(
                List.of(LoadSource.of("-", null, Map.of())),
                chunkBytesMax,
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> pieces(FileLines lines) throws IOException {
        List<String> pieces = new ArrayList<>();
        for (Chunk chunk = lines.next(); chunk != null; chunk = lines.next()) {
            pieces.add(new String(chunk.read(), StandardCharsets.UTF_8));
        }
        return pieces;
    }

    @Test
    void piecesEndBehindLinesAndNoneSpansTwoFiles() throws IOException {
        FileLines lines = lines(6, file("a", "1\n22\n333\n4444"), file("b", "5\n"));

        assertThat(pieces(lines)).containsExactly("1\n22\n", "333\n", "4444", "5\n");
    }

    @Test
    void anEmptyFileIsAnEmptyPiece() throws IOException {
        assertThat(pieces(lines(6, file("a", ""), file("b", "1\n")))).containsExactly("", "1\n");
        assertThat(pieces(input("", 6))).containsExactly("");
    }

    @Test
    void aLineThatIsTooLongIsNamed() throws IOException {
        Path file = file("a", "1\n22222222\n");
        FileLines lines = lines(4, file);
        lines.next();

        assertThatThrownBy(lines::next).hasMessage(file + " has a line of more than --chunk-bytes 4 at byte 2");
    }

    @Test
    void whatComesThroughAPipeIsCutWhereTheSameFileWouldBe() throws IOException {
        for (String text : List.of("1\n22\n333\n4444", "1\n22\n333\n", "12345\n12345\n", "12345\n", "1")) {
            assertThat(pieces(input(text, 6))).as(text).isEqualTo(pieces(lines(6, file("same", text))));
        }
        FileLines lines = input("1\n22222222\n", 4);
        lines.next();
        assertThatThrownBy(lines::next).hasMessage("- has a line of more than --chunk-bytes 4 at byte 2");
    }

    @Test
    void aWholeFileIsOnePieceWhateverItHolds() throws IOException {
        assertThat(pieces(lines(2, file("a.csv.gz", "1\n2\n3"), file("b.csv", "4\n"))))
                .containsExactly("1\n2\n3", "4\n");
    }

    @Test
    void behindAFailureNothingIsGivenOut() throws IOException {
        FileLines lines = lines(2, file("a", "1\n2\n"));
        lines.next();

        lines.stop();

        assertThat(lines.next()).isNull();
    }

    @Test
    void progressIsToldInShareBytesRowsAndTimeLeft() {
        assertThat(ProgressLine.text(new FileLoad.Progress(250_000_000, 2_000_000, 0, 30, 0, 0, 2), 1_000_000_000, 4))
                .isEqualTo(" 25 %  250.0 MB of 1.0 GB  500,000 rows/s  0:12 left");
        assertThat(ProgressLine.text(new FileLoad.Progress(0, 0, 0, 0, 0, 0, 0), 1_000, 1))
                .isEqualTo("  0 %  0 B of 1.0 KB  0 rows/s  ? left");
        assertThat(ProgressLine.text(new FileLoad.Progress(2_000, 10, 0, 1, 0, 0, 0), -1, 2))
                .isEqualTo("2.0 KB  5 rows/s");
    }
}
