package dev.loombench.load.api;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.finding.Kind;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import java.util.Optional;

/// What kept the load generator from sending and receiving in time.
public sealed interface GeneratorProblem extends Problem {

    /// The generator was close to its CPU limit.
    ///
    /// @param busyShare of the window, 0..1
    record GeneratorSaturated(double busyShare) implements GeneratorProblem {
        public static final Kind KIND =
                new Kind(
                        "generator-saturated",
                        "threads of the generator busy for more than %s of the window"
                                .formatted(percent(LoadLimits.BUSY_SHARE)),
                        "invalid");

        static Optional<GeneratorSaturated> in(LoadResult.Generator generator) {
            return LoadLimits.isBusy(generator.busyShare())
                    ? Optional.of(new GeneratorSaturated(generator.busyShare()))
                    : Optional.empty();
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return "the load generator was busy %s of the time".formatted(percent(busyShare));
        }
    }

    /// The generator was ready to run, and other threads had the CPU.
    ///
    /// @param share of the window, 0..1
    record GeneratorStarved(double share) implements GeneratorProblem {
        public static final Kind KIND =
                new Kind(
                        "generator-starved",
                        "a load generator that waited for CPU",
                        "run-queue wait above %s of the window, when the median includes it"
                                .formatted(percent(LoadLimits.MEDIAN_WAITS)),
                        "invalid");

        static Optional<GeneratorStarved> in(LoadResult.Generator generator) {
            double waited = generator.runQueueWaitShare().orElse(0);
            return waited > LoadLimits.MEDIAN_WAITS
                    ? Optional.of(new GeneratorStarved(waited))
                    : Optional.empty();
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return "the load generator waited for CPU %s of the time".formatted(percent(share));
        }
    }

    /// The generator was stopped, or paused with its machine.
    record GeneratorStalled(LoadResult.Stalls stalls, double windowSeconds)
            implements GeneratorProblem {
        public static final Kind KIND =
                new Kind(
                        "generator-stalled",
                        "a load generator that stood still",
                        "its threads, or the whole machine: for over %s of the window, or over %s s at once"
                                .formatted(
                                        percent(LoadLimits.INTERRUPTED_SHARE),
                                        axis(LoadLimits.INTERRUPTED_SECONDS)),
                        "invalid");

        static Optional<GeneratorStalled> in(LoadResult load) {
            var stalled = new GeneratorStalled(load.generator().stalls(), load.window().seconds());
            return stalled.isTooLong() ? Optional.of(stalled) : Optional.empty();
        }

        private boolean isTooLong() {
            double longest = Math.max(stalls.longestNanos(), stalls.suspendedNanos()) / 1e9;
            return LoadLimits.isInterruptedTooLong(lostNanos() / 1e9, longest, windowSeconds);
        }

        private double lostNanos() {
            return (double) (stalls.totalNanos() + stalls.suspendedNanos());
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return "the load generator stood still for %s of %s"
                    .formatted(time(lostNanos()), time(windowSeconds * 1e9));
        }
    }

    /// Requests of a rate left later than scheduled.
    ///
    /// @param lagSeconds p99 of the send lag
    /// @param responseSeconds median response time
    record ScheduleLagged(double lagSeconds, double responseSeconds) implements GeneratorProblem {
        public static final Kind KIND =
                new Kind(
                        "schedule-lagged",
                        "requests sent late",
                        "open: p99 of the send lag above %s and above %s of the median response time"
                                .formatted(
                                        time(LoadLimits.SEND_LAG_SECONDS * 1e9),
                                        percent(LoadLimits.SEND_LAG_SHARE)),
                        "invalid");

        static Optional<ScheduleLagged> in(LoadResult load) {
            double lag = load.generator().sendLag().getValueAtPercentile(99) / 1e9;
            double response = load.responseTime().getValueAtPercentile(50) / 1e9;
            return LoadLimits.isLate(lag, response)
                    ? Optional.of(new ScheduleLagged(lag, response))
                    : Optional.empty();
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return "one request in a hundred was sent %s late or more, and the median response time was %s"
                    .formatted(time(lagSeconds * 1e9), time(responseSeconds * 1e9));
        }
    }
}
