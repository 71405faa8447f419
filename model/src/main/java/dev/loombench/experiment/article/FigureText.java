package dev.loombench.experiment.article;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/// Reads figures as articles print them: `~1,996 req/s`, `2.2k rps`, `1 300 ms`, `0ms`, `<1ms`.
///
/// A point separates decimals. A comma, an apostrophe or a space separates groups of three digits.
/// `~`, `about` and the like are read and ignored: what is compared with a figure allows for it.
public final class FigureText {
    private static final Pattern FIGURE =
            Pattern.compile(
                    "(?:(?:[~≈]|about|approx\\.?|ca\\.?)\\h*)?(?<below><\\h*)?"
                            + "(?<whole>\\d{1,3}(?<mark>[,'’_\\h])\\d{3}(?:\\k<mark>\\d{3}){0,4}"
                            + "|\\d{1,18})(?<fraction>\\.\\d{1,9})?\\h*(?<unit>[^\\d\\h].*)?",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern RATE_UNIT =
            Pattern.compile(
                    "(?<prefix>[kKM]?)\\h*(?i:(?:"
                            + "(?:r|reqs?|requests?|resp?|responses?|tx|txns?|transactions?|ops?"
                            + "|operations?|calls?|hits?|queries|messages?|msgs?)?\\h*(?:/|per)\\h*"
                            + "|[rqt]p(?=[sm]$))"
                            + "(?<per>s|secs?|seconds?|m|mins?|minutes?))?");

    private static final String TIME =
            "expected a time with a unit (ns, us, ms, s, m, h), as in 300ms, 1,300 ms or ~2.8 s";
    private static final String RATE =
            "expected requests per second or minute, as in 2,226/s, ~1,996 req/s, 10k/s or 600/min";

    private FigureText() {}

    /// @return seconds
    public static PublishedFigure time(String text) {
        var figure = Figure.of(text, "time", TIME);
        return figure.times(
                switch (figure.unit.toLowerCase(Locale.ROOT)) {
                    case "ns", "nsec", "nanoseconds" -> new BigDecimal("1e-9");
                    case "us", "µs", "μs", "usec", "microseconds" -> new BigDecimal("1e-6");
                    case "ms", "msec", "millis", "milliseconds" -> new BigDecimal("1e-3");
                    case "s", "sec", "secs", "second", "seconds" -> BigDecimal.ONE;
                    case "m", "min", "mins", "minute", "minutes" -> new BigDecimal(60);
                    case "h", "hour", "hours" -> new BigDecimal(3_600);
                    case "" -> throw wrong(text, "has no unit", TIME);
                    default -> throw wrong(text, "has an unknown unit", TIME);
                });
    }

    /// @return requests per second; a number without a unit is one
    public static PublishedFigure rate(String text) {
        var figure = Figure.of(text, "rate", RATE);
        var unit = RATE_UNIT.matcher(figure.unit);
        if (!unit.matches()) {
            throw wrong(text, "has an unknown unit", RATE);
        }
        var perSecond = figure.times(factor(unit.group("prefix")));
        var time = Objects.requireNonNullElse(unit.group("per"), "s").toLowerCase(Locale.ROOT);
        var rate =
                time.startsWith("m")
                        ? new PublishedFigure(perSecond.value() / 60, perSecond.step() / 60)
                        : perSecond;
        if (rate.value() > Units.MAX_RATE) {
            throw wrong(text, "is more than one request per nanosecond", RATE);
        }
        return rate;
    }

    /// A whole number, as in `2,500` or `10k`.
    public static int count(String text) {
        var figure = Figure.of(text, "count", "expected a whole number, as in 400, 2,500 or 10k");
        return Units.count(figure.number.toPlainString() + figure.unit);
    }

    private static BigDecimal factor(String prefix) {
        return switch (prefix) {
            case "k", "K" -> new BigDecimal(1_000);
            case "M" -> new BigDecimal(1_000_000);
            default -> BigDecimal.ONE;
        };
    }

    private static WrongInput wrong(String text, String problem, String expected) {
        return new WrongInput("%s %s; %s".formatted(TextSanitizer.quoted(text), problem, expected));
    }

    /// @param number 0 or more; 0 where only an upper limit was published
    /// @param step of the last digit, or the upper limit
    /// @param unit may be empty
    private record Figure(BigDecimal number, BigDecimal step, String unit) {
        static Figure of(String text, String noun, String expected) {
            var matcher = FIGURE.matcher(text.strip());
            if (!matcher.matches()) {
                throw wrong(text, "is not a " + noun, expected);
            }
            var fraction = Objects.requireNonNullElse(matcher.group("fraction"), "");
            var number = new BigDecimal(matcher.group("whole").replaceAll("\\D", "") + fraction);
            var unit = Objects.requireNonNullElse(matcher.group("unit"), "");
            return matcher.group("below") == null
                    ? new Figure(number, number.ulp(), unit)
                    : new Figure(BigDecimal.ZERO, number, unit);
        }

        PublishedFigure times(BigDecimal factor) {
            return new PublishedFigure(
                    number.multiply(factor).doubleValue(), step.multiply(factor).doubleValue());
        }
    }
}
