package dev.loombench.run.trial;

import dev.loombench.run.trial.WarmupDetector.Sample;
import dev.loombench.spec.load.LoadModel;

/// The throughput of a server in each sample of a load.
///
/// Users that wait in step send waves: with a hundred in each tenth of a second, a quarter of a
/// second counts 200 responses or 300. So the throughput of a constant number of users is that of
/// one user times their number, by Little's law: `users / (response time + think time)`, with the
/// mean response time of the sample. Of any other load, and where requests fail, it is the number
/// of responses per second.
final class ThroughputEstimate {
    /// 0 for a load whose throughput is counted.
    private final int users;

    private final double thinkNanos;

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
}
