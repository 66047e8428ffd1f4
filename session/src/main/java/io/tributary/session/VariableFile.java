package io.tributary.session;

import io.tributary.session.SystemVariable.Kind;
import io.tributary.session.SystemVariable.Scope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads {@code variables.txt}, whose head describes its form. */
final class VariableFile {
    private static final int NAME = 0;
    private static final int SCOPE = 1;
    private static final int TYPE = 2;
    private static final int DEFAULT = 3;
    private static final int EFFECT = 4;
    private static final int FIELDS = 5;

    private VariableFile() {}

    /**
     * The variables of a server.
     *
     * @param below80 whether it announces a version below 8.0
     * @param configured what stands for the defaults in braces
     */
    static List<SystemVariable> read(boolean below80, Map<String, String> configured) {
        List<SystemVariable> variables = new ArrayList<>();
        boolean wanted = true;
        boolean doris = false;
        for (String line : lines()) {
            if (line.startsWith("[")) {
                wanted = !line.equals(below80 ? "[from 8.0]" : "[below 8.0]");
                doris = line.equals("[load]") || line.equals("[doris]");
            } else if (wanted) {
                variables.add(variable(line.split("\\|", FIELDS), doris, configured));
            }
        }
        return variables;
    }

    private static SystemVariable variable(String[] fields, boolean doris, Map<String, String> configured) {
        String text = fields[DEFAULT];
        if (text.startsWith("{")) {
            text = Objects.requireNonNull(configured.get(text.substring(1, text.length() - 1)), fields[NAME]);
        }
        Scope scope =
                switch (fields[SCOPE]) {
                    case "both" -> Scope.BOTH;
                    case "session", "status" -> Scope.SESSION;
                    case "global", "fixed" -> Scope.GLOBAL;
                    default -> throw new IllegalStateException(fields[NAME] + ": unknown scope " + fields[SCOPE]);
                };
        boolean readOnly = fields[SCOPE].equals("fixed") || fields[SCOPE].equals("status");
        String type = fields[TYPE];
        Kind kind = kind(type);
        BigInteger low = BigInteger.ZERO;
        BigInteger high = BigInteger.ZERO;
        if (kind == Kind.INTEGER || kind == Kind.BYTES || kind == Kind.DECIMAL) {
            int dots = type.indexOf("..");
            low = new BigInteger(type.substring(type.indexOf('(') + 1, dots));
            high = new BigInteger(type.substring(dots + 2, type.length() - 1));
        }
        List<String> choices = kind == Kind.CHOICE ? List.of(type.split(",", -1)) : List.of();
        return new SystemVariable(fields[NAME], kind, scope, readOnly, text, low, high, choices, doris, fields[EFFECT]);
    }

    private static Kind kind(String type) {
        return switch (type) {
            case "bool" -> Kind.BOOLEAN;
            case "text" -> Kind.TEXT;
            case "sql_mode" -> Kind.SQL_MODE;
            case "zone" -> Kind.TIME_ZONE;
            case "charset" -> Kind.CHARACTER_SET;
            case "collation" -> Kind.COLLATION;
            default ->
                switch (type.substring(0, type.indexOf('(') + 1)) {
                    case "int(" -> Kind.INTEGER;
                    case "bytes(" -> Kind.BYTES;
                    case "dec(" -> Kind.DECIMAL;
                    default -> Kind.CHOICE;
                };
        };
    }

    private static List<String> lines() {
        @Nullable InputStream file = VariableFile.class.getResourceAsStream("variables.txt");
        try (InputStream in = Objects.requireNonNull(file, "variables.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
