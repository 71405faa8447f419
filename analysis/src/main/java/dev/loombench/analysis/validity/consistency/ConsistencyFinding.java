package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.observe.result.MetricId;
import dev.loombench.traffic.LoadModel;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/// Figures of a variant that contradict each other, or that no known bound explains.
public sealed interface ConsistencyFinding extends VariantFinding {
    @Override
    default Topic topic() {
        return Topic.CONSISTENCY;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case ClocksDisagree _ -> ClocksDisagree.KIND;
            case CountsDisagree _ -> CountsDisagree.KIND;
            case LittlesLawBroken _ -> LittlesLawBroken.KIND;
            case OpenLittlesLawBroken _ -> OpenLittlesLawBroken.KIND;
            case ServerIdle _ -> ServerIdle.KIND;
        };
    }

    /// The mean effect of the ends of the windows, as a share of them.
    ///
    /// @param times of the requests of a trial, ns
    private static double edges(
            VariantTrials trials, Function<Latency, Histogram> times, double thinkSeconds) {
        var completed = trials.completed();
        return IntStream.range(0, completed.size())
                .mapToDouble(i ->
                        EdgeEffects.share(
                                times.apply(trials.figures().get(i).latency()),
                                thinkSeconds,
                                completed.get(i).load().window().seconds(),
                                EdgeEffects.slices(completed.get(i))))
                .average()
                .orElse(0);
    }

    /// A request cannot spend more time in a handler than its response takes, and no more requests
    /// can be in handlers than in flight.
    ///
    /// @param handlerSeconds mean, by the server's clock
    /// @param serviceSeconds mean, by the generator's clock
    /// @param inHandlers requests in handlers on average, by the server's count
    /// @param inFlight requests in flight on average, by the generator's count
    record ClocksDisagree(
            String variant,
            double handlerSeconds,
            double serviceSeconds,
            double inHandlers,
            double inFlight)
            implements ConsistencyFinding {
        /// The server reports near the window's edges, not at them: of a mean, and of a count,
        /// which moves with the load.
        private static final double MEAN_LIMIT = 0.10;

        private static final double COUNT_LIMIT = 0.25;

        public static final Kind KIND =
                new Kind(
                        "clocks-disagree",
                        "the server's mean time in handlers above %s times the mean service time, or more requests in handlers than %s times those in flight (and one)"
                                .formatted(axis(1 + MEAN_LIMIT), axis(1 + COUNT_LIMIT)),
                        "invalid");

        public static Optional<ClocksDisagree> of(Experiment experiment, VariantTrials trials) {
            var compared = trials.withHandlerStats();
            double service = compared.meanServiceSeconds();
            double inFlight = compared.throughput() * service;
            return handlers(experiment, trials)
                    .filter(h ->
                            h.meanSeconds() > (1 + MEAN_LIMIT) * service
                                    || h.meanConcurrency() > 1 + (1 + COUNT_LIMIT) * inFlight)
                    .map(h ->
                            new ClocksDisagree(
                                    trials.variant(),
                                    h.meanSeconds(),
                                    service,
                                    h.meanConcurrency(),
                                    inFlight));
        }

        /// The server's own statistics; empty where they cannot be compared with the load.
        static Optional<HandlerStats> handlers(Experiment experiment, VariantTrials trials) {
            boolean constant = experiment.load() instanceof LoadModel model && model.isConstant();
            return constant && !Errors.tooMany(trials.loads())
                    ? HandlerStats.of(trials.completed())
                    : Optional.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "by the server's clock handlers took %s, %,.1f at once; by the load generator's, responses took %s, %,.1f at once"
                            .formatted(
                                    time(handlerSeconds * 1e9),
                                    inHandlers,
                                    time(serviceSeconds * 1e9),
                                    inFlight),
                    "a response cannot come before its handler ends: the handler continues after the response, or one of the clocks is wrong",
                    "check what the handler does after the response, and whether another client uses this port");
        }
    }

    /// The server handled more or fewer requests than the generator got responses.
    ///
    /// @param handledPerSecond by the server's count
    /// @param responsesPerSecond by the generator's count
    record CountsDisagree(String variant, double handledPerSecond, double responsesPerSecond)
            implements ConsistencyFinding {
        /// As for the counts of [ClocksDisagree]; the ends of a window come on top of it, since the
        /// server counts at a time up to a response time from them.
        private static final double LIMIT = 0.25;

        public static final Kind KIND =
                new Kind(
                        "counts-disagree",
                        "the server handled over %s more or fewer requests/s than the generator got responses, plus the effect of the window's edges"
                                .formatted(percent(LIMIT)),
                        "invalid");

        public static Optional<CountsDisagree> of(Experiment experiment, VariantTrials trials) {
            var compared = trials.withHandlerStats();
            double responses = compared.throughput();
            return ClocksDisagree.handlers(experiment, trials)
                    .filter(_ -> experiment.phases().requests().isEmpty())
                    .filter(h ->
                            disagree(
                                    h.perSecond() / responses,
                                    edges(compared, Latency::responseTime, 0)))
                    .map(h -> new CountsDisagree(trials.variant(), h.perSecond(), responses));
        }

        private static boolean disagree(double ratio, double edges) {
            double counted = Math.max(0, 1 - edges);
            return ratio * counted > 1 + LIMIT || ratio < (1 - LIMIT) * counted;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the server handled %s requests/s, and the load generator got %s responses/s"
                            .formatted(number(handledPerSecond), number(responsesPerSecond)),
                    handledPerSecond > responsesPerSecond
                            ? "another client uses this server too, and takes a part of its capacity"
                            : "some responses came from elsewhere, such as a cache",
                    "check whether another client uses this port");
        }
    }

    /// `N = X * (R + Z)` must hold for any closed system in equilibrium.
    ///
    /// @param users of the load, and `accounted` the value of the right side
    record LittlesLawBroken(String variant, double users, double accounted)
            implements ConsistencyFinding {
        private static final double LIMIT = 0.05;

        /// The last requests of a short count leave users idle.
        private static final double MIN_REQUESTS_PER_USER = 100;

        public static final Kind KIND =
                new Kind(
                        "littles-law-broken",
                        "Little's law",
                        "closed, a constant number of users: users and X · (R + Z) differ by more than %s plus the effect of the window's edges"
                                .formatted(percent(LIMIT)),
                        "invalid");

        /// Where the number of users changes, requests in flight at the window's edges break the
        /// law. A failed request keeps its user busy and has no response time, so the law cannot be
        /// checked with many of them.
        public static Optional<LittlesLawBroken> of(Experiment experiment, VariantTrials trials) {
            return experiment.load() instanceof LoadModel.Closed closed
                            && closed.users().isConstant()
                            && !Errors.tooMany(trials.loads())
                    ? of(experiment, closed, trials)
                    : Optional.empty();
        }

        private static Optional<LittlesLawBroken> of(
                Experiment experiment, LoadModel.Closed load, VariantTrials trials) {
            double thinkSeconds = load.thinkTime().mean().toNanos() / 1e9;
            double users = load.users().points().getFirst().level();
            var requests = experiment.phases().requests();
            if (requests.isPresent() && requests.getAsLong() < MIN_REQUESTS_PER_USER * users) {
                return Optional.empty();
            }
            var loads = trials.loads();
            double accounted = 0;
            for (int i = 0; i < loads.size(); i++) {
                var figures = trials.figures().get(i);
                double response = RecordedValues.mean(figures.latency().responseTime()) / 1e9;
                accounted += figures.throughput() * (response + thinkSeconds) / loads.size();
            }
            double edges = edges(trials, Latency::responseTime, thinkSeconds);
            return Math.abs(accounted / users - 1) > LIMIT + edges
                    ? Optional.of(new LittlesLawBroken(trials.variant(), users, accounted))
                    : Optional.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the load had %,.0f users, and throughput x (response + think time) accounts for %,.0f"
                            .formatted(users, accounted),
                    "by Little's law both must be equal: some users were not in flight, or the system was not in equilibrium",
                    "use a longer warm-up and a longer window: %s %s"
                            .formatted(longer.warmUpOption(), longer.windowOption()));
        }
    }

    /// `N = X * S` must hold for any open system. X, the requests sent per second, is at least that
    /// of the good responses and at most that of the arrivals: both are equal unless requests pile
    /// up, in the server or while they wait for a connection.
    ///
    /// @param inFlight requests sent and not completed, mean over the window
    /// @param accounted the nearest `X * S`, with the mean service time
    record OpenLittlesLawBroken(String variant, double inFlight, double accounted)
            implements ConsistencyFinding {
        private static final double LIMIT = 0.05;

        /// With fewer in flight, the exact times at which a request counts as sent and as completed
        /// matter.
        private static final double MIN_REQUESTS = 1;

        public static final Kind KIND =
                new Kind(
                        "open-littles-law-broken",
                        "Little's law",
                        "open, a constant rate: requests in flight, counted over the window, are not between responses x service time and arrivals x service time: by more than %s plus the effect of the window's edges, and by more than %s"
                                .formatted(percent(LIMIT), counted(MIN_REQUESTS, "request")),
                        "invalid");

        /// Failed requests are in flight and have no service time, so the law cannot be checked
        /// with many of them.
        public static Optional<OpenLittlesLawBroken> of(
                Experiment experiment, VariantTrials trials) {
            var loads = trials.loads();
            if (!(experiment.load() instanceof LoadModel.Open open && open.rate().isConstant())
                    || Errors.tooMany(loads)) {
                return Optional.empty();
            }
            double counted =
                    loads.stream().mapToDouble(l -> l.connections().inFlight()).average().orElse(0);
            double arrivals =
                    loads.stream()
                            .mapToDouble(l -> l.counts().sent() / l.window().seconds())
                            .average()
                            .orElse(0);
            double responses = trials.throughput();
            double accounted =
                    Math.clamp(
                            counted,
                            Math.min(arrivals, responses) * trials.meanServiceSeconds(),
                            Math.max(arrivals, responses) * trials.meanServiceSeconds());
            // where requests pile up, those at the end take longer, by less than this effect
            double limit = LIMIT + edges(trials, Latency::serviceTime, 0);
            return Math.abs(accounted - counted) > Math.max(MIN_REQUESTS, limit * counted)
                    ? Optional.of(new OpenLittlesLawBroken(trials.variant(), counted, accounted))
                    : Optional.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "%,.1f requests were in flight on average, and requests per second x service time account for %,.1f"
                            .formatted(inFlight, accounted),
                    inFlight > accounted
                            ? "by Little's law both must be equal: requests queued up, and response times depend on the window's length"
                            : "by Little's law both must be equal: the system was not in equilibrium, or one of the figures is wrong",
                    "use a lower rate, else a longer warm-up and a longer window: %s %s"
                            .formatted(longer.warmUpOption(), longer.windowOption()));
        }
    }

    /// Responses were slow, no known bound explains that, and machine and server had spare CPU.
    ///
    /// @param serverShare of the processors that the lab may use, 0..1
    /// @param medianSeconds response time under load
    /// @param unloadedSeconds median response time of a single user
    record ServerIdle(
            String variant, double serverShare, double medianSeconds, double unloadedSeconds)
            implements ConsistencyFinding {
        private static final double BUSY_LIMIT = 0.5;
        private static final double SLOWDOWN = 2;

        public static final Kind KIND =
                new Kind(
                        "server-idle",
                        "an idle server",
                        "no known bound explains the throughput, under %s of the processors were busy, of the machine and of those that the lab may use, and the median response time is over %s times that of a single user"
                                .formatted(percent(BUSY_LIMIT), axis(SLOWDOWN)),
                        "note");

        /// @param cores that the lab may use
        public static Optional<ServerIdle> of(VariantTrials trials, int cores) {
            var completed = trials.completed();
            var server =
                    TrialMetrics.mean(completed, t -> TrialMetrics.rate(t, MetricId.PROCESS_CPU));
            var busy = TrialMetrics.mean(completed, t -> TrialMetrics.busyShare(t, cores));
            if (server.isEmpty()
                    || busy.isEmpty()
                    || trials.unloadedNanos().isEmpty()
                    || trials.bound() != KnownBound.NONE) {
                return Optional.empty();
            }
            double unloaded = trials.unloadedNanos().getAsDouble();
            double median = trials.responseTime().getValueAtPercentile(50);
            return busy.getAsDouble() < BUSY_LIMIT && median > SLOWDOWN * unloaded
                    ? Optional.of(
                            new ServerIdle(
                                    trials.variant(),
                                    server.getAsDouble() * 1e-9 / cores,
                                    median / 1e9,
                                    unloaded / 1e9))
                    : Optional.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the median response time was %s, that of a single user %s, and the server used %.0f %% of the processors"
                            .formatted(
                                    time(medianSeconds * 1e9),
                                    time(unloadedSeconds * 1e9),
                                    100 * serverShare),
                    "neither CPU nor a known bound limited it: the bottleneck is not measured here",
                    "begin with the calls in which most requests wait (Why), and check locks, limits on connections and the service behind it");
        }
    }
}
