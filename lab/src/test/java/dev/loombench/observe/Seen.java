package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Events;
import dev.loombench.result.Observation.Pinned;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.Observation.Unavailable;
import java.util.List;

/// What a watch has read, made easy to ask.
public record Seen(List<Observation> observations) {

    public static Seen by(ObservationSession watch) {
        return new Seen(watch.read());
    }

    public boolean has(MetricId figure) {
        return observations.stream().anyMatch(o -> o instanceof Series s && s.metric() == figure);
    }

    public List<Observation.Point> points(MetricId figure) {
        var found =
                observations.stream()
                        .filter(o -> o instanceof Series s && s.metric() == figure)
                        .map(Series.class::cast)
                        .toList();
        assertThat(found).as("series of %s in %s", figure, observations).hasSize(1);
        return found.getFirst().points();
    }

    public long last(MetricId figure) {
        return (long) points(figure).getLast().value();
    }

    /// Last less first.
    public long growth(MetricId figure) {
        return last(figure) - (long) points(figure).getFirst().value();
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

    public List<Unavailable> missing() {
        return observations.stream()
                .filter(Unavailable.class::isInstance)
                .map(Unavailable.class::cast)
                .toList();
    }
}
