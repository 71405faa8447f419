package dev.loombench.observe;

import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A watch with its beat. A mistake of ours in it ends the watch and is told with what was seen: to
/// look must never cost the measurement.
public final class ScheduledSession implements ObservationSession {
    private final String observer;
    private final ObservationSession watch;
    private final Optional<PeriodicTask> beat;
    private volatile Optional<Observation> failure = Optional.empty();

    public ScheduledSession(Observer by, ObservedProcess target) {
        observer = by.name();
        watch = by.watch(target);
        beat =
                by.beat().isZero()
                        ? Optional.empty()
                        : Optional.of(
                                PeriodicTask.start(
                                        "watch-" + observer, by.beat(), () -> guard(watch::beat)));
    }

    @Override
    public void sample() {
        guard(watch::sample);
    }

    /// No beat begins after this.
    public void rest() {
        beat.ifPresent(PeriodicTask::close);
    }

    @Override
    public void afterWindow(boolean listThreads) {
        guard(() -> watch.afterWindow(listThreads));
    }

    @Override
    public List<Observation> read() {
        var all = new ArrayList<>(watch.read());
        failure.ifPresent(all::add);
        return List.copyOf(all);
    }

    @Override
    public void close() {
        rest();
        watch.close();
    }

    private void guard(Runnable look) {
        if (failure.isPresent()) {
            return;
        }
        try {
            look.run();
        } catch (RuntimeException mistake) {
            failure =
                    Optional.of(
                            new Unavailable(
                                    observer, "later samples", "the watch failed: " + mistake));
        }
    }
}
