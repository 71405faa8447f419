package dev.loombench.cli;

import dev.loombench.report.Format;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Interval;
import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/// The figures of one load as they are quoted.
///
/// @param interrupted whether it was ended before its time
record LoadSummary(LoadOrder order, LoadResult result, boolean interrupted) {
    private static final double BUSY_LIMIT = 0.9;
    private static final long LAG_LIMIT_NANOS = 10_000_000;
    private static final double RATE_SHORTFALL = 0.02;

    /// Good answers a second within the window.
    double throughput() {
        return result.counts().answeredWithin() / result.window().seconds();
    }

    /// The generator's CPU time for each good answer within the window, ns; NaN without any.
    double generatorCpuNanos() {
        long answers = result.counts().answeredWithin();
        return answers == 0 ? Double.NaN : (double) result.generator().cpuNanos() / answers;
    }

    /// Bytes a second within the window.
    double bandwidth() {
        return result.counts().bytes() / result.window().seconds();
    }

    /// Failed of all requests, 0..1; empty when none was sent.
    OptionalDouble errorShare() {
        double sent = result.counts().sent();
        return sent == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(result.counts().failed() / sent);
    }

    /// How far it had come, if it was ended before its time.
    Optional<String> interruption() {
        return interrupted
                ? Optional.of(
                        "after %s of %s"
                                .formatted(
                                        Format.time(result.window().seconds() * 1e9),
                                        Units.text(order.duration())))
                : Optional.empty();
    }

    /// The thresholds by which it has failed.
    List<LoadThreshold> failures() {
        return order.thresholds().stream().filter(t -> t.failedBy(this)).toList();
    }

    Histogram responseTime() {
        return merged(Interval::responseTime);
    }

    Histogram serviceTime() {
        return merged(Interval::serviceTime);
    }

    /// Why the figures are not to be trusted, if they are not; each says what was seen.
    ///
    /// Where a threshold says how many errors may be, or how low the throughput, it takes the place
    /// of the doubt.
    List<String> doubts() {
        var doubts = new ArrayList<String>();
        var counts = result.counts();
        if (counts.answered() == 0) {
            doubts.add("no request was answered");
        }
        if (counts.failed() > 0 && !order.limitsErrors()) {
            doubts.add("%d of %d requests failed".formatted(counts.failed(), counts.sent()));
        }
        if (counts.unfinished() > 0) {
            doubts.add("%d requests were left unfinished".formatted(counts.unfinished()));
        }
        var connections = result.connections();
        boolean kept = order.traffic().connections().keepAlive();
        if (kept && connections.achieved() < connections.asked()) {
            doubts.add(
                    "only %d of %d connections were open at once"
                            .formatted(connections.achieved(), connections.asked()));
        }
        if (result.generator().busyShare() > BUSY_LIMIT) {
            doubts.add(
                    String.format(
                            Locale.ROOT,
                            "the generator was busy %.0f %% of the time, so it may be what was measured",
                            100 * result.generator().busyShare()));
        }
        if (order.model() instanceof LoadModel.Open open) {
            addOpen(open, doubts);
        }
        return doubts;
    }

    private void addOpen(LoadModel.Open open, List<String> doubts) {
        long lag = result.generator().sendLag().getValueAtPercentile(99);
        if (lag > LAG_LIMIT_NANOS) {
            doubts.add(
                    String.format(
                            Locale.ROOT,
                            "requests left late (p99 %.1f ms): all connections were busy, or the"
                                    + " generator was kept from its CPU",
                            lag / 1e6));
        }
        if (throughput() < open.rate() * (1 - RATE_SHORTFALL) && !order.limitsThroughput()) {
            doubts.add(
                    String.format(
                            Locale.ROOT,
                            "%.0f answers/s came where %.0f requests/s were asked",
                            throughput(),
                            open.rate()));
        }
    }

    private Histogram merged(Function<Interval, Histogram> part) {
        var sum = new Histogram(3);
        result.intervals().forEach(i -> sum.add(part.apply(i)));
        return sum;
    }
}
