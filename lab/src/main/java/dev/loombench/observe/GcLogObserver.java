package dev.loombench.observe;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Event;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Observes every GC pause and the heap in use after each collection, from the JVM's GC log: no
/// pause is missed between samples, and all times are exact.
///
/// Cost to the server: one to ten lines per collection, written during the pause; tens of
/// microseconds.
public final class GcLogObserver implements Observer {
    private static final String NAME = "gc-log";
    private static final String PAUSES = "gc.pause";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> jvmFlags(Path trialDirectory) {
        var file = GcLog.file(trialDirectory);
        return GcLog.unsupportedReason(file).isPresent() ? List.of() : List.of(GcLog.flag(file));
    }

    @Override
    public Duration interval() {
        return Duration.ZERO;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        if (!target.startedByLab()) {
            return new UnavailableSession(
                    new Unavailable(
                            NAME,
                            PAUSES,
                            "the log needs a flag at the start of a JVM, and this process already ran"));
        }
        return new GcLogSession(GcLog.file(target.trialDirectory()), System.nanoTime());
    }

    private record GcLogSession(Path file, long startNanos) implements ObservationSession {

        @Override
        public void sample() {
            // The JVM writes the log.
        }

        @Override
        public List<Observation> read() {
            return observations();
        }

        @Override
        public void close() {
            // The file is open only while it is read.
        }

        private List<Observation> observations() {
            var unfit = GcLog.unsupportedReason(file);
            if (unfit.isPresent()) {
                return unavailable(unfit.get());
            }
            try {
                return events();
            } catch (NoSuchFileException e) {
                return unavailable("no GC log: the server wrote none");
            } catch (IOException e) {
                return unavailable("no GC log: " + e);
            }
        }

        private static List<Observation> unavailable(String reason) {
            return List.of(new Unavailable(NAME, PAUSES, reason));
        }

        /// Decoding never fails: the log may contain names in any encoding.
        private List<Observation> events() throws IOException {
            var pauses = new ArrayList<Event>();
            var heapAfter = new ArrayList<Point>();
            boolean hasEntry = false;
            try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    hasEntry = hasEntry || GcLog.isTimestamped(line);
                    GcLog.heapAfter(line)
                            .filter(p -> p.nanos() - startNanos >= 0)
                            .ifPresent(heapAfter::add);
                    GcLog.pause(line).filter(this::isInSession).ifPresent(pauses::add);
                }
            }
            if (!hasEntry) {
                return unavailable(file + " is empty: a flag may have disabled the log");
            }
            var observedPauses = new Observation.Events(NAME, PAUSES, pauses);
            return heapAfter.isEmpty()
                    ? List.of(observedPauses)
                    : List.of(
                            observedPauses,
                            new Observation.Series(NAME, MetricId.HEAP_AFTER_GC, heapAfter));
        }

        private boolean isInSession(Event pause) {
            return pause.nanos() + pause.durationNanos() - startNanos >= 0;
        }
    }
}
