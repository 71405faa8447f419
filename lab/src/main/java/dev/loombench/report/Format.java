package dev.loombench.report;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/// Figures as people read them: three digits or so, and always a unit.
public final class Format {
    /// Stands where evidence is missing.
    public static final String MISSING = "n/a";

    private Format() {}

    /// `3,958`, `12.3`, `0.87`.
    public static String number(double value) {
        double size = Math.abs(value);
        var pattern = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, pattern, value);
    }

    /// A round figure beside an axis: `0`, `0.25`, `1,500`.
    static String axis(double value) {
        var text = String.format(Locale.ROOT, "%,.2f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    /// A time given in ns: `850 ns`, `54.2 µs`, `100 ms`, `1.20 s`, and `-54.2 µs` where an
    /// interval reaches below 0.
    public static String time(double nanos) {
        double size = Math.abs(nanos);
        if (size < 1e3) {
            return Math.round(nanos) + " ns";
        }
        if (size < 1e6) {
            return three(nanos / 1e3) + " µs";
        }
        return size < 1e9 ? three(nanos / 1e6) + " ms" : three(nanos / 1e9) + " s";
    }

    public static String time(OptionalDouble nanos) {
        return nanos.isPresent() ? time(nanos.getAsDouble()) : MISSING;
    }

    /// Binary multiples, as memory is sold and counted: `182 MiB`; below 0 as times.
    public static String bytes(OptionalDouble bytes) {
        if (bytes.isEmpty()) {
            return MISSING;
        }
        double value = bytes.getAsDouble();
        double size = Math.abs(value);
        if (size < 1024 * 1024) {
            return three(value / 1024) + " KiB";
        }
        return size < 1024.0 * 1024 * 1024
                ? three(value / (1024 * 1024)) + " MiB"
                : three(value / (1024.0 * 1024 * 1024)) + " GiB";
    }

    public static String count(OptionalDouble count) {
        return count.isPresent()
                ? String.format(Locale.ROOT, "%,.0f", count.getAsDouble())
                : MISSING;
    }

    /// `48 s`, `3 min 05 s`.
    public static String rough(Duration duration) {
        long seconds = Math.round(duration.toMillis() / 1e3);
        return seconds < 100
                ? seconds + " s"
                : "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }

    /// Text from a server, a file or a command line with no control character left in it.
    public static String plain(String text) {
        return text.codePoints()
                .map(c ->
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
                                ? '\uFFFD'
                                : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String three(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
