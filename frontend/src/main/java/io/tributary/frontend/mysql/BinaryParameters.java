package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.CellKind;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.TextForm;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterTypes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the values of a COM_STMT_EXECUTE and notes of each where it stands and in what form. Never outside the
 * body, whatever it holds.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_binary_resultset.html">Binary values</a>
 */
final class BinaryParameters {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final byte[] @Nullable [] NO_LONG_DATA = new byte[0][];
    private static final ExecuteBody NO_BODY = ExecuteBody.parse(new byte[0], 0, null);

    /** Lengths from here on take more than one byte. */
    private static final int LONG_LENGTH = 251;

    /** A number above every {@link WireForm}. */
    private static final byte NO_FORM = Byte.MAX_VALUE;

    private static final long TEXT_CELL = CellIndex.form(CellKind.TEXT, 0);
    private static final long BYTE_OF_LENGTH = CellIndex.form(CellKind.NULL, 1);
    private static final int DATE_BYTES = 4;
    private static final long DATE_CELL = CellIndex.form(CellKind.DATE, DATE_BYTES);

    private ExecuteBody body = NO_BODY;
    private byte[] bytes = {};
    private int at;
    /** Parameters read. */
    private int parameter;
    /** The next parameter that has no value in the body. */
    private int nextAbsent;

    private byte[] @Nullable [] longData = NO_LONG_DATA;
    /** Null when text comes in UTF-8 and need not be converted. */
    private @Nullable Charset foreignCharset;

    private CellIndex cells = new CellIndex();
    private @Nullable ParameterTypes types;
    /** The {@link WireForm} of each of the types. */
    private byte[] forms = {};

    /** Turns to the first value of a body. */
    void begin(ExecuteBody next, byte[] @Nullable [] nextLongData, Charset charset, CellIndex target) {
        body = next;
        bytes = next.bytes();
        at = next.valuesOffset();
        parameter = 0;
        longData = nextLongData;
        foreignCharset = charset.equals(StandardCharsets.UTF_8) ? null : charset;
        cells = target;
        if (types != next.types()) {
            types = next.types();
            forms = WireForm.of(next.types());
        }
        nextAbsent = absentFrom(0);
    }

    /** Requires that all of the body has been read. */
    void requireEnd() {
        if (at != bytes.length && !body.attributesFollow()) {
            throw malformed((bytes.length - at) + " bytes behind the last of " + parameter + " values");
        }
    }

    /** Lets go of the body. */
    void end() {
        body = NO_BODY;
        bytes = NO_BODY.bytes();
        longData = NO_LONG_DATA;
    }

    /** Adds a cell for each of the next {@code count} parameters. */
    void addNext(int count) {
        byte[] in = bytes;
        byte[] formOf = forms;
        CellIndex out = cells;
        byte text = foreignCharset == null ? WireForm.TEXT : NO_FORM;
        int last = parameter + count;
        int from = at;
        for (int index = parameter; index < last; index++) {
            int left = in.length - from;
            int form = index == nextAbsent ? NO_FORM : formOf[index];
            if (form == text && left > 0 && (in[from] & 0xff) < Math.min(left, LONG_LENGTH)) {
                int length = in[from++] & 0xff;
                out.add((TEXT_CELL + length * BYTE_OF_LENGTH) | from);
                from += length;
            } else if (form < WireForm.FIXED_FORMS && CellIndex.length(WireForm.cell(form)) <= left) {
                out.add(WireForm.cell(form) | from);
                from += CellIndex.length(WireForm.cell(form));
            } else if (form == WireForm.DATE && left > DATE_BYTES && in[from] == DATE_BYTES) {
                out.add(DATE_CELL | (from + 1));
                from += 1 + DATE_BYTES;
            } else {
                at = from;
                parameter = index;
                addAny();
                from = at;
            }
        }
        at = from;
        parameter = last;
    }

    /** The next parameter, whatever it is. */
    private void addAny() {
        int index = parameter++;
        if (index == nextAbsent) {
            nextAbsent = absentFrom(index + 1);
            byte[] sent = index < longData.length ? longData[index] : null;
            if (sent == null) {
                cells.addNull();
            } else {
                cells.addLongData(sent);
            }
            return;
        }
        byte form = forms[index];
        switch (form) {
            case WireForm.TEXT -> {
                int length = readLength();
                addText(claim(length), length);
            }
            case WireForm.BYTES -> {
                int length = readLength();
                cells.addBytes(bytes, claim(length), length);
            }
            case WireForm.DATE -> addDate();
            case WireForm.DATETIME -> {
                int length = readTemporalLength(DATE_BYTES, 7, 11);
                cells.add(CellIndex.form(CellKind.DATETIME, length) | claim(length));
            }
            case WireForm.TIME -> addTime();
            case WireForm.NULL -> cells.addNull();
            case WireForm.UNKNOWN ->
                throw malformed("parameter " + parameter + " has the unknown type "
                        + body.types().code(index));
            default -> cells.add(WireForm.cell(form) | claim(CellIndex.length(WireForm.cell(form))));
        }
    }

