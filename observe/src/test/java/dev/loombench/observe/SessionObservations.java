package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;

/// The observations of a session, with queries for tests.
public record SessionObservations(List<Observation> observations) {

    public static SessionObservations of(ObservationSession session) {
        return new SessionObservations(session.read());
    }

    public boolean has(MetricId metric) {
        return observations.stream().anyMatch(o -> o instanceof Series s && s.metric() == metric);
    }

    public List<Observation.Point> points(MetricId metric) {
        var found =
                observations.stream()
                        .filter(o -> o instanceof Series s && s.metric() == metric)
                        .map(Series.class::cast)
                        .toList();
        assertThat(found).as("series of %s in %s", metric, observations).hasSize(1);
        return found.getFirst().points();
    }

    public long last(MetricId metric) {
        return (long) points(metric).getLast().value();
    }

    /// The last value minus the first.
    public long growth(MetricId metric) {
        return last(metric) - (long) points(metric).getFirst().value();
    }

    public List<Observation.Event> pauses() {
        return observations.stream()
                .filter(Events.class::isInstance)
                .map(Events.class::cast)
                .filter(e -> e.name().equals("gc.pause"))
                .flatMap(e -> e.events().stream())
                .toList();
    }

    public ThreadDump threads() {
        return observations.stream()
                .filter(ThreadDump.class::isInstance)
                .map(ThreadDump.class::cast)
                .findFirst()
                .orElseThrow();
    }

    public Pinned pinned() {
        return observations.stream()
                .filter(Pinned.class::isInstance)
                .map(Pinned.class::cast)
                .findFirst()
                .orElseThrow();
    }

    public List<Unavailable> unavailable() {
        return observations.stream()
                .filter(Unavailable.class::isInstance)
                .map(Unavailable.class::cast)
                .toList();
    }
}
