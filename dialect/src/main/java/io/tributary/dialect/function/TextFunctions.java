package io.tributary.dialect.function;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Characters, sets of words, and what a text is. */
final class TextFunctions {
    static final List<JavaFunction> ALL = List.of(
            JavaFunction.number("ascii", a -> firstByte(a.get(0))),
            JavaFunction.number("ord", a -> String.valueOf(utf8(a.get(0)))),
            JavaFunction.text("char", TextFunctions::characters).takingNull(),
            JavaFunction.text("insert", TextFunctions::insert),
            JavaFunction.text("quote", a -> quote(a.get(0))).takingNull(),
            JavaFunction.text("soundex", a -> soundex(a.get(0))),
            JavaFunction.text("make_set", TextFunctions::makeSet).takingNull(),
            JavaFunction.text("export_set", TextFunctions::exportSet),
            JavaFunction.number("is_uuid", a -> truth(uuidDigits(a.get(0)) != null)),
            JavaFunction.text("uuid_to_bin", TextFunctions::uuidToBin).givingBytes(),
            JavaFunction.text("bin_to_uuid", TextFunctions::binToUuid));

    private static final Pattern UUID_TEXT =
            Pattern.compile("\\{?\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}\\}?");
    private static final Pattern HEX_32 = Pattern.compile("\\p{XDigit}{32}");
    /** Codes of A to Z; those of vowels are left out of a result. */
    private static final String SOUNDS = "01230120022455012623010202";

    private static final int EXPORTED_BITS_MAX = 64;

    private TextFunctions() {}

    private static String firstByte(String digits) {
        return digits.isEmpty() ? "0" : String.valueOf(Integer.parseInt(digits.substring(0, 2), 16));
    }

    /** The number that the bytes of the first character make. */
    private static long utf8(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        byte[] bytes = Character.toString(text.codePointAt(0)).getBytes(StandardCharsets.UTF_8);
        long number = 0;
        for (byte each : bytes) {
            number = (number << 8) | (each & 0xff);
        }
        return number;
    }

    private static String characters(List<@Nullable String> numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String number : numbers) {
            if (number != null) {
                int value = (int) Numbers.longOf(number);
                for (int shift = 24; shift >= 0; shift -= 8) {
                    if (shift == 0 || (value >>> shift) != 0) {
                        bytes.write(value >>> shift);
                    }
                }
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TributaryException(
                    ErrorCode.INVALID_CHARACTERS,
                    "Invalid utf8mb4 character string: '"
                            + HexFormat.of().withUpperCase().formatHex(bytes.toByteArray()) + "'",
                    e);
        }
    }

    private static String insert(List<@Nullable String> arguments) {
        String text = arguments.get(0);
        int characters = text.codePointCount(0, text.length());
        long place = Numbers.longOf(arguments.get(1));
        long length = Numbers.longOf(arguments.get(2));
        if (place < 1 || place > characters) {
            return text;
        }
        int from = text.offsetByCodePoints(0, (int) place - 1);
        long rest = characters - place + 1;
        int to = length < 0 || length > rest ? text.length() : text.offsetByCodePoints(from, (int) length);
        return text.substring(0, from) + arguments.get(3) + text.substring(to);
    }

    private static String quote(@Nullable String text) {
        if (text == null) {
            return "NULL";
        }
        StringBuilder out = new StringBuilder("'");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\', '\'' -> out.append('\\').append(c);
                case 0 -> out.append("\\0");
                case '\u001a' -> out.append("\\Z");
                default -> out.append(c);
            }
        }
        return out.append('\'').toString();
    }

    /** MySQL's: vowels are left out first and repetitions then, and what comes out has any length from 4 on. */
    private static String soundex(String text) {
        StringBuilder out = new StringBuilder();
        char last = 0;
        for (int c : text.codePoints().toArray()) {
            if (!(c >= 0xc0 || (c < 0x80 && Character.isLetter(c)))) {
                continue;
            }
            int upper = c < 0x80 ? Character.toUpperCase(c) : c;
            char sound = (upper < 'A' || upper > 'Z') ? '0' : SOUNDS.charAt(upper - 'A');
            if (out.length() == 0) {
                out.appendCodePoint(upper);
                last = sound;
            } else if (sound != '0' && sound != last) {
                out.append(sound);
                last = sound;
            }
        }
        while (out.length() > 0 && out.length() < 4) {
            out.append('0');
        }
        return out.toString();
    }

    private static @Nullable String makeSet(List<@Nullable String> arguments) {
        String given = arguments.get(0);
        if (given == null) {
            return null;
        }
        long bits = Numbers.bits(given);
        List<String> chosen = new ArrayList<>();
        for (int i = 1; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (((bits >> (i - 1)) & 1) == 1 && word != null) {
                chosen.add(word);
            }
        }
        return Substrings.join(",", chosen);
    }

    private static @Nullable String exportSet(List<@Nullable String> arguments) {
        long bits = Numbers.bits(arguments.get(0));
        long wanted = arguments.size() < 5 ? EXPORTED_BITS_MAX : Numbers.longOf(arguments.get(4));
        long count = (wanted < 0 || wanted > EXPORTED_BITS_MAX) ? EXPORTED_BITS_MAX : wanted;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(String.valueOf(arguments.get(((bits >> i) & 1) == 1 ? 1 : 2)));
        }
        return Substrings.join(arguments.size() < 4 ? "," : String.valueOf(arguments.get(3)), words);
    }

    static String truth(boolean value) {
        return value ? "1" : "0";
    }

    /** Returns the digits in lower case; null for what is no UUID. */
    private static @Nullable String uuidDigits(@Nullable String text) {
        if (text == null) {
            return null;
        }
        boolean plain = HEX_32.matcher(text).matches();
        boolean braced = text.startsWith("{") == text.endsWith("}");
        boolean is = plain || (braced && UUID_TEXT.matcher(text).matches());
        return is ? text.replaceAll("[-{}]", "").toLowerCase(Locale.ROOT) : null;
    }

    private static String uuidToBin(List<@Nullable String> arguments) {
        String digits = uuidDigits(arguments.get(0));
        if (digits == null) {
            throw noUuid(arguments.get(0), "uuid_to_bin");
        }
        return isSwapped(arguments)
                ? digits.substring(12, 16) + digits.substring(8, 12) + digits.substring(0, 8) + digits.substring(16)
                : digits;
    }

    private static String binToUuid(List<@Nullable String> arguments) {
        String digits = arguments.get(0).toLowerCase(Locale.ROOT);
        if (!HEX_32.matcher(digits).matches()) {
            throw noUuid(digits, "bin_to_uuid");
        }
        String ordered = isSwapped(arguments)
                ? digits.substring(8, 16) + digits.substring(4, 8) + digits.substring(0, 4) + digits.substring(16)
                : digits;
        return new UUID(
                        Long.parseUnsignedLong(ordered.substring(0, 16), 16),
                        Long.parseUnsignedLong(ordered.substring(16), 16))
                .toString();
    }

    private static boolean isSwapped(List<@Nullable String> arguments) {
        return arguments.size() > 1 && Numbers.longOf(arguments.get(1)) != 0;
    }

    private static TributaryException noUuid(@Nullable String value, String function) {
        return new TributaryException(
                ErrorCode.WRONG_VALUE_FOR_TYPE, "Incorrect string value: '" + value + "' for function " + function);
    }
}
