package dev.loombench.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Parses numbers with units: `300ms`, `10k/s`, `512m`, `3%`.
public final class Units {
    /// Maximum duration: one year, which fits into a `long` of ns.
    public static final Duration MAX_DURATION = Duration.ofDays(365);

    /// Maximum rate: one request per nanosecond, the resolution of the clock.
    public static final double MAX_RATE = 1e9;

    /// Digits of a number after the point.
    private static final int MAX_DECIMALS = 9;

    private static final Pattern QUANTITY =
            Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?) ?([^\\d\\s.]*)");
    private static final Pattern RATE_UNIT = Pattern.compile("(k?)(/s|/min|)");

    private static final Map<String, Long> NANOS =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L);

    private static final String DURATION =
            "expected a duration with a unit (ns, us, ms, s, m, h), as in 300ms, 10s or 2m";
    private static final String RATE =
            "expected requests per second or minute, as in 500/s, 10k/s or 600/min";
    private static final String BYTES =
            "expected a whole number of bytes, k, m, g or t, as in 64k, 512m or 1g";
    private static final String PERCENT = "expected a number with a % sign, as in 3%";
    private static final String COUNT = "expected a whole number, as in 400, 10k or 1M";

    private Units() {}

    /// Parses a duration: `300ms`, `1.5s`, `2m`; 0 to one year, in steps of 1 ns.
    public static Duration duration(String text) {
        var quantity = Quantity.of(text, "duration", DURATION);
        if (quantity.unit.isEmpty()) {
            throw wrong(text, "has no unit", DURATION);
        }
        var unit = NANOS.get(quantity.unit);
        if (unit == null) {
            throw wrong(text, "has an unknown unit", DURATION);
        }
        var nanos = quantity.number.multiply(BigDecimal.valueOf(unit)).stripTrailingZeros();
        if (nanos.compareTo(BigDecimal.valueOf(MAX_DURATION.toNanos())) > 0) {
            throw wrong(text, "is longer than one year", DURATION);
        }
        if (nanos.scale() > 0) {
            throw wrong(text, "is finer than a nanosecond", DURATION);
        }
        return Duration.ofNanos(nanos.longValueExact());
    }

    /// Parses a rate: `500/s`, `1.5k/s`, `600/min`, and `10k` for `10k/s`; 0 to 1,000,000,000.
    ///
    /// @return requests per second
    public static double rate(String text) {
        var quantity = Quantity.of(text, "rate", RATE);
        var unit = RATE_UNIT.matcher(quantity.unit);
        if (!unit.matches()) {
            throw wrong(text, "has an unknown unit", RATE);
        }
        var thousands = unit.group(1).isEmpty() ? 1 : 1_000;
        var seconds = unit.group(2).equals("/min") ? 60 : 1;
        var rate = quantity.number.doubleValue() * thousands / seconds;
        if (rate > MAX_RATE) {
            throw wrong(text, "is more than one request per nanosecond", RATE);
        }
        return rate;
    }

    /// Parses a size as the JVM does: `64k`, `512m`, `1g`, `1T`; 1k is 1024; a bare number is
    /// bytes.
    ///
    /// @return bytes, 0 or more
    public static long bytes(String text) {
        var quantity = Quantity.of(text, "size", BYTES);
        var shift =
                switch (quantity.unit) {
                    case "" -> 0;
                    case "k", "K" -> 10;
                    case "m", "M" -> 20;
                    case "g", "G" -> 30;
                    case "t", "T" -> 40;
                    default -> throw wrong(text, "has an unknown unit", BYTES);
                };
        var bytes = quantity.number.multiply(BigDecimal.valueOf(1L << shift));
        if (quantity.number.scale() > 0
                || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw wrong(text, "is not a whole number of bytes below 8 EiB", BYTES);
        }
        return bytes.longValueExact();
    }

    /// Parses a percentage: `3%`, `0.5%`.
    ///
    /// @return share, 0 or more: `3%` is 0.03
    public static double percent(String text) {
        var quantity = Quantity.of(text, "share", PERCENT);
        if (!quantity.unit.equals("%")) {
            throw wrong(text, "has no % sign", PERCENT);
        }
        return quantity.number.movePointLeft(2).doubleValue();
    }

    /// Parses a count: `400`, `10k`, `1.5k`, `1M`; 0 or more.
    public static int count(String text) {
        var quantity = Quantity.of(text, "count", COUNT);
        var zeros =
                switch (quantity.unit) {
                    case "" -> 0;
                    case "k" -> 3;
                    case "M" -> 6;
                    default -> throw wrong(text, "has an unknown unit", COUNT);
                };
        var number = quantity.number.movePointRight(zeros);
        if (number.stripTrailingZeros().scale() > 0) {
            throw wrong(text, "is not a whole number", COUNT);
        }
        if (number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            throw wrong(text, "is too large", COUNT);
        }
        return number.intValueExact();
    }

    /// Formats a duration for [#duration], in the largest unit that needs no fraction: `1500ms`,
    /// `2m`.
    public static String text(Duration duration) {
        var nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        var unit =
                NANOS.entrySet().stream()
                        .filter(entry -> nanos % entry.getValue() == 0)
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow();
        return nanos / unit.getValue() + unit.getKey();
    }

    /// Formats a rate for [#rate], which returns the same number: `2000`, `0.5`, `100/min`.
    ///
    /// @param rate requests per second, as [#rate] returns them
    public static String textOfRate(double rate) {
        return Stream.of("", "/min", "k", "k/min")
                .map(unit -> textOfRate(rate, unit))
                .filter(text -> rate(text) == rate)
                .findFirst()
                .orElseGet(() -> textOfRate(rate, ""));
    }

    private static String textOfRate(double rate, String unit) {
        var number = new BigDecimal(rate).movePointLeft(unit.startsWith("k") ? 3 : 0);
        var scaled = unit.endsWith("/min") ? number.multiply(BigDecimal.valueOf(60)) : number;
        return plain(scaled.setScale(MAX_DECIMALS, RoundingMode.HALF_EVEN)) + unit;
    }

    /// Formats a share for [#percent]: `3%` for 0.03.
    public static String textOfShare(double share) {
        return plain(BigDecimal.valueOf(share).movePointRight(2)) + "%";
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static WrongInput wrong(String text, String problem, String expected) {
        return new WrongInput("%s %s; %s".formatted(TextSanitizer.quoted(text), problem, expected));
    }

    /// A number and its unit.
    ///
    /// @param number 0 or more
    /// @param unit may be empty
    private record Quantity(BigDecimal number, String unit) {
        static Quantity of(String text, String noun, String expected) {
            var matcher = QUANTITY.matcher(text);
            if (!matcher.matches()) {
                throw wrong(text, "is not a " + noun, expected);
            }
            return new Quantity(new BigDecimal(matcher.group(1)), matcher.group(2));
        }
    }
}
