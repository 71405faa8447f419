package dev.loombench.websocket;

/// Checks UTF-8 that comes in pieces; finds the first byte after which no valid text can follow.
///
/// Overlong forms, surrogates and code points above U+10FFFF are invalid: after the first byte of a
/// sequence, the second has a range of its own.
///
/// Source: RFC 3629, section 4 (the ranges of the second byte).
final class Utf8Check {
    /// Bytes of the present character still to come.
    private int missing;

    /// The range of the next byte.
    private int low;

    private int high;

    void reset() {
        missing = 0;
    }

    /// Whether the text so far ends with a whole character.
    boolean isWhole() {
        return missing == 0;
    }

    /// @param b 0 to 255
    /// @return whether the text is valid so far
    boolean accept(int b) {
        if (missing > 0) {
            boolean valid = b >= low && b <= high;
            missing--;
            low = 0x80;
            high = 0xBF;
            return valid;
        }
        if (b < 0x80) {
            return true;
        }
        if (b < 0xC2 || b > 0xF4) {
            return false;
        }
        missing = b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
        low = b == 0xE0 ? 0xA0 : b == 0xF0 ? 0x90 : 0x80;
        high = b == 0xED ? 0x9F : b == 0xF4 ? 0x8F : 0xBF;
        return true;
    }
}
