package dev.loombench.observe.profile;

import dev.loombench.observe.jvm.Recordings;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.Profiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/// The samples in a recording, in the format of Flight Recorder, which both profilers write.
final class RecordedProfile {
    static final String EXECUTION = "jdk.ExecutionSample";

    private static final String IN_BUFFER = "jdk.ObjectAllocationInNewTLAB";
    private static final String OUTSIDE_BUFFER = "jdk.ObjectAllocationOutsideTLAB";

    private RecordedProfile() {}

    /// @return for each cost a profile, or why there is none
    /// @throws IOException when the file is missing or damaged
    static List<Observation> read(Path recording, Profiler profiler) throws IOException {
        var names = new FrameName();
        var cpu = new StackWeights(ProfiledCost.CPU, names);
        var allocated = new StackWeights(ProfiledCost.ALLOCATION, names);
        Recordings.read(
                recording,
                events -> {
                    while (events.hasMoreEvents()) {
                        var event = events.readEvent();
                        switch (event.getEventType().getName()) {
                            case EXECUTION -> add(cpu, event, 1);
                            case IN_BUFFER -> add(allocated, event, event.getLong("tlabSize"));
                            case OUTSIDE_BUFFER ->
                                    add(allocated, event, event.getLong("allocationSize"));
                            default -> {} // no sample
                        }
                    }
                });
        return List.of(cpu.profile(profiler), allocated.profile(profiler));
    }

    private static void add(StackWeights weights, RecordedEvent event, long weight) {
        var stack = event.getStackTrace();
        if (stack != null) {
            weights.add(stack, weight);
        }
    }
}
