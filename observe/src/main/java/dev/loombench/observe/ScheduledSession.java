package dev.loombench.observe;

import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A session sampled at its observer's interval. A bug in the observer ends the sampling and is
/// reported with the observations: observing must never cost the measurement.
public final class ScheduledSession implements ObservationSession {
    private final String observer;
    private final ObservationSession session;
    private final Optional<PeriodicTask> periodicTask;
    private volatile Optional<Observation> failure = Optional.empty();

    public ScheduledSession(Observer source, ObservedProcess target) {
        observer = source.name();
        session = source.start(target);
        periodicTask =
                source.interval().isZero()
                        ? Optional.empty()
                        : Optional.of(
                                PeriodicTask.start(
                                        "observer-" + observer,
                                        source.interval(),
                                        () -> runGuarded(session::sampleAtInterval)));
    }

    @Override
    public void sample() {
        runGuarded(session::sample);
    }

    @Override
    public void sampleSliceEnd() {
        runGuarded(session::sampleSliceEnd);
    }

    @Override
    public void rehearse() {
        runGuarded(session::rehearse);
    }

    /// Ends the periodic sampling; no periodic sample starts after this.
    public void stopPeriodicSampling() {
        periodicTask.ifPresent(PeriodicTask::close);
    }

    @Override
    public void afterWindow(boolean listThreads) {
        runGuarded(() -> session.afterWindow(listThreads));
    }

    @Override
    public List<Observation> read() {
        var all = new ArrayList<>(session.read());
        failure.ifPresent(all::add);
        return List.copyOf(all);
    }

    @Override
    public void close() {
        stopPeriodicSampling();
        session.close();
    }

    private void runGuarded(Runnable sample) {
        if (failure.isPresent()) {
            return;
        }
        try {
            sample.run();
        } catch (RuntimeException e) {
            failure =
                    Optional.of(
                            new Unavailable(
                                    observer, "later samples", "the observer failed: " + e));
        }
    }
}
