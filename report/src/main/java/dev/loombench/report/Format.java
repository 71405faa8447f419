package dev.loombench.report;

import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import dev.loombench.text.PlainText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Figures for people: about three digits, always with a unit.
public final class Format {
    /// As [Figures#MISSING].
    public static final String MISSING = Figures.MISSING;

    /// Replaces an interval that is not informative.
    static final String TOO_NOISY = "too noisy";

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private static final MathContext FIVE = new MathContext(5);

    private static final int MAX_EXTRA_DECIMALS = 3;

    private Format() {}

    /// Both ends of an interval, as `3,957, 3,959`; `too noisy` for one that is not
    /// [informative][Interval#informative].
    public static String interval(Interval interval, Digits format) {
        return interval.informative() ? ends(interval, format) : TOO_NOISY;
    }

    /// The same; of an interval that is not informative, but lies on one side of a limit, the end
    /// which shows that: `at least 1.20`, `at most 0.310`.
    public static String interval(Interval interval, double limit, Digits format) {
        if (!interval.informative() && interval.low() >= limit) {
            return "at least " + format.of(interval.low(), 0);
        }
        return !interval.informative() && interval.high() <= limit
                ? "at most " + format.of(interval.high(), 0)
                : interval(interval, format);
    }

    /// With enough decimals to differ: `3,957, 3,959`, and `3,957.9, 3,958.1`. Ends that three more
    /// decimals do not tell apart have the usual ones.
    private static String ends(Interval interval, Digits format) {
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

    /// As [Figures#time(double)].
    public static String time(double nanos) {
        return Figures.time(nanos);
    }

    /// As [Figures#time(double, int)].
    static String time(double nanos, int more) {
        return Figures.time(nanos, more);
    }

    public static String time(OptionalDouble nanos) {
        return nanos.isPresent() ? time(nanos.getAsDouble()) : MISSING;
    }

    /// As [Figures#bytes].
    public static String bytes(OptionalDouble bytes) {
        return bytes.isPresent() ? Figures.bytes(bytes.getAsDouble()) : MISSING;
    }

    public static String count(OptionalDouble count) {
        return count.isPresent() ? Figures.whole(count.getAsDouble()) : MISSING;
    }

    public static String count(OptionalLong count) {
        return count.isPresent() ? Figures.whole(count.getAsLong()) : MISSING;
    }

    /// `48 s`, `3 min 05 s`.
    public static String rough(Duration duration) {
        long seconds = Math.round(duration.toMillis() / 1e3);
        return seconds < 100
                ? seconds + " s"
                : "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }

    /// As [PlainText#of].
    public static String plain(String text) {
        return PlainText.of(text);
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
            return Figures.number(value, more);
        }
        if (size < 1e6) {
            return Figures.threeDigits(value / 1e3, more) + " k";
        }
        return size < 1e9
                ? Figures.threeDigits(value / 1e6, more) + " M"
                : Figures.threeDigits(value / 1e9, more) + " G";
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
