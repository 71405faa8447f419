package dev.loombench.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import jdk.jfr.Recording;

/// A recording of Flight Recorder (module `jdk.jfr`, which a runtime may lack).
final class FlightRecording implements AutoCloseable {
    private final Recording recording;

    private FlightRecording(Recording recording) {
        this.recording = recording;
    }

    /// @param settings `KEY=VALUE`, as in `jdk.VirtualThreadPinned#threshold=1 ms`
    static FlightRecording start(String... settings) {
        var all = new HashMap<String, String>();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        var recording = new Recording();
        recording.setSettings(all);
        recording.start();
        return new FlightRecording(recording);
    }

    void dump(String file) throws IOException {
        recording.stop();
        recording.dump(Path.of(file));
    }

    @Override
    public void close() {
        recording.close();
    }
}
