package io.tributary.dialect.registry;

/** What an argument is made before a function sees it. NULL stays NULL. */
public enum Want {
    /** Nothing else than it is. */
    ANY,
    /** A condition: numbers are true unless they are 0, a text by the number that it begins with. */
    BOOL,
    /** A BIGINT: fractions are rounded, texts read up to what is no digit. */
    INTEGER,
    /** Any number: moments by their digits, texts as DOUBLE. A body gets its digits from the engine. */
    NUMBER,
    /** A DOUBLE. */
    DOUBLE,
    /** Characters, as MySQL prints the value; bytes are refused. */
    TEXT,
    /** The same, with one letter of those that are alike to the collation which all that are wanted so have in common. */
    SEARCHED,
    /** The same, and equal where they are to that collation. */
    ORDERED,
    /** Characters, or bytes if it is bytes. */
    STRING,
    /** Characters that name a unit of time, which may stand before the first argument, too. */
    UNIT,
    /** Bytes: those of the text. */
    BYTES,
    /** A day: NULL of what is none. */
    DATE,
    /** A moment: NULL of what is none. */
    DATETIME,
    /** A DATE or DATETIME as it is, anything else as a DATETIME. */
    MOMENT,
    /** A time, which may be negative and longer than a day. */
    TIME,
    /** A TIME or DATETIME as it is, a DATE as a DATETIME, anything else as a TIME. */
    CLOCK,
    /** A JSON value, or a text that the function parses. */
    JSON,
    /** The same of which parts are given back: a value that was computed is known by the blank before it, its decimals keep zeros. */
    DOCUMENT,
    /** A JSON value: a text is a string. */
    JSON_VALUE,
    /** The one type of all arguments that are wanted so. */
    UNIFIED,
    /** The type by which all arguments that are wanted so are compared; of a quotient the digits that it shows. */
    COMPARED,
    /** The same, of a quotient with all digits that it carries. */
    COMPARED_CARRIED,
    /** Whatever is no TIME, or a TIME to which none but hours, minutes and seconds are added: other units make it a moment of today. */
    SHIFTED,
    /** Whatever it is: a text is a moment or a time. */
    SPAN,
    /** The same type as {@link #UNIFIED}, but a number of texts and numbers: the greatest of those is found by number. */
    EXTREME,
    /** An array of whatever elements. */
    ARRAY,
    /** An array whose elements have one type with those of all others that are wanted so, and with each {@link #ELEMENT}. */
    ARRAYS,
    /** A value of the type that elements of {@link #ARRAYS} have. */
    ELEMENT,
    /** A word of the grammar: a unit, a character set. */
    KEYWORD;

    /** Whether all values of it have one type of the embedded engine's. */
    public boolean hasEngineType() {
        return switch (this) {
            case ANY, UNIFIED, COMPARED, COMPARED_CARRIED, EXTREME, SHIFTED, SPAN, CLOCK, ARRAY, ARRAYS, ELEMENT ->
                false;
            default -> true;
        };
    }

    /** Returns the embedded engine's type of an argument of a function that is computed in Java. */
    public String engineType() {
        return switch (this) {
            case BOOL -> "BOOLEAN";
            case INTEGER, TIME -> "BIGINT";
            case DOUBLE -> "DOUBLE";
            case DATE -> "DATE";
            case DATETIME, MOMENT -> "TIMESTAMP";
            case TEXT, UNIT, SEARCHED, ORDERED, STRING, BYTES, JSON, DOCUMENT, JSON_VALUE, KEYWORD, NUMBER -> "VARCHAR";
            case ANY, UNIFIED, COMPARED, COMPARED_CARRIED, EXTREME, SHIFTED, SPAN, CLOCK, ARRAY, ARRAYS, ELEMENT ->
                throw new IllegalStateException("a value of any type has none of the engine's: " + this);
        };
    }
}
