package dev.loombench.observe.profile;

import dev.loombench.observe.jvm.RecordedPins;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedStackTrace;

/// The samples of one cost, those with equal stacks added up.
final class StackWeights {
    private final ProfiledCost cost;
    private final FrameName names;
    private final Map<List<String>, Long> weights = new HashMap<>();
    private long samples;

    /// @param names shared by all costs of a recording
    StackWeights(ProfiledCost cost, FrameName names) {
        this.cost = cost;
        this.names = names;
    }

    /// @param weight 0 or more
    void add(RecordedStackTrace stack, long weight) {
        var frames = frames(stack);
        if (weight > 0 && !frames.isEmpty()) {
            samples++;
            weights.merge(frames, weight, Long::sum);
        }
    }

    private List<String> frames(RecordedStackTrace stack) {
        var recorded = stack.getFrames(); // from that which ran
        var frames = new ArrayList<String>(recorded.size());
        for (int i = recorded.size() - 1; i >= 0; i--) {
            var method = recorded.get(i).getMethod();
            frames.add(names.of(RecordedPins.type(method), method.getName()));
        }
        return frames;
    }

    /// The profile, or why there is none.
    Observation profile(Profiler profiler) {
        return samples == 0
                ? new Unavailable(
                        ProfileObserver.NAME,
                        subject(cost),
                        "%s took no sample".formatted(profiler.label()))
                : new Profile(ProfileObserver.NAME, cost, profiler, samples, stacks());
    }

    /// The subject that is unavailable without a profile of a cost.
    static String subject(ProfiledCost cost) {
        return "%s of %s".formatted(Profile.SUBJECT, cost.label());
    }

    private List<ProfiledStack> stacks() {
        return weights.entrySet().stream()
                .map(e -> new ProfiledStack(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingLong(ProfiledStack::weight).reversed())
                .toList();
    }
}
