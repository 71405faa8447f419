package dev.loombench.observe;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The observations of one session and the reasons for missing ones. Thread-safe.
public final class ObservationBuffer {
    private final String observer;
    private final Map<MetricId, List<Observation.Point>> points = new EnumMap<>(MetricId.class);
    private final List<Observation> otherObservations = new ArrayList<>();
    private final Set<Observation> unavailable = new LinkedHashSet<>();

    public ObservationBuffer(String observer) {
        this.observer = observer;
    }

    /// Adds a value with the present time.
    ///
    /// @param value in the metric's unit; exact to 2^53, which is 104 days in ns
    public synchronized void add(MetricId metric, long value) {
        points.computeIfAbsent(metric, _ -> new ArrayList<>())
                .add(new Observation.Point(System.nanoTime(), (double) value));
    }

    /// Adds an observation that is not a time series.
    public synchronized void add(Observation observation) {
        otherObservations.add(observation);
    }

    /// Adds the reason why something was not observed; repeated ones are kept once.
    public synchronized void addUnavailable(String subject, String reason) {
        unavailable.add(new Observation.Unavailable(observer, subject, reason));
    }

    public synchronized void addUnavailable(MetricId metric, String reason) {
        addUnavailable(metric.label(), reason);
    }

    public synchronized List<Observation> observations() {
        var all = new ArrayList<Observation>();
        points.forEach(
                (metric, series) -> all.add(new Observation.Series(observer, metric, series)));
        all.addAll(otherObservations);
        all.addAll(unavailable);
        return List.copyOf(all);
    }
}
