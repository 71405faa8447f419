package dev.loombench.analysis.profile;

import dev.loombench.observe.result.ProfiledStack;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The mean number of callers of each frame, by weight.
final class FrameDepths {
    private final Map<String, Sum> sums = new HashMap<>();

    private record Sum(double depth, double weight) {
        Sum plus(Sum other) {
            return new Sum(depth + other.depth, weight + other.weight);
        }
    }

    private FrameDepths() {}

    static FrameDepths of(List<TrialProfile> profiles) {
        var depths = new FrameDepths();
        profiles.forEach(profile -> profile.stacks().forEach(depths::add));
        return depths;
    }

    private void add(ProfiledStack stack) {
        double weight = stack.weight();
        for (int i = 0; i < stack.frames().size(); i++) {
            sums.merge(stack.frames().get(i), new Sum(i * weight, weight), Sum::plus);
        }
    }

    /// 0 for a frame that is in no stack.
    double of(String frame) {
        var sum = sums.get(frame);
        return sum == null ? 0 : sum.depth / sum.weight;
    }
}
