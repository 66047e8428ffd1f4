package io.tributary.bench.httplogs;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;

/** One request that a web server answered. Texts are ASCII. */
record HttpLogRow(LocalDateTime time, String clientIp, String request, int status, int size) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final LocalDateTime FIRST = LocalDateTime.of(1998, 6, 1, 0, 0);
    private static final int[] STATUSES = {200, 200, 200, 200, 206, 302, 304, 304, 404, 500};
    private static final String[] METHODS = {"GET", "GET", "GET", "GET", "POST", "HEAD"};
    private static final String[] WORDS = {
        "english",
        "french",
        "images",
        "teams",
        "history",
        "tickets",
        "venues",
        "competition",
        "playing",
        "individuals",
        "frames",
        "header",
        "schedule",
        "background",
        "statistics",
        "newsletter"
    };
    private static final String[] ENDS = {".html", ".gif", ".jpg", ".css", ".js", ""};
    /** The mean length of a request; with the other values and their separators a line has 125 bytes. */
    private static final int REQUEST_LENGTH = 80;

    static HttpLogRow random(Random random) {
        StringBuilder request = new StringBuilder(METHODS[random.nextInt(METHODS.length)]).append(' ');
        int length = REQUEST_LENGTH - 28 + random.nextInt(20);
        while (request.length() < length) {
            request.append('/').append(WORDS[random.nextInt(WORDS.length)]);
            request.append('_').append(random.nextInt(1000));
        }
        request.append(ENDS[random.nextInt(ENDS.length)]).append(" HTTP/1.0");
        return new HttpLogRow(
                FIRST.plusSeconds(random.nextInt(30 * 86_400)),
                random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256),
                request.toString(),
                STATUSES[random.nextInt(STATUSES.length)],
                random.nextInt(1_000_000));
    }

    void appendCsv(StringBuilder csv) {
        csv.append(TIME.format(time)).append(HttpLogs.SEPARATOR);
        csv.append(clientIp).append(HttpLogs.SEPARATOR);
        csv.append(request).append(HttpLogs.SEPARATOR);
        csv.append(status).append(HttpLogs.SEPARATOR);
        csv.append(size).append('\n');
    }
}
