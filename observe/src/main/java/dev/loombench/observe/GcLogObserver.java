package dev.loombench.observe;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
            var reader = new GcLogReader(startNanos);
            try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    reader.add(line);
                }
            }
            return switch (reader.content()) {
                case NONE -> unavailable(file + " is empty: a flag may have disabled the log");
                case OTHER ->
                        unavailable(
                                file
                                        + " has no times: a flag may have changed the form of the log");
                case TIMES -> observations(reader);
            };
        }

        private static List<Observation> observations(GcLogReader reader) {
            var observations = new ArrayList<Observation>();
            observations.add(new Observation.Events(NAME, PAUSES, reader.pauses()));
            if (!reader.heapAfter().isEmpty()) {
                observations.add(
                        new Observation.Series(NAME, MetricId.HEAP_AFTER_GC, reader.heapAfter()));
            } else if (!reader.pauses().isEmpty()) {
                observations.add(
                        new Unavailable(
                                NAME,
                                MetricId.HEAP_AFTER_GC.label(),
                                "no collection in the log shows the heap in use after it"));
            }
            if (reader.hasUnknownPauses()) {
                observations.add(
                        new Unavailable(
                                NAME,
                                PAUSES,
                                "some pauses in the log have a form that this version of Loombench does not know, and are not counted"));
            }
            return observations;
        }
    }
}
