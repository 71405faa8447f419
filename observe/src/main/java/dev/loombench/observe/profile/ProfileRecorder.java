package dev.loombench.observe.profile;

import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.Profiler;
import java.io.IOException;
import java.util.Optional;

/// A profiler that is ready in a JVM. It can be started and stopped several times; each recording
/// replaces the one before.
interface ProfileRecorder {
    /// The file of the recording in the folder of the JVM.
    String RECORDING = "profile.jfr";

    Profiler profiler();

    /// What it cannot sample in this JVM; empty where it samples everything.
    default Optional<Unavailable> limit() {
        return Optional.empty();
    }

    /// @throws IOException when it cannot start, with the reason
    void start() throws IOException;

    /// Ends the recording, whose file is then complete.
    void stop() throws IOException;
}
