package io.tributary.planner.sql.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.planner.plan.part.LoadDataFormat;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.insert.TargetColumnsBuilder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Plans LOAD DATA:
 *
 * <pre>
 * LOAD DATA [LOW_PRIORITY | CONCURRENT] LOCAL INFILE 'file' [REPLACE | IGNORE] INTO TABLE [db.]t [CHARACTER SET c]
 *     [{FIELDS | COLUMNS} [TERMINATED BY 's'] [[OPTIONALLY] ENCLOSED BY 'c'] [ESCAPED BY 'c']]
 *     [LINES [STARTING BY 's'] [TERMINATED BY 's']] [IGNORE n {LINES | ROWS}] [(column | &#64;variable, …)]
 * </pre>
 *
 * A file on the server, {@code SET column = …} and fields of fixed width are refused with 1235.
 */
public final class LoadDataParser {
    private final Tokens tokens;
    private final NameResolver names;
    private Charset charset = StandardCharsets.UTF_8;
    private String fieldEnd = "\t";
    private String enclosure = "";
    private String escape;
    private String lineStart = "";
    private String lineEnd = "\n";
    private long ignoredLines;

    public LoadDataParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
        escape = tokens.mode().noBackslashEscapes() ? "" : "\\";
    }

    /** Reads the statement from LOAD on. */
    public LoadDataPlan parse() {
        tokens.advance();
        if (!tokens.accept("DATA")) {
            throw TributaryException.notSupported("LOAD " + tokens.upper());
        }
        tokens.acceptAny("LOW_PRIORITY", "CONCURRENT");
        boolean local = tokens.accept("LOCAL");
        tokens.expect("INFILE");
        if (!local) {
            throw TributaryException.notSupported(
                    "LOAD DATA of a file on the server; LOAD DATA LOCAL sends the client's");
        }
        String file = tokens.string();
        boolean ignore = tokens.accept("IGNORE");
        if (!ignore) {
            tokens.accept("REPLACE");
        }
        tokens.expect("INTO", "TABLE");
        TableSchema table = Names.qualified(tokens, (database, name) -> names.changed(database, name, "LOAD"));
        if (ignore && table.isKeyed()) {
            throw TributaryException.notSupported(
                    "LOAD DATA … IGNORE into a table with a UNIQUE KEY, whose rows replace each other");
        }
        if (tokens.at("PARTITION")) {
            throw TributaryException.notSupported("LOAD DATA … PARTITION");
        }
        characterSet();
        fields();
        lines();
        ignoredLines();
        List<Boolean> fields = new ArrayList<>();
        boolean columnList = tokens.atSymbol('(');
        TargetColumns columns = columnList ? columnList(table, fields) : all(table, fields);
        if (tokens.at("SET")) {
            throw TributaryException.notSupported("LOAD DATA … SET");
        }
        tokens.expectEnd();
        if (fields.isEmpty() && lineEnd.isEmpty()) {
            throw TributaryException.notSupported("LOAD DATA of lines without an end into no column");
        }
        InsertPlan target =
                new InsertPlan(table, columns, columnList, InsertPlan.Form.VALUES, 0, "", LoadHint.NONE, null, ignore);
        return new LoadDataPlan(file, target, fields, format());
    }

    private void characterSet() {
        if (!tokens.accept("CHARSET") && !tokens.acceptClause("CHARACTER", "SET")) {
            return;
        }
        String name = tokens.identifierOrString();
        charset = switch (name.toLowerCase(Locale.ROOT)) {
            case "utf8", "utf8mb3", "utf8mb4", "ascii", "binary" -> StandardCharsets.UTF_8;
            case "latin1" -> Charset.forName("windows-1252");
            default ->
                throw ErrorCode.UNKNOWN_CHARACTER_SET.error("Unknown character set: '" + name
                        + "' (utf8mb4, utf8, ascii, binary and latin1 are understood)");
        };
    }

    private void fields() {
        if (!tokens.acceptAny("FIELDS", "COLUMNS")) {
            return;
        }
        int begin = tokens.start();
        while (true) {
            if (tokens.accept("TERMINATED")) {
                fieldEnd = by();
            } else if (tokens.atAny("OPTIONALLY", "ENCLOSED")) {
                tokens.accept("OPTIONALLY");
                tokens.expect("ENCLOSED");
                enclosure = by();
            } else if (tokens.accept("ESCAPED")) {
                escape = by();
            } else {
                break;
            }
        }
        requireClause(begin);
    }

    private void lines() {
        if (!tokens.accept("LINES")) {
            return;
        }
        int begin = tokens.start();
        while (true) {
            if (tokens.accept("STARTING")) {
                lineStart = by();
            } else if (tokens.accept("TERMINATED")) {
                lineEnd = by();
            } else {
                break;
            }
        }
        requireClause(begin);
    }

    private void requireClause(int begin) {
        if (tokens.start() == begin) {
            throw tokens.syntaxError();
        }
    }

    private void ignoredLines() {
        if (tokens.accept("IGNORE")) {
            ignoredLines = tokens.wholeNumber();
            tokens.expectAny("LINES", "ROWS");
        }
    }

    /** A string, or its bytes as {@code x'09'} or {@code 0x09}. */
    private String by() {
        tokens.expect("BY");
        if (tokens.kind() != Token.Kind.BINARY) {
            return tokens.string();
        }
        String text = tokens.text(tokens.start(), tokens.end());
        boolean quoted = text.endsWith("'");
        try {
            byte[] bytes = HexFormat.of().parseHex(text, 2, text.length() - (quoted ? 1 : 0));
            tokens.advance();
            return new String(bytes, charset);
        } catch (IllegalArgumentException e) {
            throw tokens.syntaxError();
        }
    }

    private TargetColumns columnList(TableSchema table, List<Boolean> fields) {
        tokens.expectSymbol('(');
        TargetColumnsBuilder columns = new TargetColumnsBuilder(table);
        if (!tokens.atSymbol(')')) {
            do {
                boolean variable = tokens.kind() == Token.Kind.USER_VARIABLE;
                if (variable) {
                    tokens.advance();
                } else {
                    columns.addGiven(Names.column(tokens));
                }
                fields.add(!variable);
            } while (tokens.acceptSymbol(','));
        }
        tokens.expectSymbol(')');
        return columns.targets();
    }

    private static TargetColumns all(TableSchema table, List<Boolean> fields) {
        TargetColumns all = TargetColumns.given(table);
        fields.addAll(Collections.nCopies(all.count(), true));
        return all;
    }

    private LoadDataFormat format() {
        if (fieldEnd.isEmpty()) {
            throw TributaryException.notSupported("LOAD DATA of fields without a separator");
        }
        // A line that ends as its fields do has no end of its own.
        return new LoadDataFormat(
                charset,
                fieldEnd.getBytes(charset),
                one(enclosure),
                one(escape),
                lineStart.getBytes(charset),
                lineEnd.equals(fieldEnd) ? new byte[0] : lineEnd.getBytes(charset),
                ignoredLines);
    }

    private int one(String separator) {
        byte[] bytes = separator.getBytes(charset);
        if (bytes.length > 1) {
            throw ErrorCode.WRONG_FIELD_SEPARATOR.error(
                    "Field separator argument is not what is expected; check the manual: '" + separator
                            + "' is more than one byte");
        }
        return bytes.length == 0 ? LoadDataFormat.NONE : bytes[0] & 0xff;
    }
}
