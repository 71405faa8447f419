package dev.loombench.analysis.capacity.objective;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/// A service level objective for the responses of a window.
public sealed interface Objective {
    /// The form of an objective, for messages.
    String EXPECTED =
            "expected p99<50ms (any percentile from p50 to p99.999), mean<20ms or errors<0.1%, in"
                    + " quotes";

    /// As on the command line, without spaces.
    String text();

    /// How much of what the objective allows was used: 1 at its limit, above 1 when it is violated,
    /// and never 0, so that it has a logarithm.
    double burn(WindowCounts counts);

    /// A percentile of the response time below a limit: at most `1 - percent / 100` of the
    /// responses take as long or longer.
    ///
    /// @param percent 50 to 99.999
    /// @param limit above 0
    record Percentile(double percent, Duration limit) implements Objective {
        public Percentile {
            if (!(percent >= 50 && percent <= 99.999)) {
                throw new WrongInput(
                        "an objective's percentile must be between p50 and p99.999, was p"
                                + number(percent));
            }
            requireAboveZero(limit);
        }

        @Override
        public String text() {
            return "p%s<%s".formatted(number(percent), Units.text(limit));
        }

        /// The share of responses that may take longer, 0..1.
        public double allowedShare() {
            return 1 - percent / 100;
        }

        @Override
        public double burn(WindowCounts counts) {
            return usedShare(
                    counts.slowerThan(limit.toNanos()), counts.responses(), allowedShare());
        }
    }

    /// The mean response time below a limit.
    ///
    /// @param limit above 0
    record Mean(Duration limit) implements Objective {
        public Mean {
            requireAboveZero(limit);
        }

        @Override
        public String text() {
            return "mean<" + Units.text(limit);
        }

        @Override
        public double burn(WindowCounts counts) {
            return counts.responses() == 0
                    ? Double.MAX_VALUE
                    : counts.responseTime().getMean() / limit.toNanos();
        }
    }

    /// The share of failed requests below a limit.
    ///
    /// @param share above 0, below 1
    record Errors(double share) implements Objective {
        public Errors {
            if (!(share > 0 && share < 1)) {
                throw new WrongInput(
                        "an objective for errors must be above 0%% and below 100%%, was %s%%"
                                .formatted(number(100 * share)));
            }
        }

        @Override
        public String text() {
            return "errors<%s%%".formatted(number(100 * share));
        }

        @Override
        public double burn(WindowCounts counts) {
            return usedShare(counts.errors(), counts.ended(), share);
        }
    }

    /// Parses `p99<50ms`, `mean<20ms` or `errors<0.1%`.
    ///
    /// @throws WrongInput when the text is no objective; the message shows the expected form
    static Objective parse(String text) {
        var expression = Text.EXPRESSION.matcher(text.strip());
        if (!expression.matches()) {
            throw Text.wrong(text, "is no objective");
        }
        var metric = expression.group(1).toLowerCase(Locale.ROOT);
        var limit = expression.group(2);
        var percentile = Text.PERCENTILE.matcher(metric);
        try {
            if (percentile.matches()) {
                return new Percentile(
                        Double.parseDouble(percentile.group(1)), Text.time(text, limit));
            }
            return switch (metric) {
                case "mean" -> new Mean(Text.time(text, limit));
                case "errors" -> new Errors(Text.share(text, limit));
                default -> throw Text.wrong(text, "has an unknown metric");
            };
        } catch (NumberFormatException e) {
            throw Text.wrong(text, "has no percentile");
        }
    }

    /// `violating / (share * all)`; without any, half a request of the share counts, or half of
    /// what is allowed where that is less.
    private static double usedShare(long violating, long all, double share) {
        return all == 0
                ? 1 / share
                : Math.max((double) violating, Math.min(0.5, 0.5 * share * all)) / (share * all);
    }

    private static void requireAboveZero(Duration limit) {
        if (limit.isZero()) {
            throw new WrongInput("an objective's time must be above 0");
        }
    }

    private static String number(double value) {
        var text = String.format(Locale.ROOT, "%.6f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    /// The parts of an objective as text.
    final class Text {
        private static final Pattern EXPRESSION =
                Pattern.compile("([A-Za-z][A-Za-z0-9.]*)\\s*<\\s*([^<>=\\s].*)");
        private static final Pattern PERCENTILE = Pattern.compile("p(\\d{2}(?:\\.\\d{1,3})?)");

        /// A limit without its unit, short enough to be shown with one.
        private static final Pattern PLAIN = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,9})?");

        private Text() {}

        private static Duration time(String text, String limit) {
            requireUnit(text, limit, "ms");
            return Units.duration(limit);
        }

        private static double share(String text, String limit) {
            requireUnit(text, limit, "%");
            return Units.percent(limit);
        }

        /// Shows the objective as it may have been meant.
        private static void requireUnit(String text, String limit, String unit) {
            if (PLAIN.matcher(limit).matches()) {
                throw wrong(text, "has no unit, as in '%s%s'".formatted(text.strip(), unit));
            }
        }

        private static WrongInput wrong(String text, String problem) {
            return new WrongInput(
                    "--slo %s %s; %s".formatted(TextSanitizer.quoted(text), problem, EXPECTED));
        }
    }
}
