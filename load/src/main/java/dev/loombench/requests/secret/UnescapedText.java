package dev.loombench.requests.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.text.Escapes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// A text as it reads without escapes, each character with its place in the text.
///
/// A program shows a value with the escapes of JSON strings, of Java, of URLs, of XML and of
/// shells, also several at once: a log line of JSON has a JSON body with twice as many backslashes.
/// Texts that differ in their escapes alone have the same reading: backslashes are left out, a run
/// of quotes counts as one, `+` as a space, and the control characters that JSON writes as letters
/// as these.
final class UnescapedText {
    /// Escapes within escapes.
    private static final int MOST_LEVELS = 8;

    /// The longest entity, as in `&#x1F600;`.
    private static final int LONGEST_ENTITY = 10;

    private static final int HEXADECIMAL = 16;
    private static final int DIGITS_OF_UNICODE = 4;
    private static final int LENGTH_OF_PERCENT = 3;

    private final char[] characters;

    /// Of each character, where it begins and ends in the text.
    private final int[] starts;

    private final int[] ends;
    private int length;

    /// @param most characters
    private UnescapedText(int most) {
        characters = new char[most];
        starts = new int[most];
        ends = new int[most];
    }

    static UnescapedText of(String text) {
        var reading = new UnescapedText(text.length());
        for (int i = 0; i < text.length(); i++) {
            reading.add(text.charAt(i), i, i + 1);
        }
        for (int level = 0; level < MOST_LEVELS; level++) {
            var next = reading.unescaped();
            if (next.hasSameCharacters(reading)) {
                return next;
            }
            reading = next;
        }
        return reading;
    }

    /// The reading.
    String reading() {
        return new String(characters, 0, length);
    }

    /// Where a character of the reading begins in the text.
    int start(int character) {
        return starts[character];
    }

    /// The places in the text at which others, by their readings, are found.
    ///
    /// @param readings none of them empty
    BitSet places(List<String> readings) {
        var places = new BitSet();
        var own = reading();
        for (var other : readings) {
            for (int i = own.indexOf(other); i >= 0; i = own.indexOf(other, i + 1)) {
                places.set(starts[i], ends[i + other.length() - 1]);
            }
        }
        return places;
    }

    private void add(char character, int start, int end) {
        characters[length] = character;
        starts[length] = start;
        ends[length] = end;
        length++;
    }

    private boolean hasSameCharacters(UnescapedText other) {
        return Arrays.equals(characters, 0, length, other.characters, 0, other.length);
    }

    /// Without one level of escapes: no step adds more characters than it reads.
    private UnescapedText unescaped() {
        var out = new UnescapedText(length);
        int at = 0;
        while (at < length) {
            int begin = at;
            while (at < length && characters[at] == '\\') {
                at++;
            }
            if (at < length) {
                at = out.addNext(this, begin, at);
            }
        }
        return out;
    }

    /// Adds the character that an escape stands for, or the character itself.
    ///
    /// @param begin of the backslashes before it
    /// @return where the next one begins
    private int addNext(UnescapedText in, int begin, int at) {
        if (at > begin && in.characters[at] == 'u' && in.isHex(at + 1, DIGITS_OF_UNICODE)) {
            int end = at + 1 + DIGITS_OF_UNICODE;
            add((char) in.hex(at + 1, DIGITS_OF_UNICODE), in.starts[begin], in.ends[end - 1]);
            return end;
        }
        return switch (in.characters[at]) {
            case '%' -> addBytes(in, begin, at);
            case '&' -> addEntity(in, begin, at);
            case '\'', '"' -> {
                int end = at;
                while (end < in.length && isQuote(in.characters[end])) {
                    end++;
                }
                add('\'', in.starts[begin], in.ends[end - 1]);
                yield end;
            }
            case '+' -> addOne(' ', in, begin, at);
            case '\n' -> addOne('n', in, begin, at);
            case '\r' -> addOne('r', in, begin, at);
            case '\t' -> addOne('t', in, begin, at);
            default -> addOne(in.characters[at], in, begin, at);
        };
    }

    private int addOne(char character, UnescapedText in, int begin, int at) {
        add(character, in.starts[begin], in.ends[at]);
        return at + 1;
    }

    private static boolean isQuote(char character) {
        return character == '\'' || character == '"';
    }

    /// The bytes of one character in UTF-8, each as `%` and two digits.
    private int addBytes(UnescapedText in, int begin, int at) {
        var bytes = new byte[4];
        int most = 1;
        int count = 0;
        int end = at;
        while (count < most && in.isByte(end)) {
            bytes[count] = (byte) in.hex(end + 1, 2);
            if (count == 0) {
                most = bytesOfCharacter(bytes[0] & 0xff);
            }
            count++;
            end += LENGTH_OF_PERCENT;
        }
        if (count == 0) {
            return addOne('%', in, begin, at);
        }
        addAll(new String(bytes, 0, count, UTF_8), in, begin, end);
        return end;
    }

    /// By the first of them.
    private static int bytesOfCharacter(int first) {
        return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    }

    private int addEntity(UnescapedText in, int begin, int at) {
        int end = at + 1;
        while (end < in.length && end - at < LONGEST_ENTITY && in.characters[end] != ';') {
            end++;
        }
        if (end == in.length || in.characters[end] != ';') {
            return addOne('&', in, begin, at);
        }
        var entity = new String(in.characters, at, end + 1 - at);
        var plain = Escapes.ofXml(entity);
        if (plain.equals(entity)) {
            return addOne('&', in, begin, at);
        }
        addAll(plain, in, begin, end + 1);
        return end + 1;
    }

    private void addAll(String plain, UnescapedText in, int begin, int end) {
        for (int i = 0; i < plain.length(); i++) {
            add(plain.charAt(i), in.starts[begin], in.ends[end - 1]);
        }
    }

    private boolean isByte(int at) {
        return at < length && characters[at] == '%' && isHex(at + 1, 2);
    }

    private boolean isHex(int from, int digits) {
        if (from + digits > length) {
            return false;
        }
        for (int i = from; i < from + digits; i++) {
            if (Character.digit(characters[i], HEXADECIMAL) < 0) {
                return false;
            }
        }
        return true;
    }

    private int hex(int from, int digits) {
        return Integer.parseInt(new String(characters, from, digits), HEXADECIMAL);
    }
}
