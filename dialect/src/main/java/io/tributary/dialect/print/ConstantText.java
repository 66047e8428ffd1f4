package io.tributary.dialect.print;

import io.tributary.dialect.type.SqlType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Values that are known as literals of the embedded engine. */
final class ConstantText {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

    private ConstantText() {}

    static String of(@Nullable Object value, SqlType type) {
        String engineType = EngineType.of(type);
        if (value == null) {
            return "CAST(NULL AS " + engineType + ")";
        }
        if (value instanceof String text) {
            return LiteralText.text(text);
        } else if (value instanceof byte[] bytes) {
            return LiteralText.bytes(HexFormat.of().formatHex(bytes));
        } else if (value instanceof LocalDate day) {
            return "DATE '" + day + "'";
        } else if (value instanceof LocalDateTime moment) {
            return "TIMESTAMP '" + MOMENT.format(moment) + "'";
        } else if (value instanceof Duration time) {
            return "CAST(" + time.toNanos() / 1_000 + " AS BIGINT)";
        } else if (value instanceof BigDecimal number) {
            return "CAST(" + number.toPlainString() + " AS " + engineType + ")";
        }
        return value instanceof Boolean ? value.toString() : "CAST(" + value + " AS " + engineType + ")";
    }
}
