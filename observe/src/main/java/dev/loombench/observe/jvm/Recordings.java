package dev.loombench.observe.jvm;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;

/// Reads flight recordings, which may be damaged: the JVM that writes one can end meanwhile.
public final class Recordings {
    private Recordings() {}

    /// Takes what it needs of a recording.
    @FunctionalInterface
    public interface Reading {
        void of(RecordingFile events) throws IOException;
    }

    /// @throws IOException when the file is missing or damaged, which makes the JDK's reader fail
    ///   in any way, with an `InternalError` too
    @SuppressWarnings("CatchingUnchecked")
    public static void read(Path recording, Reading reading) throws IOException {
        try (var events = new RecordingFile(recording)) {
            reading.of(events);
        } catch (RuntimeException | VirtualMachineError e) {
            throw new IOException(e.toString(), e);
        }
    }
}
