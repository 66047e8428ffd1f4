package io.tributary.frontend.load.format;

/** How the body of a load is written. */
public sealed interface LoadFormat permits CsvFormat, JsonFormat, FileFormat {
    <T> T accept(Visitor<T> visitor);

    /** What each format means for somebody. */
    interface Visitor<T> {
        T csv(CsvFormat format);

        T json(JsonFormat format);

        T file(FileFormat format);
    }
}
