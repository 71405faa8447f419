package dev.loombench.observe.result;

import java.util.List;

/// A lock that several listed threads wait for.
///
/// @param name in words, as in `the monitor of a java.util.Hashtable`
/// @param waiting threads
/// @param frames of one that waits, from the top; the deepest ones are omitted
/// @param owner as in `virtual thread #71`; empty where no listed thread is known to hold it
/// @param ownerFrames of the owner, likewise; none where it is not known
public record AwaitedLock(
        String name, int waiting, List<String> frames, String owner, List<String> ownerFrames) {
    public AwaitedLock {
        if (waiting < 1) {
            throw new IllegalArgumentException(
                    "a lock that %d threads wait for".formatted(waiting));
        }
        frames = List.copyOf(frames);
        ownerFrames = List.copyOf(ownerFrames);
    }
}
