package dev.loombench.diagnose.evidence;

import dev.loombench.observe.file.content.Crash;
import dev.loombench.observe.file.content.LockWaits;
import java.util.List;

/// What only files show.
///
/// @param crashes of the JVM
/// @param lockWaits of the flight recordings
public record FileEvidence(List<Crash> crashes, List<LockWaits> lockWaits) {
    /// Of a JVM that is observed itself.
    public static final FileEvidence NONE = new FileEvidence(List.of(), List.of());

    public FileEvidence {
        crashes = List.copyOf(crashes);
        lockWaits = List.copyOf(lockWaits);
    }
}
