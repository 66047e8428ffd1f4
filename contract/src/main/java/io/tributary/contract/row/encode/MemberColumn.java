package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * ENUM and SET, kept as the names of their members: as they were declared, and those of a SET in that order. A number means the
 * member of that place, or of a SET those of its bits.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/enum.html">The ENUM Type</a>
 */
final class MemberColumn extends TextColumn {
    private final List<String> members;
    private final byte[][] encoded;
    private final boolean set;

    MemberColumn(Column column, RowContext context) {
        super(column, context);
        members = column.declared().members();
        encoded = members.stream()
                .map(member -> member.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        set = column.declared().isSet();
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        return row;
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        for (byte[] member : encoded) {
            if (Arrays.equals(member, 0, member.length, bytes, offset, offset + length)) {
                append(member, 0, member.length);
                return;
            }
        }
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        append(set ? ofSet(text) : ofEnum(text));
    }

    private String ofEnum(String text) {
        int place = place(text);
        if (place >= 0) {
            return members.get(place);
        }
        // What no member is called may be the number of one.
        return text.strip().matches("[0-9]{1,5}") ? numbered(Long.parseLong(text.strip()), text) : refuse(text);
    }

    private String ofSet(String text) {
        if (text.isEmpty()) {
            return "";
        }
        long bits = 0;
        for (String each : text.split(",", -1)) {
            int place = place(each);
            if (place < 0) {
                return text.strip().matches("[0-9]{1,18}")
                        ? numbered(Long.parseLong(text.strip()), text)
                        : refuse(text);
            }
            bits |= 1L << place;
        }
        return ofBits(bits);
    }

    private String ofBits(long bits) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < members.size(); i++) {
            if (((bits >>> i) & 1) != 0) {
                names.append(names.length() == 0 ? "" : ",").append(members.get(i));
            }
        }
        return names.toString();
    }

    /** Finds a name in any case, blanks at its end left out. */
    private int place(String text) {
        String wanted = text.stripTrailing().toLowerCase(Locale.ROOT);
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).toLowerCase(Locale.ROOT).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    private String numbered(long number, String shown) {
        boolean known = set
                ? number >= 0 && (members.size() == Long.SIZE || number >>> members.size() == 0)
                : number > 0 && number <= members.size();
        if (!known) {
            return refuse(shown);
        }
        return set ? ofBits(number) : members.get((int) number - 1);
    }

    @Override
    void putLong(long value) {
        append(numbered(value, Long.toString(value)));
    }

    @Override
    void putDouble(double value) {
        putLong(Math.round(value));
    }

    @Override
    void putDecimal(long high, long low, int scale) {
        context.decimal.set(high, low);
        putLong(Math.round(Double.parseDouble(context.decimal.toString(scale))));
    }

    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        if (!context.number.scan(bytes, offset, length)) {
            throw badValue("number", bytes, offset, length);
        }
        putDouble(context.number.toDouble());
    }

    private void append(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        append(utf8, 0, utf8.length);
    }

    private String refuse(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        throw new TributaryException(
                ErrorCode.DATA_TRUNCATED,
                "Data truncated for column '" + column.name() + "' at row " + context.rowNumber() + ": '"
                        + Refusal.shown(utf8, 0, utf8.length) + "' is none of "
                        + column.declared().type());
    }
}
