package dev.loombench.observe.profile;

import dev.loombench.observe.jvm.ProfiledJvm;
import dev.loombench.observe.result.Profiler;
import java.io.IOException;
import java.util.Map;

/// Flight Recorder's samplers of Java code and of allocations, where async-profiler cannot be loaded.
///
/// A thread in native code has no such sample, and neither has the JVM itself. Of a stack with more
/// than 64 frames the outermost are missing. `jdk.CPUTimeSample`, which would sample CPU time, is
/// not used: JDK 25 may crash with it.
record FlightRecorder(ProfiledJvm jvm) implements ProfileRecorder {
    private static final Map<String, String> SETTINGS =
            Map.of(
                    RecordedProfile.EXECUTION + "#enabled", "true",
                    RecordedProfile.EXECUTION + "#period", "10 ms",
                    RecordedProfile.ALLOCATION + "#enabled", "true",
                    RecordedProfile.ALLOCATION + "#stackTrace", "true",
                    RecordedProfile.ALLOCATION + "#throttle", "300/s");

    @Override
    public Profiler profiler() {
        return Profiler.FLIGHT_RECORDER;
    }

    @Override
    public void start() throws IOException {
        jvm.record(SETTINGS);
    }

    @Override
    public void stop() throws IOException {
        jvm.stopRecording(RECORDING);
    }
}
