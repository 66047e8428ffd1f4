package io.tributary.session;

/** One line of SHOW WARNINGS: what a statement has to tell besides its answer. */
public record Condition(Level level, int code, String message) {
    /** How bad it is, in MySQL's words. */
    public enum Level {
        /** Nothing was to be done: {@code IF EXISTS} found nothing. {@code sql_notes = 0} suppresses these. */
        NOTE("Note"),
        /** Done, but not quite as it was said. */
        WARNING("Warning"),
        /** Not done. */
        ERROR("Error");

        private final String text;

        Level(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
