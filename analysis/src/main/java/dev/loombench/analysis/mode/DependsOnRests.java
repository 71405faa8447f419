package dev.loombench.analysis.mode;

import dev.loombench.analysis.trial.WarmUpLoad;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.Steadiness;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/// The ratio of two variants in slices is not that at the end of their warm-ups, which have no
/// rests; or the figure of one is not, where a claim compares it with no other variant. Of CPU per
/// request, it shows work that came neither in slices nor in the rests between them, as in a block
/// whose servers were warmed up in turn.
///
/// @param first the variant that it is compared with; empty for the figure of one
/// @param metric throughput or CPU per request
/// @param ratio in slices over that in the warm-ups, mean of the blocks
record DependsOnRests(String variant, Optional<String> first, Metric metric, double ratio)
        implements ModeBias {
    /// Of one block; of n blocks, divided by √n. The two warm-ups of a block follow one another, so
    /// that their ratio contains what else happened on the machine.
    private static final double LIMIT_OF_BLOCK = Math.log(1.5);

    private static final double LEAST = Math.log(1.15);

    /// From a few blocks on that agree, as of a rate limiter whose tokens gather in the rests.
    private static final double LEAST_OF_SEVERAL = Math.log(1.08);

    private static final int SEVERAL = 3;
    private static final double LEVEL = 0.99;

    /// The end of the warm-up that stands for a load without rests.
    private static final long BEFORE_NANOS = 2_000_000_000;

    /// The least of it: users who wait in step send waves.
    private static final long LEAST_NANOS = 1_000_000_000;

    static Optional<DependsOnRests> of(
            Variant variant, Variant first, Metric metric, List<ModeBias.Pair> pairs) {
        return of(
                variant.name(),
                Optional.of(first.name()),
                metric,
                pairs.stream()
                        .mapToDouble(p ->
                                windowOverWarmUp(p.variant(), metric)
                                        - windowOverWarmUp(p.first(), metric)));
    }

    static Optional<DependsOnRests> ofOne(String variant, Metric metric, List<Completed> trials) {
        return of(
                variant,
                Optional.empty(),
                metric,
                trials.stream().mapToDouble(t -> windowOverWarmUp(t, metric)));
    }

    /// @param effects `ln` of what the window of a block has over what is before; not finite where
    ///   a warm-up ended before it had its level
    private static Optional<DependsOnRests> of(
            String variant, Optional<String> first, Metric metric, DoubleStream effects) {
        var logs = effects.filter(Double::isFinite).toArray();
        double mean = Arrays.stream(logs).average().orElse(0);
        return Math.abs(mean) > Math.max(LEAST, LIMIT_OF_BLOCK / Math.sqrt(logs.length))
                        || blocksAgree(logs)
                ? Optional.of(new DependsOnRests(variant, first, metric, Math.exp(mean)))
                : Optional.empty();
    }

    private static boolean blocksAgree(double[] logs) {
        return logs.length >= SEVERAL
                && StudentT.interval(logs, LEVEL)
                        .filter(log -> log.low() > 0 || log.high() < 0)
                        .filter(log -> Math.abs(log.point()) > LEAST_OF_SEVERAL)
                        .isPresent();
    }

    /// `ln`; not a number where one of them is not known.
    private static double windowOverWarmUp(Completed trial, Metric metric) {
        if (!mayBeLevel(trial, metric) || WarmUpLoad.sinceLastPause(trial).nanos() < LEAST_NANOS) {
            return Double.NaN;
        }
        double perNano =
                (double) trial.load().counts().succeededInWindow() / trial.load().window().nanos();
        if (metric == Metric.THROUGHPUT) {
            var before = beforeSlices(trial, BEFORE_NANOS);
            double responses = growth(trial, MetricId.LOAD_RESPONSES, before);
            return Math.log(perNano / (responses / before.nanos()));
        }
        // as long as the look-back by which the warm-up found it steady
        long third = trial.warmUp().window().nanos() / 3;
        var before = beforeSlices(trial, Math.max(BEFORE_NANOS, third));
        double cost =
                growth(trial, MetricId.PROCESS_CPU, before)
                        / growth(trial, MetricId.LOAD_RESPONSES, before);
        double within = SliceFigures.cpuPerResponse(trial);
        return Math.abs(within - cost) * perNano < SliceFigures.LEAST_PROCESSORS
                ? 0
                : Math.log(within / cost);
    }

    /// At most so long: the pauses of a warm-up in cycles are rests too.
    private static Window beforeSlices(Completed trial, long nanos) {
        var loaded = WarmUpLoad.sinceLastPause(trial);
        return loaded.nanos() <= nanos
                ? loaded
                : new Window(loaded.endNanos() - nanos, loaded.endNanos());
    }

    private static double growth(Completed trial, MetricId counter, Window window) {
        return trial.series(counter)
                .map(s -> s.growth(window))
                .orElse(OptionalDouble.empty())
                .orElse(Double.NaN);
    }

    /// A figure that is only too noisy to tell is known well enough from the end of a warm-up: else
    /// a limiter whose tokens gather in the rests would be missed after each short warm-up. The
    /// compilers are idle then, where CPU per request counts. Throughput after so few samples that
    /// no change of it is known may be rising.
    private static boolean mayBeLevel(Completed trial, Metric metric) {
        return trial.warmUp().of(metric).stream()
                .allMatch(m ->
                        m.isSteady()
                                || (m.state() == Steadiness.State.UNDECIDED
                                        && (metric == Metric.CPU_PER_REQUEST
                                                || m.change().isPresent())));
    }

    @Override
    public String reason() {
        return "%s of %s%s in slices was %.2f times that without rests"
                .formatted(metric.label(), variant, first.map(f -> " to " + f).orElse(""), ratio);
    }
}
