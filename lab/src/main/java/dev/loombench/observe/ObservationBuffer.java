package dev.loombench.observe;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What one watch has seen so far, and what it could not see. Safe to use from several threads.
public final class ObservationBuffer {
    private final String observer;
    private final Map<MetricId, List<Observation.Point>> points = new EnumMap<>(MetricId.class);
    private final List<Observation> others = new ArrayList<>();
    private final Set<Observation> missing = new LinkedHashSet<>();

    public ObservationBuffer(String observer) {
        this.observer = observer;
    }

    /// A value that was true just now.
    ///
    /// @param value in the figure's unit; exact to 2^53, which is 104 days in ns
    public synchronized void add(MetricId figure, long value) {
        points.computeIfAbsent(figure, _ -> new ArrayList<>())
                .add(new Observation.Point(System.nanoTime(), (double) value));
    }

    /// What is no figure over time.
    public synchronized void add(Observation seen) {
        others.add(seen);
    }

    /// The same thing said twice counts once.
    public synchronized void missing(String subject, String why) {
        missing.add(new Observation.Unavailable(observer, subject, why));
    }

    public synchronized void missing(MetricId figure, String why) {
        missing(figure.label(), why);
    }

    public synchronized List<Observation> observations() {
        var all = new ArrayList<Observation>();
        points.forEach((figure, seen) -> all.add(new Observation.Series(observer, figure, seen)));
        all.addAll(others);
        all.addAll(missing);
        return List.copyOf(all);
    }
}
