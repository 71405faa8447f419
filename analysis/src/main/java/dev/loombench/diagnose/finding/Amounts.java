package dev.loombench.diagnose.finding;

import dev.loombench.text.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/// Amounts in the words of a finding of a service, which are rounder than those of measurements.
public final class Amounts {
    private static final long MIB = 1 << 20;
    private static final double TWO_DIGITS = 10;
    private static final double THREE_DIGITS = 100;

    private Amounts() {}

    /// `62 %`.
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /// `1,234 MiB`.
    public static String mebibytes(long bytes) {
        return Figures.whole(bytes / MIB) + " MiB";
    }

    /// `12.0 ms`, `1.5 s`, `1,819 s`.
    public static String seconds(double seconds) {
        if (seconds < 1) {
            return Figures.time(1e9 * seconds);
        }
        return seconds < THREE_DIGITS
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : Figures.whole(seconds) + " s";
    }

    /// `1,234`, or `4.2`, `0.83` and `0.0042` below 10: two digits.
    public static String perSecond(double rate) {
        return rate < TWO_DIGITS
                ? new BigDecimal(rate).round(new MathContext(2)).toPlainString()
                : Figures.whole(rate);
    }

    public static String cores(double cores) {
        return String.format(Locale.ROOT, "%.2f processors", cores);
    }
}