    private int absentFrom(int first) {
        int count = forms.length;
        int index = first;
        while (index < count) {
            int nulls = (bytes[index >> 3] & 0xff) >> (index & 7);
            if (nulls != 0) {
                index += Integer.numberOfTrailingZeros(nulls);
                break;
            }
            index = (index | 7) + 1;
        }
        for (int sent = first; sent < Math.min(index, longData.length); sent++) {
            if (longData[sent] != null) {
                return sent;
            }
        }
        return index;
    }

    private void addText(int offset, int length) {
        Charset foreign = foreignCharset;
        if (foreign == null) {
            cells.addText(bytes, offset, length);
        } else {
            byte[] utf8 = new String(bytes, offset, length, foreign).getBytes(StandardCharsets.UTF_8);
            cells.addText(utf8, 0, utf8.length);
        }
    }

    //   0          1      3       4     5
    //   | length 4 | year | month | day |          a length of 0 is the zero date; a time behind it is dropped
    private void addDate() {
        int length = readTemporalLength(DATE_BYTES, 7, 11);
        cells.add(CellIndex.form(CellKind.DATE, Math.min(length, DATE_BYTES)) | claim(length));
    }

    //   0          1          2               6      7        8        9
    //   | length 8 | negative | days, 4 bytes | hour | minute | second | micros (4 bytes, with a length of 12) |
    private void addTime() {
        int length = readTemporalLength(8, 12, 12);
        int from = claim(length);
        if (length == 0) {
            cells.addMoment(ColumnType.Kind.TIME, 0, 0);
            return;
        }
        long days = Integer.toUnsignedLong((int) INT.get(bytes, from + 1));
        int hour = bytes[from + 5] & 0xff;
        int minute = bytes[from + 6] & 0xff;
        int second = bytes[from + 7] & 0xff;
        long micros = length == 12 ? Integer.toUnsignedLong((int) INT.get(bytes, from + 8)) : 0;
        long hours = days * 24 + hour;
        if (hours > 838 || minute > 59 || second > 59 || micros >= MICROS_PER_SECOND) {
            throw malformed("parameter " + parameter + " is a TIME beyond 838:59:59.999999");
        }
        long span = ((hours * 60 + minute) * 60 + second) * MICROS_PER_SECOND + micros;
        cells.addMoment(ColumnType.Kind.TIME, bytes[from] == 0 ? span : -span, TextForm.fractionDigits(span));
    }

    private int readTemporalLength(int shortest, int middle, int longest) {
        int length = bytes[claim(1)];
        if (length != 0 && length != shortest && length != middle && length != longest) {
            throw malformed("parameter " + parameter + " is a date or time of " + (length & 0xff) + " bytes");
        }
        return length;
    }

    /** A length-encoded integer; at most what is left of the body, which {@link #claim} checks. */
    private int readLength() {
        int first = bytes[claim(1)] & 0xff;
        if (first < 251) {
            return first;
        }
        return switch (first) {
            case 252 -> Short.toUnsignedInt((short) SHORT.get(bytes, claim(2)));
            case 253 -> {
                int from = claim(3);
                yield Short.toUnsignedInt((short) SHORT.get(bytes, from)) | (bytes[from + 2] & 0xff) << 16;
            }
            case 254 -> {
                long length = (long) LONG.get(bytes, claim(8));
                if (length < 0 || length > bytes.length) {
                    throw malformed("parameter " + parameter + " claims " + Long.toUnsignedString(length) + " bytes");
                }
                yield (int) length;
            }
            default -> throw malformed("parameter " + parameter + " begins with " + first + ", which is no length");
        };
    }

    /** Moves over the next {@code length} bytes and returns where they begin. */
    private int claim(int length) {
        int from = at;
        if (length > bytes.length - from) {
            throw malformed(
                    "parameter " + parameter + " needs " + length + " bytes, " + (bytes.length - from) + " are left");
        }
        at = from + length;
        return from;
    }

    private static TributaryException malformed(String what) {
        return new TributaryException(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to mysqld_stmt_execute: " + what);
    }
}
