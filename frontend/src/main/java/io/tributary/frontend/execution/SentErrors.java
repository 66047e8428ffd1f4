package io.tributary.frontend.execution;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the words that clients are told, each as one line at DEBUG, by a logger of their own: whoever looks for what an application
 * met need not ask the application. They may repeat values of rows.
 */
public final class SentErrors {
    private static final Logger log = LoggerFactory.getLogger(SentErrors.class);
    private static final int CHARS_MAX = 8192;

    private SentErrors() {}

    /** @param number MySQL's of an error, or HTTP's status */
    public static void log(int number, String text) {
        if (log.isDebugEnabled()) {
            String cut = text.length() > CHARS_MAX ? text.substring(0, CHARS_MAX) : text;
            log.debug("number={} text=\"{}\"", number, cut.replace('\n', ' ').replace('\r', ' '));
        }
    }
}
