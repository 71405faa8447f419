package dev.loombench.analysis.profile;

import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// The profile of one trial: the cost of a request, as it was measured, by the shares of the
/// samples. Of a service that is only observed, it is the cost of a second.
///
/// `cost of a frame = whole cost * weight of the stacks with the frame / weight of all`
///
/// @param block in which the trial ran
/// @param whole CPU time of the process by the kernel's account, ns, or allocated bytes by the
///   JVM's, per good response
/// @param samples taken
/// @param stacks without the frames that start a thread
record TrialProfile(
        int block,
        ProfiledCost cost,
        Profiler profiler,
        double whole,
        long samples,
        List<ProfiledStack> stacks) {

    /// The weights of a frame in one trial.
    ///
    /// @param inclusive of the stacks with the frame, each once
    /// @param self of those where it ran
    record Weight(long inclusive, long self) {
        Weight plus(Weight other) {
            return new Weight(inclusive + other.inclusive, self + other.self);
        }
    }

    TrialProfile {
        stacks = List.copyOf(stacks);
    }

    /// @return empty where it was not profiled, or the cost of a request is not known
    static Optional<TrialProfile> of(int block, Completed trial, ProfiledCost cost) {
        double responses = trial.load().counts().succeededInWindow();
        var total = total(trial, cost);
        if (responses <= 0 || total.isEmpty()) {
            return Optional.empty();
        }
        return trial.observations().stream()
                .filter(o -> o instanceof Profile profile && profile.cost() == cost)
                .map(Profile.class::cast)
                .findFirst()
                .flatMap(profile -> of(block, profile, total.getAsDouble() / responses));
    }

    /// @return empty without samples, and without a cost
    static Optional<TrialProfile> of(int block, Profile profile, double whole) {
        return profile.stacks().isEmpty() || !(whole > 0)
                ? Optional.empty()
                : Optional.of(
                        new TrialProfile(
                                block,
                                profile.cost(),
                                profile.profiler(),
                                whole,
                                profile.samples(),
                                profile.stacks().stream().map(TrialProfile::trimmed).toList()));
    }

    private static OptionalDouble total(Completed trial, ProfiledCost cost) {
        return TrialMetrics.growth(
                trial,
                switch (cost) {
                    case CPU -> MetricId.PROCESS_CPU;
                    case ALLOCATION -> MetricId.ALLOCATED;
                });
    }

    private static ProfiledStack trimmed(ProfiledStack stack) {
        return new ProfiledStack(ThreadEntry.trimmed(stack.frames()), stack.weight());
    }

    long weight() {
        return stacks.stream().mapToLong(ProfiledStack::weight).sum();
    }

    /// The weights of all frames.
    Map<String, Weight> weights() {
        var weights = new HashMap<String, Weight>();
        for (var stack : stacks) {
            for (var frame : new HashSet<>(stack.frames())) {
                weights.merge(frame, new Weight(stack.weight(), 0), Weight::plus);
            }
            weights.merge(stack.leaf(), new Weight(0, stack.weight()), Weight::plus);
        }
        return weights;
    }

    /// The cost per request that a weight stands for.
    double cost(long weight) {
        return whole * weight / weight();
    }

    /// The variance of such a cost that counting samples causes: `whole² * p * (1 - p) / n`.
    double samplingVariance(long weight) {
        double share = (double) weight / weight();
        return whole * whole * share * (1 - share) / samples;
    }
}
