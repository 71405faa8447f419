package dev.loombench.run.trial.slice;

import dev.loombench.base.Window;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The work of a server in an interleaved block over whole cycles: a load and the rest after it.
///
/// What a server does for its requests after their responses (it writes later, collects garbage,
/// closes connections) falls into its rest, and is work for these requests nevertheless. What it
/// also does when it is idle is not.
///
/// @param slices in order of time
/// @param last the rest after the last slice; empty before it is observed
record WorkCycles(List<LoadTime.Slice> slices, Optional<LastRest> last) {

    /// From the start of the load before a slice to the start of the next one.
    Window cycle(int slice) {
        return new Window(slices.get(slice).loaded().startNanos(), end(slice));
    }

    private long end(int slice) {
        return slice + 1 < slices.size()
                ? slices.get(slice + 1).loaded().startNanos()
                : last.map(LastRest::endNanos).orElse(slices.get(slice).restedNanos());
    }

    private Window rest(int slice) {
        return new Window(slices.get(slice).restedNanos(), end(slice));
    }

    /// What a counter grew by in the cycle of a slice, without what an idle server does in the time
    /// of its rest.
    ///
    /// @return at least 0; empty where the counter was not sampled at the ends of the cycle
    OptionalDouble work(Series counter, int slice) {
        var growth = counter.growth(cycle(slice));
        return growth.isEmpty()
                ? growth
                : OptionalDouble.of(
                        Math.max(0, growth.getAsDouble() - whenIdle(counter, rest(slice))));
    }

    /// The share of the work that fell into rests, 0..1; empty where the counter was not sampled at
    /// their ends.
    OptionalDouble shareAtRest(Series counter) {
        double all = 0;
        double resting = 0;
        for (int k = 0; k < slices.size(); k++) {
            var work = work(counter, k);
            var growth = counter.growth(rest(k));
            if (work.isEmpty() || growth.isEmpty()) {
                return OptionalDouble.empty();
            }
            all += work.getAsDouble();
            resting += growth.getAsDouble() - whenIdle(counter, rest(k));
        }
        return all > 0
                ? OptionalDouble.of(Math.clamp(resting / all, 0, 1))
                : OptionalDouble.empty();
    }

    /// What counts as that of an idle server in the rests between slices, as a share of the work
    /// and this, 0..1: so much of the work would be missing if the server had been busy for its
    /// requests in that time. Empty where the counter was not sampled.
    OptionalDouble shareWhenIdle(Series counter) {
        double all = 0;
        double idle = 0;
        for (int k = 0; k < slices.size(); k++) {
            var work = work(counter, k);
            if (work.isEmpty()) {
                return OptionalDouble.empty();
            }
            all += work.getAsDouble();
            idle += k + 1 < slices.size() ? whenIdle(counter, rest(k)) : 0;
        }
        return all + idle > 0 ? OptionalDouble.of(idle / (all + idle)) : OptionalDouble.empty();
    }

    /// What an idle server does in a time.
    private double whenIdle(Series counter, Window time) {
        return last.map(LastRest::idle)
                .map(idle -> counter.growth(idle).orElse(0) / idle.nanos() * time.nanos())
                .orElse(0.0);
    }
}
