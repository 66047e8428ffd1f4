package io.tributary.dialect;

import java.util.Set;

/** Functions whose value is a DOUBLE whatever their arguments are, in upper case, and what else is known of them. */
final class DoubleFunctions {
    static final Set<String> ALL = Set.of(
            "EXP",
            "POW",
            "POWER",
            "DEGREES",
            "RADIANS",
            "SQRT",
            "LN",
            "LOG",
            "LOG2",
            "LOG10",
            "SIN",
            "COS",
            "TAN",
            "COT",
            "ASIN",
            "ACOS",
            "ATAN",
            "ATAN2",
            "PI",
            "RAND",
            "STD",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP");

    /** They make large numbers of small ones. */
    static final Set<String> GROWING = Set.of("EXP", "POW", "POWER", "DEGREES");

    /** Functions that take two numbers. */
    static final Set<String> OF_TWO = Set.of("POW", "POWER", "LOG", "ATAN", "ATAN2");

    private DoubleFunctions() {}
}
