package dev.loombench.observe.profile;

import dev.loombench.observe.jvm.ProfiledJvm;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.Profiler;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Flight Recorder's sampler of Java code, where async-profiler cannot be loaded.
///
/// A thread in native code has no such sample, and neither has the JVM itself. Of a stack with more
/// than 64 frames the outermost are missing. `jdk.CPUTimeSample`, which would sample CPU time, is
/// not used: JDK 25 may crash with it. Nor is `jdk.ObjectAllocationSample`: its weight is what a
/// thread, or a carrier, allocated since its previous sample, so that the first one of each has all
/// that was allocated before the recording.
record FlightRecorder(ProfiledJvm jvm) implements ProfileRecorder {
    private static final Map<String, String> SETTINGS =
            Map.of(
                    RecordedProfile.EXECUTION + "#enabled", "true",
                    RecordedProfile.EXECUTION + "#period", "10 ms");

    @Override
    public Profiler profiler() {
        return Profiler.FLIGHT_RECORDER;
    }

    @Override
    public Optional<Unavailable> limit() {
        return Optional.of(
                new Unavailable(
                        ProfileObserver.NAME,
                        StackWeights.subject(ProfiledCost.ALLOCATION),
                        "Flight Recorder's samples of allocations include those before the recording"));
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
