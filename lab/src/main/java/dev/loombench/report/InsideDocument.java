package dev.loombench.report;

import dev.loombench.analysis.Inside;
import dev.loombench.analysis.RampUp;
import dev.loombench.analysis.ThreadsSeen;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// What was seen inside a variant's servers, as data for other programs. What was not observed is
/// null.
record InsideDocument(Optional<Threads> threads, Optional<RampUpSeen> rampUp) {

    /// At one moment under load, of the last trial.
    record Threads(int total, int platform, int carriers, int virtual, List<Place> places) {
        static Threads of(ThreadsSeen seen) {
            return new Threads(
                    seen.total(),
                    seen.platform(),
                    seen.carriers(),
                    seen.virtual(),
                    seen.places().stream()
                            .map(p -> new Place(InsideText.kind(p), p.count(), p.where(), p.path()))
                            .toList());
        }
    }

    /// @param kind `platform`, `carrier` or `virtual`
    record Place(String kind, int count, String where, String path) {}

    /// Milliseconds from the highest jump of the load until throughput had settled.
    ///
    /// @param trialsMoving that had not; they count at the least that they took
    record RampUpSeen(
            double from,
            double to,
            double meanMillis,
            Optional<Interval> interval,
            int trials,
            int trialsMoving) {
        static RampUpSeen of(RampUp seen) {
            return new RampUpSeen(
                    seen.step().from(),
                    seen.step().to(),
                    seen.meanNanos() / 1e6,
                    seen.interval()
                            .map(i -> new Interval(i.low() / 1e6, i.point() / 1e6, i.high() / 1e6)),
                    seen.trials(),
                    seen.moving());
        }
    }

    static InsideDocument of(Inside inside) {
        return new InsideDocument(
                inside.threads().map(Threads::of), inside.rampUp().map(RampUpSeen::of));
    }
}
