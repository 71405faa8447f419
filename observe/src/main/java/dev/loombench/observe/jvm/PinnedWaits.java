package dev.loombench.observe.jvm;

import dev.loombench.observe.result.Observation.Pinned;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// Waits of virtual threads that keep their carrier: a Flight Recorder recording in the server,
/// started with the session and stored in the trial's folder as `recording.jfr`.
///
/// Waits below 1 ms are not recorded. A thread that blocks in native code or in file I/O keeps its
/// carrier too, but causes no such event.
///
/// Cost to the server (JDK 25, 2 shared cores of a virtual machine): 0.4 s of CPU once, 2 ms of CPU
/// per second, and 16 MiB in RAM; and a stack per event.
final class PinnedWaits {
    static final String SUBJECT = "jvm.pinned";

    /// Settings of a recording that has them.
    static Map<String, String> settings() {
        return Map.of(
                RecordedPins.EVENT + "#enabled", "true",
                RecordedPins.EVENT + "#stackTrace", "true",
                RecordedPins.EVENT + "#threshold", "1 ms");
    }

    private PinnedWaits() {}

    /// The waits in an interval; of one that is in it in part, that part.
    static Pinned read(Path file, Instant from, Instant to) throws IOException {
        var pins = new RecordedPins();
        Recordings.read(
                file,
                events -> {
                    while (events.hasMoreEvents()) {
                        var event = events.readEvent();
                        if (event.getEventType().getName().equals(RecordedPins.EVENT)) {
                            pins.add(event, from, to);
                        }
                    }
                });
        return pins.pinned(Duration.between(from, to).toNanos());
    }
}
