package io.tributary.backend.batch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops at the n-th pass of one point, for a test that kills the process there: writes a marker file, then parks for
 * ever. At {@link Failpoint.Point#IN_ENGINE_COMMIT} it goes on into the commit instead, and writes {@code <file>.left}
 * after it, so that the test knows whether its kill came in time.
 */
public final class MarkerFailpoint implements Failpoint {
    /** {@code <name>:<n>}, for example {@code after-force:3}. */
    public static final String POINT_PROPERTY = "tributary.failpoint";

    public static final String MARKER_PROPERTY = "tributary.failpoint.marker";

    private final Point point;
    private final int pass;
    private final Path marker;
    private final AtomicInteger passes = new AtomicInteger();
    private final AtomicInteger leaves = new AtomicInteger();

    MarkerFailpoint(Point point, int pass, Path marker) {
        this.point = point;
        this.pass = pass;
        this.marker = marker;
    }

    /**
     * The failpoint that these properties name, or {@link Failpoint#NONE}.
     *
     * @throws IllegalArgumentException naming the property, its value and what is allowed
     */
    public static Failpoint of(Properties properties) {
        String text = properties.getProperty(POINT_PROPERTY);
        if (text == null) {
            return NONE;
        }
        String marker = properties.getProperty(MARKER_PROPERTY);
        if (marker == null) {
            throw new IllegalArgumentException(POINT_PROPERTY + "=" + text + " needs " + MARKER_PROPERTY + "=<file>");
        }
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Point point = Arrays.stream(Point.values())
                .filter(candidate -> candidate.text().equals(name))
                .findFirst()
                .orElseThrow(() -> invalid(text));
        try {
            int pass = colon < 0 ? 1 : Integer.parseInt(text.substring(colon + 1));
            if (pass < 1) {
                throw invalid(text);
            }
            return new MarkerFailpoint(point, pass, Path.of(marker));
        } catch (NumberFormatException e) {
            throw invalid(text);
        }
    }

    private static IllegalArgumentException invalid(String text) {
        String names =
                String.join(", ", Arrays.stream(Point.values()).map(Point::text).toList());
        return new IllegalArgumentException(
                POINT_PROPERTY + "=" + text + ": expected <name>:<n>, n from 1, name one of " + names);
    }

    @Override
    public void pass(Point at) {
        if (at != point || passes.incrementAndGet() != pass) {
            return;
        }
        write(marker);
        if (point == Point.IN_ENGINE_COMMIT) {
            return;
        }
        while (true) {
            LockSupport.park(this);
        }
    }

    @Override
    public void left(Point at) {
        if (at == point && leaves.incrementAndGet() == pass) {
            write(marker.resolveSibling(marker.getFileName() + ".left"));
        }
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new UncheckedIOException("failpoint marker " + file, e);
        }
    }
}
