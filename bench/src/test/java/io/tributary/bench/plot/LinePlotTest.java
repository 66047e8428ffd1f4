package io.tributary.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

final class LinePlotTest {
    private static final Series FAST =
            new Series("fast", 0, List.of(at(100, 4_000), new Point(1, 1_000, 800, 1_200, ""), at(10, 2_000)));
    private static final Series SLOW = new Series("slow", 1, List.of(at(10, 50)));

    @Test
    void pointsLieWhereTheTicksOfBothAxesSay() throws Exception {
        SvgText svg = SvgText.parse(LinePlot.svg(plot(List.of(new Panel("both", List.of(FAST, SLOW))))));

        // 1, 10 and 100 from 120 to 740; 0 to 4,000 are the area's 250 pixels.
        double bottom = y(svg, "0");
        assertThat(y(svg, "4,000")).isCloseTo(bottom - 250, within(0.1));
        assertThat(svg.points("fast"))
                .containsExactly(
                        "120.0," + Svg.pixels(bottom - 62.5),
                        "430.0," + Svg.pixels(bottom - 125),
                        "740.0," + Svg.pixels(bottom - 250));
        assertThat(svg.points("slow")).containsExactly("430.0," + Svg.pixels(bottom - 3.125));
        assertThat(x(svg, "1")).isEqualTo(120);
        assertThat(x(svg, "10")).isEqualTo(430);
        assertThat(x(svg, "100")).isEqualTo(740);
    }

    @Test
    void aBarReachesFromTheLowestToTheHighestAndIsThereOnlyForARange() throws Exception {
        SvgText svg = SvgText.parse(LinePlot.svg(plot(List.of(new Panel("both", List.of(FAST))))));

        double bottom = y(svg, "0");
        assertThat(SvgText.below(svg.series("fast"), "line")).singleElement().satisfies(bar -> {
            assertThat(bar.getAttribute("x1")).isEqualTo("120.0");
            assertThat(bar.getAttribute("x2")).isEqualTo("120.0");
            assertThat(bar.getAttribute("y1")).isEqualTo(Svg.pixels(bottom - 50));
            assertThat(bar.getAttribute("y2")).isEqualTo(Svg.pixels(bottom - 75));
        });
        assertThat(SvgText.below(svg.series("fast"), "title"))
                .extracting(Element::getTextContent)
                .contains("1 clients: 1,000 rows/s (800 to 1,200)", "10 clients: 2,000 rows/s");
    }

    @Test
    void panelsShareTheAxisOfXAndHaveTheirOwnOfY() throws Exception {
        SvgText svg = SvgText.parse(
                LinePlot.svg(plot(List.of(new Panel("upper", List.of(FAST)), new Panel("lower", List.of(SLOW))))));

        assertThat(svg.points("slow").get(0)).startsWith("430.0,");
        assertThat(svg.texts())
                .containsSubsequence("upper", "4,000", "lower", "50")
                .contains("a title", "a caption");
        assertThat(svg.texts()).filteredOn("100"::equals).hasSize(2);
        assertThat(height(svg)).isGreaterThan(700);
    }

    @Test
    void oneSeriesOfOnePointIsInTheMiddle() throws Exception {
        SvgText svg = SvgText.parse(LinePlot.svg(plot(List.of(new Panel("one", List.of(SLOW))))));

        assertThat(svg.points("slow")).singleElement().asString().startsWith("430.0,");
        assertThat(SvgText.below(svg.series("slow"), "path")).hasSize(1);
        assertThat(height(svg)).isBetween(400, 500);
    }

    @Test
    void whatIsMarkupIsOnlyText() throws Exception {
        String evil = "a<b & \"c\" > 'd' ]]> \u0000\uD800 <script/>";
        Series series = new Series(evil, 0, List.of(new Point(1, 1, 1, 1, evil)));

        String text =
                LinePlot.svg(new Plot(evil, evil, evil, List.of(new Panel(evil, List.of(series))), List.of(evil)));

        String read = "a<b & \"c\" > 'd' ]]> \uFFFD\uFFFD <script/>";
        assertThat(SvgText.parse(text).series()).containsExactly(read);
        assertThat(SvgText.parse(text).texts()).filteredOn(read::equals).hasSize(6);
        assertThat(text).doesNotContain("<script");
    }

    @Test
    void nothingComesFromOutsideAndTheGroundIsWhite() throws Exception {
        String text = LinePlot.svg(plot(List.of(new Panel("one", List.of(FAST)))));

        Element ground = SvgText.parse(text).all("rect").get(0);
        assertThat(ground.getAttribute("fill")).isEqualTo("#ffffff");
        assertThat(ground.getAttribute("width")).isEqualTo("800");
        assertThat(text.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
                .doesNotContain("://", "href", "url(", "<style", "@import");
    }

    @Test
    void theSamePlotIsTheSameTextInAnyLocale() {
        Plot plot = plot(List.of(new Panel("both", List.of(FAST, SLOW))));
        String first = LinePlot.svg(plot);
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG"));

            assertThat(LinePlot.svg(plot)).isEqualTo(first);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void numbersThatWouldRunIntoOthersAreLeftOut() throws Exception {
        Series close = new Series("close", 0, List.of(at(1, 1), at(500, 7), at(512, 8)));

        SvgText svg = SvgText.parse(LinePlot.svg(plot(List.of(new Panel("close", List.of(close))))));

        assertThat(svg.texts()).contains("500").doesNotContain("512");
    }

    @Test
    void longLabelsAreBrokenIntoLines() throws Exception {
        Series wordy = new Series("a word ".repeat(30).strip(), 0, List.of(at(1, 1)));

        SvgText svg = SvgText.parse(LinePlot.svg(plot(List.of(new Panel("one", List.of(wordy))))));

        assertThat(svg.texts()).filteredOn(text -> text.contains("word")).hasSize(3);
        assertThat(svg.texts()).allSatisfy(text -> assertThat(text).hasSizeLessThan(105));
    }

    @Test
    void aHundredAndFortyStylesAreDifferent() {
        assertThat(IntStream.range(0, 140).mapToObj(Style::of)).doesNotHaveDuplicates();
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        assertThatThrownBy(() -> at(0, 1)).hasMessageStartingWith("a point at 0, 1.0");
        assertThatThrownBy(() -> at(1, Double.NaN)).hasMessageStartingWith("a point at 1, NaN");
        assertThatThrownBy(() -> at(1, 1e16)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Series("empty", 0, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Panel("empty", List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> plot(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static Point at(int x, double y) {
        return new Point(x, y, y, y, "");
    }

    private static Plot plot(List<Panel> panels) {
        return new Plot("a title", "clients", "rows/s", panels, List.of("a caption"));
    }

    private static int height(SvgText svg) {
        return Integer.parseInt(svg.root().getAttribute("height"));
    }

    /** Returns where the line beside a number of the axis of y is. */
    private static double y(SvgText svg, String number) {
        return Double.parseDouble(number(svg, number).getAttribute("y")) - 4;
    }

    private static double x(SvgText svg, String number) {
        return Double.parseDouble(number(svg, number).getAttribute("x"));
    }

    private static Element number(SvgText svg, String number) {
        return svg.all("text").stream()
                .filter(text -> text.getTextContent().equals(number))
                .findFirst()
                .orElseThrow();
    }
}
