package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileLinesTest {
    @TempDir
    Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static List<String> pieces(FileLines lines) throws IOException {
        List<String> pieces = new ArrayList<>();
        for (Chunk chunk = lines.next(); chunk != null; chunk = lines.next()) {
            pieces.add(new String(FileLines.read(chunk), StandardCharsets.UTF_8));
        }
        return pieces;
    }

    @Test
    void piecesEndBehindLinesAndNoneSpansTwoFiles() throws IOException {
        FileLines lines = new FileLines(List.of(file("a", "1\n22\n333\n4444"), file("b", "5\n")), 6);

        assertThat(pieces(lines)).containsExactly("1\n22\n", "333\n", "4444", "5\n");
    }

    @Test
    void anEmptyFileIsAnEmptyPiece() throws IOException {
        assertThat(pieces(new FileLines(List.of(file("a", ""), file("b", "1\n")), 6)))
                .containsExactly("", "1\n");
    }

    @Test
    void aLineThatIsTooLongIsNamed() throws IOException {
        Path file = file("a", "1\n22222222\n");
        FileLines lines = new FileLines(List.of(file), 4);
        lines.next();

        assertThatThrownBy(lines::next).hasMessage(file + " has a line of more than --chunk-bytes 4 at byte 2");
    }

    @Test
    void aWholeFileIsOnePieceWhateverItHolds() throws IOException {
        FileLines lines = new FileLines(List.of(file("a", "1\n2\n3"), file("b", "4\n")), FileLines.WHOLE_FILES);

        assertThat(pieces(lines)).containsExactly("1\n2\n3", "4\n");
    }

    @Test
    void behindAFailureNothingIsGivenOut() throws IOException {
        FileLines lines = new FileLines(List.of(file("a", "1\n2\n")), 2);
        lines.next();

        lines.stop();

        assertThat(lines.next()).isNull();
    }

    @Test
    void progressIsToldInShareBytesRowsAndTimeLeft() {
        assertThat(ProgressLine.text(new FileLoad.Progress(250_000_000, 2_000_000, 0, 30, 0), 1_000_000_000, 4))
                .isEqualTo(" 25 %  250.0 MB of 1.0 GB  500,000 rows/s  0:12 left");
        assertThat(ProgressLine.text(new FileLoad.Progress(0, 0, 0, 0, 0), 1_000, 1))
                .isEqualTo("  0 %  0 B of 1.0 KB  0 rows/s  ? left");
    }
}
