package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.Part;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Unavailable;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// A recording of pinned waits over the window.
final class PinningRecorder {
    private final InspectedJvm jvm;
    private final Instant start;
    private final Optional<String> failure;

    private PinningRecorder(InspectedJvm jvm, Instant start, Optional<String> failure) {
        this.jvm = jvm;
        this.start = start;
        this.failure = failure;
    }

    /// @param stacks whether the stacks of virtual threads on carriers are sampled too
    static PinningRecorder start(InspectedJvm jvm, boolean stacks) {
        try {
            jvm.recordPinnedWaits(stacks);
            return new PinningRecorder(jvm, Instant.now(), Optional.empty());
        } catch (IOException e) {
            var reason = String.valueOf(e.getMessage());
            return new PinningRecorder(jvm, Instant.now(), Optional.of(reason));
        }
    }

    /// Ends the recording and reads it.
    Part<Pinned> read() throws IOException {
        if (failure.isPresent()) {
            return Part.missing(failure.get());
        }
        return switch (jvm.pinnedWaits(start)) {
            case Pinned pinned -> Part.of(pinned);
            case Unavailable missing -> Part.missing(missing.reason());
            default -> Part.missing("no record of pinned waits");
        };
    }
}
