package dev.loombench.report;

import dev.loombench.stats.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;

/// Figures for people: about three digits, always with a unit.
public final class Format {
    /// Replaces a figure without evidence.
    public static final String MISSING = "n/a";

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private static final MathContext FIVE = new MathContext(5);

    private static final int MAX_EXTRA_DECIMALS = 3;

    /// Below it two decimals are fewer than two significant digits.
    private static final double SMALL = 0.1;

    /// Below it a figure is shown as 0.00: one request per 11 days.
    private static final double NEGLIGIBLE = 1e-6;

    private Format() {}

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

    /// Both ends of an interval, with enough decimals to differ: `3,957, 3,959`, and `3,957.9,
    /// 3,958.1`. Ends that three more decimals do not tell apart have the usual ones.
    public static String ends(Interval interval, Digits format) {
        for (int more = 0; more <= MAX_EXTRA_DECIMALS; more++) {
            var low = format.of(interval.low(), more);
            var high = format.of(interval.high(), more);
            if (!low.equals(high)) {
                return low + ", " + high;
            }
        }
        return format.of(interval.low(), 0) + ", " + format.of(interval.high(), 0);
    }

    /// A figure with more decimals than usual.
    public interface Digits {
        String of(double value, int more);
    }

    /// `1 trial`, `2 trials`, `1,000 trials`.
    public static String counted(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /// The same of a number that need not be whole: `0.5 cores`.
    public static String counted(double count, String noun) {
        return "%s %s%s".formatted(axis(count), noun, count == 1 ? "" : "s");
    }

    /// A round figure at an axis: `0`, `0.002`, `0.25`, `1,500`.
    public static String axis(double value) {
        double size = Math.abs(value);
        int decimals = size >= SMALL ? 2 : twoDigits(size) + 1;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value)
                .replaceFirst("\\.?0+$", "");
    }

    /// A time given in ns: `850 ns`, `54.2 µs`, `100 ms`, `1.20 s`, and `-54.2 µs` for the end of
    /// an interval below 0.
    public static String time(double nanos) {
        return time(nanos, 0);
    }

    /// @param more decimals than usual, as the ends of a narrow interval need
    static String time(double nanos, int more) {
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

    public static String time(OptionalDouble nanos) {
        return nanos.isPresent() ? time(nanos.getAsDouble()) : MISSING;
    }

    /// Binary multiples: `182 MiB`.
    public static String bytes(OptionalDouble bytes) {
        if (bytes.isEmpty()) {
            return MISSING;
        }
        double value = bytes.getAsDouble();
        double size = Math.abs(value);
        if (size < 1024 * 1024) {
            return threeDigits(value / 1024) + " KiB";
        }
        return size < 1024.0 * 1024 * 1024
                ? threeDigits(value / (1024 * 1024)) + " MiB"
                : threeDigits(value / (1024.0 * 1024 * 1024)) + " GiB";
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

    /// Text from a server, a file or a command line, with its control characters replaced.
    public static String plain(String text) {
        return text.codePoints()
                .map(c ->
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
                                ? '\uFFFD'
                                : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// As [#plain], but keeps line breaks.
    public static String plainLines(String text) {
        return String.join("\n", text.lines().map(Format::plain).toList());
    }

    /// A large count with a decimal prefix: `850`, `54.2 k`, `1.20 M`, `3.40 G`.
    public static String quantity(double value) {
        return quantity(value, 0);
    }

    /// @param more decimals than usual, as the ends of a narrow interval need
    static String quantity(double value, int more) {
        double size = Math.abs(value);
        if (size < 1e3) {
            return number(value, more);
        }
        if (size < 1e6) {
            return threeDigits(value / 1e3, more) + " k";
        }
        return size < 1e9
                ? threeDigits(value / 1e6, more) + " M"
                : threeDigits(value / 1e9, more) + " G";
    }

    private static String threeDigits(double value) {
        return threeDigits(value, 0);
    }

    private static String threeDigits(double value, int more) {
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + (decimals + more) + "f", value);
    }

    /// `23 November 2026, 04:30 UTC`.
    public static String minute(Instant time) {
        return MINUTE.format(time);
    }

    /// Five significant digits: more than a pixel shows.
    public static double fiveDigits(double value) {
        return Double.isFinite(value) ? new BigDecimal(value, FIVE).doubleValue() : value;
    }
}
