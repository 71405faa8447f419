package dev.loombench.load.api;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;
import static dev.loombench.text.Figures.whole;

import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// What kept the load generator from sending and receiving in time.
///
/// Figures below the limit are a note, which the judge of one load leaves out.
public sealed interface GeneratorProblem extends Problem {
    @Override
    default Kind kind() {
        return switch (this) {
            case GeneratorSaturated _ -> GeneratorSaturated.KIND;
            case GeneratorStarved _ -> GeneratorStarved.KIND;
            case GeneratorStalled _ -> GeneratorStalled.KIND;
            case ScheduleLagged _ -> ScheduleLagged.KIND;
        };
    }

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

        public static Optional<GeneratorSaturated> in(LoadResult.Generator generator) {
            return Optional.of(new GeneratorSaturated(generator.busyShare()))
                    .filter(GeneratorSaturated::isInvalid);
        }

        @Override
        public Severity severity() {
            return LoadLimits.isBusy(busyShare) ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public String message() {
            return "the load generator was busy %s %% of the time"
                    .formatted(whole(100 * busyShare));
        }
    }

    /// The generator was ready to run, and other threads had the CPU.
    ///
    /// @param share of the window, 0..1
    /// @param lateArrivals of an open load, including those never sent
    record GeneratorStarved(double share, long lateArrivals) implements GeneratorProblem {
        public static final Kind KIND =
                new Kind(
                        "generator-starved",
                        "a load generator that waited for CPU",
                        "run-queue wait above %s of the window, when the median includes it"
                                .formatted(percent(LoadLimits.MEDIAN_WAITS)),
                        "invalid");

        static Optional<GeneratorStarved> in(LoadResult.Generator generator) {
            return Optional.of(
                            new GeneratorStarved(
                                    generator.runQueueWaitShare().orElse(0),
                                    generator.lateArrivals().orElse(0)))
                    .filter(GeneratorStarved::isInvalid);
        }

        @Override
        public Severity severity() {
            return share > LoadLimits.MEDIAN_WAITS ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public String message() {
            var late =
                    lateArrivals > 0
                            ? ", and sent %s late or never"
                                    .formatted(counted(lateArrivals, "request"))
                            : "";
            return "the load generator waited for CPU %s %% of the time%s"
                    .formatted(whole(100 * share), late);
        }
    }

    /// The generator was stopped, or paused with its machine.
    record GeneratorStalled(LoadResult.Stalls stalls, double windowSeconds)
            implements GeneratorProblem {
        public static final Kind KIND =
                new Kind(
                        "generator-stalled",
                        "a load generator that stood still",
                        "its threads, or the whole machine: for over " + LoadLimits.INTERRUPTED,
                        "invalid");

        static Optional<GeneratorStalled> in(LoadResult load) {
            return Optional.of(
                            new GeneratorStalled(
                                    load.generator().stalls(), load.window().seconds()))
                    .filter(GeneratorStalled::isInvalid);
        }

        @Override
        public Severity severity() {
            double longest = Math.max(stalls.longestNanos(), stalls.suspendedNanos()) / 1e9;
            return LoadLimits.isInterruptedTooLong(lostSeconds(), longest, windowSeconds)
                    ? Severity.INVALID
                    : Severity.NOTE;
        }

        /// Those in which the clocks stood still are included.
        public double lostSeconds() {
            return (stalls.totalNanos() + stalls.suspendedNanos()) / 1e9;
        }

        @Override
        public String message() {
            var parts = new ArrayList<String>();
            if (stalls.count() > 0 || stalls.suspendedNanos() == 0) {
                parts.add(stalled());
            }
            if (stalls.suspendedNanos() > 0) {
                parts.add(
                        "the machine was suspended for %s within the window"
                                .formatted(seconds(stalls.suspendedNanos() / 1e9)));
            }
            return String.join(", and ", parts);
        }

        private String stalled() {
            return "the load generator stood still for %s of a window of %s (%s, the longest %s, %s after its beginning)"
                    .formatted(
                            seconds(stalls.totalNanos() / 1e9),
                            seconds(windowSeconds),
                            counted(stalls.count(), "time"),
                            seconds(stalls.longestNanos() / 1e9),
                            seconds(stalls.longestAtNanos().orElse(0) / 1e9));
        }

        private static String seconds(double seconds) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
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

        /// @param sendLag ns
        /// @param responses response times, ns
        public static Optional<ScheduleLagged> in(Histogram sendLag, Histogram responses) {
            double lag = sendLag.getValueAtPercentile(99) / 1e9;
            double response = responses.getValueAtPercentile(50) / 1e9;
            return LoadLimits.isLate(lag, response)
                    ? Optional.of(new ScheduleLagged(lag, response))
                    : Optional.empty();
        }

        @Override
        public String message() {
            return "one request in a hundred was sent %s late or more, and the median response time was %s"
                    .formatted(time(lagSeconds * 1e9), time(responseSeconds * 1e9));
        }
    }
}
