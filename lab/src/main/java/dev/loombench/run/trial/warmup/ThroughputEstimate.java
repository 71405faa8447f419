package dev.loombench.run.trial.warmup;

import dev.loombench.run.trial.warmup.WarmupDetector.Sample;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.List;

/// The throughput of a server in each sample of a load.
///
/// Users that wait in step send waves: with a hundred in each tenth of a second, a quarter of a
/// second counts 200 responses or 300. So the throughput of a constant number of users is that of
/// one user times their number, by Little's law: `users / (response time + think time)`, with the
/// mean response time of the sample.
///
/// That holds while the responses that arrive are like those that are pending. Where some requests
/// take much longer, or never end, users are caught in them, and the responses become fewer than
/// this estimate says. An edge of a look-back cuts off at most one response of each user; so where
/// the two differ by more, responses are counted. They are counted too for any other load, and
/// where requests fail.
final class ThroughputEstimate {
    /// Samples of the shortest look-back, 3 s; else a third of the load so far.
    private static final int SHORTEST_LOOK_BACK = 12;

    private static final int PARTS = 3;

    /// 0 for a load whose throughput is counted.
    private final int users;

    private final double thinkNanos;

    /// Of each sample, the estimated responses that were not counted.
    private final List<Double> missing = new ArrayList<>();

    /// Latest mean response time; NaN before the first.
    private double responseNanos = Double.NaN;

    /// Time since the latest response.
    private double silentNanos;

    ThroughputEstimate(LoadModel model) {
        if (model instanceof LoadModel.Closed closed && closed.isConstant()) {
            users = closed.connections();
            thinkNanos = closed.thinkTime().mean().toNanos();
        } else {
            users = 0;
            thinkNanos = 0;
        }
    }

    /// @return good responses per second
    double of(Sample sample) {
        double estimate = estimate(sample);
        missing.add((estimate - sample.counted()) * sample.seconds());
        return Math.abs(latestMissing()) <= users ? estimate : sample.counted();
    }

    private double estimate(Sample sample) {
        if (users == 0 || sample.errors() > 0) {
            return sample.counted();
        }
        if (sample.responses() > 0) {
            responseNanos = (double) sample.responseNanos() / sample.responses();
            silentNanos = 0;
        } else {
            silentNanos += sample.seconds() * 1e9;
        }
        double cycle = Math.max(responseNanos, silentNanos) + thinkNanos;
        return cycle > 0 ? users / cycle * 1e9 : sample.counted();
    }

    private double latestMissing() {
        int count = Math.max(SHORTEST_LOOK_BACK, missing.size() / PARTS);
        return missing.subList(Math.max(0, missing.size() - count), missing.size()).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
