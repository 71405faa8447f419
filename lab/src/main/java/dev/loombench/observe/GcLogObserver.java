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

/// Every pause for garbage collection and what each collection left in the heap, from the log that
/// the JVM keeps: nothing is missed between two looks, and the time of each is exact.
///
/// Cost to the server: one to ten lines a collection, written while it pauses; tens of
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
        return GcLog.unfit(file).isPresent() ? List.of() : List.of(GcLog.flag(file));
    }

    @Override
    public Duration beat() {
        return Duration.ZERO;
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        return new GcLogSession(GcLog.file(target.trialDirectory()), System.nanoTime());
    }

    private record GcLogSession(Path file, long startNanos) implements ObservationSession {

        @Override
        public void sample() {
            // The JVM keeps the record.
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
            var unfit = GcLog.unfit(file);
            if (unfit.isPresent()) {
                return none(unfit.get());
            }
            try {
                return events();
            } catch (NoSuchFileException none) {
                return none("no log to read: the server wrote none");
            } catch (IOException unreadable) {
                return none("no log to read: " + unreadable);
            }
        }

        private static List<Observation> none(String why) {
            return List.of(new Unavailable(NAME, PAUSES, why));
        }

        /// Malformed bytes are no error: the log may hold names in any encoding.
        private List<Observation> events() throws IOException {
            var pauses = new ArrayList<Event>();
            var left = new ArrayList<Point>();
            boolean written = false;
            try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    written = written || GcLog.isStamped(line);
                    GcLog.heapAfter(line)
                            .filter(p -> p.nanos() - startNanos >= 0)
                            .ifPresent(left::add);
                    GcLog.pause(line).filter(this::isWatched).ifPresent(pauses::add);
                }
            }
            if (!written) {
                return none(file + " is empty: did a flag turn the log off?");
            }
            var pausesSeen = new Observation.Events(NAME, PAUSES, pauses);
            return left.isEmpty()
                    ? List.of(pausesSeen)
                    : List.of(
                            pausesSeen, new Observation.Series(NAME, MetricId.HEAP_AFTER_GC, left));
        }

        private boolean isWatched(Event pause) {
            return pause.nanos() + pause.durationNanos() - startNanos >= 0;
        }
    }
}
