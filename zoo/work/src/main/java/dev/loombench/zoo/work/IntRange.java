package dev.loombench.zoo.work;

import java.util.OptionalInt;

/// Parser of whole numbers in options and queries.
final class IntRange {
    private IntRange() {}

    /// Parses decimal digits.
    ///
    /// @param low least value, inclusive
    /// @param high greatest value, inclusive
    /// @return empty if the text is anything else
    static OptionalInt parse(int low, int high, String text) {
        if (text.isEmpty() || text.length() > 10) {
            return OptionalInt.empty();
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalInt.empty();
            }
            value = 10 * value + digit;
        }
        return value < low || value > high ? OptionalInt.empty() : OptionalInt.of((int) value);
    }
}
