package dev.loombench.zoo.work;

import java.util.OptionalInt;

/// Whole numbers as they come in options and queries.
final class IntRange {
    private IntRange() {}

    /// Plain decimal digits within the bounds, both inclusive; empty for anything else.
    static OptionalInt within(int low, int high, String text) {
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
