package dev.loombench.observe.result;

import java.time.Instant;
import java.util.Optional;

/// A JVM of this machine.
///
/// @param program what it runs, as in `shop.jar`; empty where that is not known
/// @param java its runtime; empty where its home is not readable
/// @param refusal why it cannot be attached to; empty where nothing is against it
public record RunningJvm(
        long pid,
        String program,
        Optional<JavaRuntime> java,
        Optional<Instant> started,
        Optional<String> refusal) {}
