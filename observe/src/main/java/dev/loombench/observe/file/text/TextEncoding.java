package dev.loombench.observe.file.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The encoding of a text, by its first bytes: UTF-8, or UTF-16 as redirected output is on Windows.
///
/// UTF-16 begins with its mark; without one, every second byte of what a JVM writes is zero.
public final class TextEncoding {
    /// Of the characters below the space, those in logs: also that of colours.
    private static final String CONTROLS = "\t\n\r\f\u001B";

    private TextEncoding() {}

    /// @return empty where it is no text, which contains no zeros but those of a file that was cut
    ///   while a program wrote to it
    public static Optional<Charset> of(byte[] start) {
        int mark = start.length < 2 ? 0 : ((start[0] & 0xFF) << 8) | (start[1] & 0xFF);
        if (mark == 0xFFFE || mark == 0xFEFF) {
            return Optional.of(StandardCharsets.UTF_16);
        }
        int even = zeros(start, 0);
        int odd = zeros(start, 1);
        if (even == 0 && odd == 0) {
            return Optional.of(StandardCharsets.UTF_8);
        }
        if (even == 0 && odd == start.length / 2) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        if (odd == 0 && even == (start.length + 1) / 2) {
            return Optional.of(StandardCharsets.UTF_16BE);
        }
        return isText(start) ? Optional.of(StandardCharsets.UTF_8) : Optional.empty();
    }

    /// Whether it has characters, and no bytes that only other files have, beside its zeros.
    private static boolean isText(byte[] bytes) {
        boolean any = false;
        for (byte one : bytes) {
            if (one > 0 && one < ' ' && CONTROLS.indexOf(one) < 0) {
                return false;
            }
            any |= one >= ' ';
        }
        return any;
    }

    /// Zeros at every second place.
    private static int zeros(byte[] bytes, int from) {
        int zeros = 0;
        for (int i = from; i < bytes.length; i += 2) {
            zeros += bytes[i] == 0 ? 1 : 0;
        }
        return zeros;
    }
}
