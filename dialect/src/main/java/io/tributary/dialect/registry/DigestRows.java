package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.BYTES;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.STRING;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.dialect.function.ByteFunctions;
import io.tributary.dialect.function.TextFunctions;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import java.util.List;

/** Digests and encodings of bytes, and names that are unique. */
final class DigestRows {
    /** What a text is that is not too long. */
    private DigestRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("MD5", SqlType.text(32), STRING).duckdb("md5(#1)");
        rows.row("MD5SUM", SqlType.text(32), many(TEXT))
                .duckdb(call -> "md5(" + TextRows.each(call, 0, "%s", " || ") + ")");
        rows.row("SHA1|SHA", SqlType.text(40), STRING).duckdb("sha1(#1)");
        rows.row("SHA2", SqlType.text(128), BYTES, INTEGER)
                .partial(a -> ByteFunctions.sha2(a.bytes(0), a.whole(1)))
                .duckdb(call -> {
                    int bits = call.isConstant(1) ? call.constant(1, -1) : -1;
                    return bits == 0 || bits == 256 ? "sha256(" + call.text(0) + ")" : call.java();
                });
        rows.row(
                        "CHARACTERS OF BYTES",
                        operands -> SqlType.text(operands.type(0).precision()),
                        BYTES)
                .strict(a -> ByteFunctions.characters(a.bytes(0)));
        rows.row(
                        "BYTES OF CHARACTERS",
                        operands -> SqlType.bytes(operands.type(0).precision()),
                        TEXT)
                .strict(a -> ByteFunctions.ofCharacters(a.text(0)));
        rows.row("HEX", DigestRows::digits, ANY).duckdb(TextLimit.made(DigestRows::digits, DigestRows::hex));
        rows.row("NESTED TEXT", TextRows.UNBOUNDED, TEXT).partial(TextLimit::nested);
        rows.row("UNHEX", operands -> SqlType.bytes((operands.type(0).precision() + 1) / 2), TEXT)
                .nullable()
                .duckdb(Spelling.tried("unhex(e)"));
        rows.row("TO_BASE64", TextRows.ofArgument(0, 2), BYTES).strict(a -> ByteFunctions.toBase64(a.bytes(0)));
        rows.row("FROM_BASE64", operands -> SqlType.bytes(operands.type(0).precision()), TEXT)
                .partial(a -> ByteFunctions.fromBase64(a.text(0)));
        rows.row("PADDED BYTES", ResultRule.same(0), BYTES, INTEGER)
                .partial(a -> ByteFunctions.padded(a.bytes(0), a.whole(1)));
        rows.row("UUID", SqlType.text(36)).never().varies(Determinism.NEVER).duckdb("CAST(uuid() AS VARCHAR)");
        rows.row("UUID_TO_BIN", SqlType.bytes(16), optional(1, TEXT, INTEGER))
                .strict(a -> TextFunctions.uuidToBytes(a.text(0), a.whole(1, 0) != 0));
        rows.row("BIN_TO_UUID", SqlType.text(36), optional(1, BYTES, INTEGER))
                .strict(a -> TextFunctions.bytesToUuid(a.bytes(0), a.whole(1, 0) != 0));
        rows.row("IS_UUID", SqlType.of(Kind.BOOL), TEXT).strict(a -> TextFunctions.isUuid(a.text(0)));
        rows.row("DATABASE|SCHEMA", SqlType.text(64), TEXT)
                .supplied(Supplied.DATABASE)
                .nullable()
                .java(arguments -> arguments.get(0));
        return rows.functions();
    }

    /** Takes a number that is rounded, or bytes. */
    private static SqlType digits(Operands operands) {
        SqlType type = operands.type(0);
        long digits =
                type.kind().isNumber() ? 16 : (type.kind() == Kind.BYTES ? 2L : 8L) * Unification.characters(type);
        return TextLimit.text(operands, digits);
    }

    private static String hex(Written call) {
        Kind kind = call.type(0).kind();
        if (kind.isNumber()) {
            // A half is rounded away from zero, which the engine's cast of a DOUBLE does not.
            return "hex("
                    + (kind.isApproximate()
                            ? "CAST(round(" + call.as(0, "DOUBLE") + ") AS BIGINT)"
                            : kind.isInteger() && kind != Kind.BOOL ? call.text(0) : call.as(0, "BIGINT"))
                    + ")";
        }
        String text = kind.isMoment()
                ? MomentConversions.printed(call)
                : call.type(0).isVariant() ? ConversionRows.characters(call) : call.as(0, "VARCHAR");
        return "hex(" + (kind == Kind.BYTES ? call.text(0) : text) + ")";
    }
}
