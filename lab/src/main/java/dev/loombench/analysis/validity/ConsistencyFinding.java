package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.VariantTrials.KnownBound;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// Figures of a variant that contradict each other, or that no known bound explains.
public sealed interface ConsistencyFinding extends Finding {
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    /// `N = X * (R + Z)` must hold for any closed system in equilibrium.
    ///
    /// @param users of the load, and `accounted` the value of the right side
    record LittlesLawBroken(String variant, double users, double accounted)
            implements ConsistencyFinding {
        private static final double LIMIT = 0.05;

        /// The last requests of a short count leave users idle.
        private static final double MIN_REQUESTS_PER_USER = 100;

        /// Where the number of users changes, requests in flight at the window's edges break the
        /// law.
        static Optional<LittlesLawBroken> of(ExperimentSpec spec, VariantTrials trials) {
            return spec.load() instanceof LoadModel.Closed closed
                            && closed.users().isConstant()
                            && !LoadFinding.Errors.manyExpected(spec.traffic(), trials.loads())
                    ? of(spec, closed, trials)
                    : Optional.empty();
        }

        private static Optional<LittlesLawBroken> of(
                ExperimentSpec spec, LoadModel.Closed load, VariantTrials trials) {
            double thinkSeconds = load.thinkTime().mean().toNanos() / 1e9;
            double users = load.users().points().getFirst().level();
            var requests = spec.phases().requests();
            if (requests.isPresent() && requests.getAsLong() < MIN_REQUESTS_PER_USER * users) {
                return Optional.empty();
            }
            var loads = trials.loads();
            double accounted = 0;
            double edges = 0;
            for (int i = 0; i < loads.size(); i++) {
                var figures = trials.figures().get(i);
                double response = figures.latency().responseTime().getMean() / 1e9;
                accounted += figures.throughput() * (response + thinkSeconds) / loads.size();
                edges +=
                        EdgeEffects.share(
                                        figures.latency().responseTime(),
                                        thinkSeconds,
                                        loads.get(i).window().seconds(),
                                        slices(trials.completed().get(i)))
                                / loads.size();
            }
            return Math.abs(accounted / users - 1) > LIMIT + edges
                    ? Optional.of(new LittlesLawBroken(trials.variant(), users, accounted))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "littles-law-broken";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    private static int slices(Completed trial) {
        return trial.interleaving().map(i -> i.slices().size()).orElse(1);
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

        /// Failed requests are in flight and have no service time, so the law cannot be checked
        /// with many of them.
        static Optional<OpenLittlesLawBroken> of(ExperimentSpec spec, VariantTrials trials) {
            var loads = trials.loads();
            var inFlight = loads.stream().map(l -> l.connections().inFlight()).toList();
            if (!(spec.load() instanceof LoadModel.Open open && open.rate().isConstant())
                    || LoadFinding.Errors.tooMany(loads)
                    || inFlight.stream().anyMatch(OptionalDouble::isEmpty)) {
                return Optional.empty();
            }
            double counted =
                    inFlight.stream().mapToDouble(OptionalDouble::getAsDouble).average().orElse(0);
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
            double limit = LIMIT + edges(trials);
            return Math.abs(accounted - counted) > Math.max(MIN_REQUESTS, limit * counted)
                    ? Optional.of(new OpenLittlesLawBroken(trials.variant(), counted, accounted))
                    : Optional.empty();
        }

        /// Mean of the trials. Where requests pile up, those in flight at the end take longer than
        /// those at the beginning: by less than this effect.
        private static double edges(VariantTrials trials) {
            var loads = trials.loads();
            return IntStream.range(0, loads.size())
                    .mapToDouble(i ->
                            EdgeEffects.share(
                                    trials.figures().get(i).latency().serviceTime(),
                                    0,
                                    loads.get(i).window().seconds(),
                                    slices(trials.completed().get(i))))
                    .average()
                    .orElse(0);
        }

        @Override
        public String kind() {
            return "open-littles-law-broken";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
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

        static Optional<ClocksDisagree> of(ExperimentSpec spec, VariantTrials trials) {
            double service = trials.meanServiceSeconds();
            double inFlight = trials.throughput() * service;
            return handlers(spec, trials)
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

        @Override
        public String kind() {
            return "clocks-disagree";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// The server handled more or fewer requests than the generator got responses.
    ///
    /// @param handled per second, by the server's count
    /// @param responses per second, by the generator's count
    record CountsDisagree(String variant, double handled, double responses)
            implements ConsistencyFinding {
        /// As for the counts of [ClocksDisagree].
        private static final double LIMIT = 0.25;

        static Optional<CountsDisagree> of(ExperimentSpec spec, VariantTrials trials) {
            double responses = trials.throughput();
            return handlers(spec, trials)
                    .filter(_ -> spec.phases().requests().isEmpty())
                    .filter(h -> Math.abs(h.perSecond() / responses - 1) > LIMIT)
                    .map(h -> new CountsDisagree(trials.variant(), h.perSecond(), responses));
        }

        @Override
        public String kind() {
            return "counts-disagree";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// The server's own statistics; empty where they cannot be compared with the load.
    private static Optional<HandlerStats> handlers(ExperimentSpec spec, VariantTrials trials) {
        boolean constant = spec.load() instanceof LoadModel model && model.isConstant();
        return constant && !LoadFinding.Errors.tooMany(trials.loads())
                ? HandlerStats.of(trials.completed())
                : Optional.empty();
    }

    /// Responses were slow, no known bound explains that, and machine and server had spare CPU.
    ///
    /// @param serverShare of all processors, 0..1
    /// @param medianSeconds response time under load
    /// @param unloadedSeconds median response time of a single user
    record ServerIdle(
            String variant, double serverShare, double medianSeconds, double unloadedSeconds)
            implements ConsistencyFinding {
        private static final double BUSY_LIMIT = 0.5;
        private static final double SLOWDOWN = 2;

        static Optional<ServerIdle> of(VariantTrials trials, int cores) {
            var completed = trials.completed();
            var server =
                    TrialMetrics.mean(completed, t -> TrialMetrics.rate(t, MetricId.PROCESS_CPU));
            var machine =
                    TrialMetrics.mean(
                            completed, t -> TrialMetrics.rate(t, MetricId.MACHINE_CPU_BUSY));
            if (server.isEmpty()
                    || machine.isEmpty()
                    || trials.unloadedNanos().isEmpty()
                    || trials.bound() != KnownBound.NONE) {
                return Optional.empty();
            }
            double shareOfMachine = 1e-9 / cores;
            double unloaded = trials.unloadedNanos().getAsDouble();
            double median = trials.responseTime().getValueAtPercentile(50);
            return machine.getAsDouble() * shareOfMachine < BUSY_LIMIT
                            && median > SLOWDOWN * unloaded
                    ? Optional.of(
                            new ServerIdle(
                                    trials.variant(),
                                    server.getAsDouble() * shareOfMachine,
                                    median / 1e9,
                                    unloaded / 1e9))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "server-idle";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }
}
