package dev.loombench.observe;

import dev.loombench.base.TimedReading;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/// The observations of one session and the reasons for missing ones. Thread-safe.
public final class ObservationBuffer {
    /// What a reading takes whose thread does not wait for a processor is below it, as a rule.
    private static final long LONG_NANOS = 1_000_000;

    private final String observer;
    private final LongSupplier nanoTime;

    /// The length of the last reading of each metric, ns.
    private final Map<MetricId, Long> lengths = new EnumMap<>(MetricId.class);

    private final Map<MetricId, List<Observation.Point>> points = new EnumMap<>(MetricId.class);
    private final List<Observation> otherObservations = new ArrayList<>();
    private final Set<Observation> unavailable = new LinkedHashSet<>();

    public ObservationBuffer(String observer) {
        this(observer, System::nanoTime);
    }

    /// @param nanoTime the monotonic clock
    ObservationBuffer(String observer, LongSupplier nanoTime) {
        this.observer = observer;
        this.nanoTime = nanoTime;
    }

    /// Reads the value of a metric, again where that took long, and adds it with its time.
    ///
    /// @param source as of `read`
    public <E extends Exception> void sample(MetricId metric, TimedReading.Source<Long, E> source)
            throws E {
        var reading = read(metric, source);
        add(metric, reading, reading.value());
    }

    /// Reads what the value of a metric is in, again where that took long: over 1 ms, and over
    /// twice the time of the reading before, since some take longer each time.
    ///
    /// @param source may be read several times
    public <T, E extends Exception> TimedReading<T> read(
            MetricId metric, TimedReading.Source<T, E> source) throws E {
        var reading = TimedReading.shortest(longNanos(metric), nanoTime, source);
        setLength(metric, reading.lengthNanos());
        return reading;
    }

    private synchronized long longNanos(MetricId metric) {
        return Math.max(LONG_NANOS, 2 * lengths.getOrDefault(metric, 0L));
    }

    private synchronized void setLength(MetricId metric, long nanos) {
        lengths.put(metric, nanos);
    }

    /// Reads what costs too much to be read again, or would be another thing then.
    public <T, E extends Exception> TimedReading<T> readOnce(TimedReading.Source<T, E> source)
            throws E {
        return TimedReading.of(nanoTime, source);
    }

    /// Adds a value of a reading with its time.
    ///
    /// @param value in the metric's unit; exact to 2^53, which is 104 days in ns
    public void add(MetricId metric, TimedReading<?> reading, long value) {
        add(metric, reading.nanos(), value);
    }

    /// Adds a value with the present time.
    ///
    /// @param value as of a reading
    public void add(MetricId metric, long value) {
        add(metric, nanoTime.getAsLong(), value);
    }

    private synchronized void add(MetricId metric, long nanos, long value) {
        points.computeIfAbsent(metric, _ -> new ArrayList<>())
                .add(new Observation.Point(nanos, (double) value));
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
