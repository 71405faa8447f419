package dev.loombench.text;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Figures in messages: about three digits, always with a unit.
public final class Figures {
    /// Replaces a figure without evidence.
    public static final String MISSING = "n/a";

    /// Below it two decimals are fewer than two significant digits.
    private static final double SMALL = 0.1;

    /// Below it a figure is shown as 0.00: one request per 11 days.
    private static final double NEGLIGIBLE = 1e-6;

    private Figures() {}

    /// `3,958`, `12.3`, `0.87`, `0.0042`.
    public static String number(double value) {
        return number(value, 0);
    }

    /// @param more decimals than usual, as the ends of a narrow interval need
    public static String number(double value, int more) {
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= SMALL ? 2 : twoDigits(size);
        return String.format(Locale.ROOT, "%,." + (decimals + more) + "f", value);
    }

    /// The decimals of two significant digits; 2 for 0, and for what is too small to matter.
    private static int twoDigits(double size) {
        return size < NEGLIGIBLE ? 2 : 1 - (int) Math.floor(Math.log10(size));
    }

    /// `1,234`.
    public static String whole(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// The same of a number that is rounded.
    public static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /// `1 trial`, `2 trials`, `1,000 trials`.
    public static String counted(long count, String noun) {
        return "%s %s%s".formatted(whole(count), noun, count == 1 ? "" : "s");
    }

    /// The same of a number that need not be whole: `0.5 cores`.
    public static String counted(double count, String noun) {
        return "%s %s%s".formatted(axis(count), noun, count == 1 ? "" : "s");
    }

    /// `status-5xx 70, timeout 1,003`, in the order of the names.
    public static String byName(Map<String, Long> counts) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(e -> e.getKey() + " " + whole(e.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /// A round figure at an axis, or a limit: `0`, `0.002`, `0.25`, `1,500`.
    public static String axis(double value) {
        double size = Math.abs(value);
        int decimals = size >= SMALL ? 2 : twoDigits(size) + 1;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value)
                .replaceFirst("\\.?0+$", "");
    }

    /// A limit as a share: `0.1 %`, `90 %`.
    ///
    /// @param share 0..1
    public static String percent(double share) {
        return axis(100 * share) + " %";
    }

    /// A time given in ns: `850 ns`, `54.2 µs`, `100 ms`, `1.20 s`, and `-54.2 µs` for the end of
    /// an interval below 0.
    public static String time(double nanos) {
        return time(nanos, 0);
    }

    /// @param more decimals than usual, as the ends of a narrow interval need
    public static String time(double nanos, int more) {
        double size = Math.abs(nanos);
        if (size < 1e3) {
            return Math.round(nanos) + " ns";
        }
        if (size < 1e6) {
            return threeDigits(nanos / 1e3, more) + " µs";
        }
        return size < 1e9
                ? threeDigits(nanos / 1e6, more) + " ms"
                : threeDigits(nanos / 1e9, more) + " s";
    }

    /// Binary multiples: `182 MiB`.
    public static String bytes(double bytes) {
        double size = Math.abs(bytes);
        if (size < 1024 * 1024) {
            return threeDigits(bytes / 1024, 0) + " KiB";
        }
        return size < 1024.0 * 1024 * 1024
                ? threeDigits(bytes / (1024 * 1024), 0) + " MiB"
                : threeDigits(bytes / (1024.0 * 1024 * 1024), 0) + " GiB";
    }

    /// `1.23`, `12.3`, `123`, without separators of thousands.
    ///
    /// @param more decimals than usual, as the ends of a narrow interval need
    public static String threeDigits(double value, int more) {
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + (decimals + more) + "f", value);
    }
}
