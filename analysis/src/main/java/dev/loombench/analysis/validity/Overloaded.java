package dev.loombench.analysis.validity;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Backlog;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import java.util.Optional;

/// Requests of an open load arrive faster than they are served.
///
/// @param variant or another name of what was loaded
/// @param limit of what serves them; empty where it is not known
/// @param expected whether the experiment expects errors, as under overload
public record Overloaded(String variant, Backlog backlog, Optional<Limit> limit, boolean expected)
        implements VariantFinding {
    public static final Kind KIND =
            new Kind(
                    "overloaded",
                    "a growing backlog",
                    "open, a constant rate: the backlog grew over the windows [beyond chance](validity.md#overload), or over %s of the requests timed out while half of all waited for %s of the time-out or longer; it affects response times only, unless connections or generator are the limit"
                            .formatted(percent(Backlog.MIN_SHARE), percent(Backlog.LONG)),
                    "invalid; information, where errors are expected");

    /// What is used up, so that no more requests are served.
    ///
    /// @param size number of threads, processors, connections, streams or requests; a quota may be
    ///   a part of a processor
    /// @param heldSeconds for which a request holds one of them
    public record Limit(Resource resource, double size, double heldSeconds) {
        /// Kinds of limits.
        public enum Resource {
            POOL("pool"),
            PROCESSORS("processors"),
            CARRIERS("carriers"),
            /// Of the load, not of the server.
            CONNECTIONS("connections"),
            /// Of HTTP/2, which the server allows on the connections of the load.
            STREAMS("streams"),
            /// Threads of the load generator.
            GENERATOR("generator"),
            /// Requests that are served at once, by a limit that is not known.
            REQUESTS("requests");

            private final String label;

            Resource(String label) {
                this.label = label;
            }

            /// The name in files: stable.
            @JsonValue
            public String label() {
                return label;
            }
        }

        /// Requests that it allows.
        public double perSecond() {
            return size / heldSeconds;
        }

        /// Whether it is a limit of the load, so that the server did not get what arrived.
        boolean ofLoad() {
            return resource == Resource.CONNECTIONS || resource == Resource.GENERATOR;
        }

        /// `its pool of 10 allows 196/s`.
        public String text() {
            var rate = number(perSecond()) + "/s";
            return switch (resource) {
                case POOL -> "its pool of %s allows %s".formatted(axis(size), rate);
                case PROCESSORS -> "%s allow %s".formatted(counted(size, "processor"), rate);
                case CARRIERS -> "its %s allow %s".formatted(counted(size, "carrier"), rate);
                case CONNECTIONS ->
                        "the %s of the load allow about %s (%s / %s)"
                                .formatted(
                                        counted(size, "connection"),
                                        rate,
                                        axis(size),
                                        time(heldSeconds * 1e9));
                case STREAMS ->
                        "the %s that it allows on the connections of the load give about %s (%s / %s)"
                                .formatted(
                                        counted(size, "stream"),
                                        rate,
                                        axis(size),
                                        time(heldSeconds * 1e9));
                case GENERATOR ->
                        "the %s of the load generator allow %s"
                                .formatted(counted(size, "thread"), rate);
                case REQUESTS -> "it serves about %s at once".formatted(counted(size, "request"));
            };
        }

        private String remedy() {
            return switch (resource) {
                case CONNECTIONS -> "use more connections, or a lower rate";
                case STREAMS ->
                        "raise the server's limit on concurrent streams, use fewer streams on more connections (--streams), or a lower rate";
                case GENERATOR -> "use more threads of the load generator, or a lower rate";
                case POOL -> "use a larger pool, or a lower rate than it allows";
                case PROCESSORS, CARRIERS, REQUESTS ->
                        "use a rate below %s/s".formatted(number(perSecond()));
            };
        }
    }

    static Optional<Overloaded> of(Experiment experiment, VariantTrials trials) {
        return Backlog.of(experiment, trials.completed())
                .map(backlog ->
                        new Overloaded(
                                trials.variant(),
                                backlog,
                                trials.limit(),
                                experiment.traffic().expectsErrors()));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return expected ? Severity.INFORMATION : Severity.INVALID;
    }

    /// Response times depend on the length of the window; what a server serves at its limit, and at
    /// which cost, does not.
    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile() || isOfLoad();
    }

    private boolean isOfLoad() {
        return limit.filter(Limit::ofLoad).isPresent();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                message(),
                isOfLoad()
                        ? "the server did not get the load that was requested, and the wait counts as response time"
                        : "response times depend on the length of the window; throughput is what the server serves at its limit",
                limit.map(Limit::remedy).orElse("use a lower rate"));
    }

    @Override
    public FindingText text(LongerRun longer) {
        return isOfLoad() ? words(longer).about(variant) : cannotKeepUp(variant, words(longer));
    }

    @Override
    public FindingText ofLoad() {
        var words = words(LongerRun.UNKNOWN);
        return isOfLoad()
                ? words.withRemedy("more connections (-c), or a lower rate (-R)")
                : cannotKeepUp("the server", words)
                        .withRemedy(
                                "a lower rate (-R); --fail-if 'rps<N' if a lower throughput is acceptable");
    }

    private static FindingText cannotKeepUp(String server, FindingText words) {
        return words.about(server + " cannot keep up");
    }

    private String message() {
        return "%s of %s/s answered, %s%s"
                .formatted(
                        number(backlog.responses()),
                        number(backlog.arrivals()),
                        rest(),
                        limit.map(l -> "; " + l.text()).orElse(""));
    }

    /// `the backlog grows by 30/s`.
    private String rest() {
        var timedOut = number(backlog.timedOut()) + "/s time out";
        var grows = "the backlog grows by %s/s".formatted(number(backlog.growth()));
        if (backlog.timedOut() == 0) {
            return grows;
        }
        return backlog.growth() < backlog.timedOut() ? timedOut : timedOut + ", " + grows;
    }
}
