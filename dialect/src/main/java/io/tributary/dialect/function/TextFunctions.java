package io.tributary.dialect.function;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
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
public final class TextFunctions {
    private static final Pattern UUID_TEXT =
            Pattern.compile("\\{?\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}\\}?");
    private static final Pattern HEX_32 = Pattern.compile("\\p{XDigit}{32}");
    /** Codes of A to Z; those of vowels are left out of a result. */
    private static final String SOUNDS = "01230120022455012623010202";

    private static final int EXPORTED_BITS_MAX = 64;

    private TextFunctions() {}

    /** Returns the number that the bytes of the first character make. */
    public static long utf8(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        byte[] bytes = Character.toString(text.codePointAt(0)).getBytes(StandardCharsets.UTF_8);
        return new BigInteger(1, bytes).longValue();
    }

    /**
     * Returns the characters whose bytes in UTF-8 are those of numbers, none of them 0 but a last one.
     *
     * @throws TributaryException INVALID_CHARACTERS
     */
    public static String characters(List<Long> numbers) {
        byte[] bytes = bytes(numbers);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TributaryException(
                    ErrorCode.INVALID_CHARACTERS,
                    "Invalid utf8mb4 character string: '"
                            + HexFormat.of().withUpperCase().formatHex(bytes) + "'",
                    e);
        }
    }

    /** Returns the bytes of numbers of 32 bits, of each without those before the first that is not 0. */
    public static byte[] bytes(List<Long> numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long number : numbers) {
            int value = (int) number;
            for (int shift = 24; shift >= 0; shift -= 8) {
                if (shift == 0 || (value >>> shift) != 0) {
                    bytes.write(value >>> shift);
                }
            }
        }
        return bytes.toByteArray();
    }

    /** Puts a text in the place of so many characters of another one. */
    public static String insert(String text, long place, long length, String other) {
        int characters = text.codePointCount(0, text.length());
        if (place < 1 || place > characters) {
            return text;
        }
        int from = text.offsetByCodePoints(0, (int) place - 1);
        long rest = characters - place + 1;
        int to = length < 0 || length > rest ? text.length() : text.offsetByCodePoints(from, (int) length);
        return text.substring(0, from) + other + text.substring(to);
    }

    /** Returns a text as a literal. */
    public static String quote(@Nullable String text) {
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
    public static String soundex(String text) {
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
        while (out.length() > 0 && out.codePointCount(0, out.length()) < 4) {
            out.append('0');
        }
        return out.toString();
    }

    /** Returns the words whose bits are set. */
    public static @Nullable String set(long bits, List<@Nullable String> words) {
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (((bits >> i) & 1) == 1 && word != null) {
                chosen.add(word);
            }
        }
        return Substrings.join(",", chosen);
    }

    /** Returns a word for each of so many bits. */
    public static @Nullable String exported(long bits, String on, String off, String separator, long wanted) {
        long count = (wanted < 0 || wanted > EXPORTED_BITS_MAX) ? EXPORTED_BITS_MAX : wanted;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(((bits >> i) & 1) == 1 ? on : off);
        }
        return Substrings.join(separator, words);
    }

    public static boolean isUuid(String text) {
        return uuidDigits(text) != null;
    }

    /** Returns the digits in lower case; null for what is no UUID. */
    private static @Nullable String uuidDigits(String text) {
        boolean plain = HEX_32.matcher(text).matches();
        boolean braced = text.startsWith("{") == text.endsWith("}");
        boolean is = plain || (braced && UUID_TEXT.matcher(text).matches());
        return is ? text.replaceAll("[-{}]", "").toLowerCase(Locale.ROOT) : null;
    }

    /** @param swapped whether the parts of its time are turned around, so that later ones are greater */
    public static byte[] uuidToBytes(String text, boolean swapped) {
        String digits = uuidDigits(text);
        if (digits == null) {
            throw noUuid(text, "uuid_to_bin");
        }
        return HexFormat.of()
                .parseHex(
                        swapped
                                ? digits.substring(12, 16)
                                        + digits.substring(8, 12)
                                        + digits.substring(0, 8)
                                        + digits.substring(16)
                                : digits);
    }

    public static String bytesToUuid(byte[] bytes, boolean swapped) {
        String digits = HexFormat.of().formatHex(bytes);
        if (bytes.length != 16) {
            throw noUuid(digits, "bin_to_uuid");
        }
        String ordered = swapped
                ? digits.substring(8, 16) + digits.substring(4, 8) + digits.substring(0, 4) + digits.substring(16)
                : digits;
        return new UUID(
                        Long.parseUnsignedLong(ordered.substring(0, 16), 16),
                        Long.parseUnsignedLong(ordered.substring(16), 16))
                .toString();
    }

    private static TributaryException noUuid(String value, String function) {
        return ErrorCode.WRONG_VALUE_FOR_TYPE.error("Incorrect string value: '" + value + "' for function " + function);
    }
}
