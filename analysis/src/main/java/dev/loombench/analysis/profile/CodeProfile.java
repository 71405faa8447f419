package dev.loombench.analysis.profile;

import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.Profiler;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which code of a variant costs, mean of its trials.
///
/// @param profilers of the trials; more than one where it could not be loaded into some
/// @param samples of all trials
/// @param per what the costs are of
/// @param whole the whole cost: CPU time, ns, or bytes
/// @param frames the most costly first, without those below a thousandth of the whole
/// @param tree of its calls
public record CodeProfile(
        String variant,
        ProfiledCost cost,
        List<Profiler> profilers,
        int trials,
        long samples,
        Per per,
        double whole,
        List<FrameCost> frames,
        CallTree tree) {
    private static final double SMALLEST_SHARE = 0.001;

    /// What a cost is of.
    public enum Per {
        /// A good response of a trial.
        REQUEST("request"),
        /// A second in which a service was observed.
        SECOND("second");

        private final String label;

        Per(String label) {
            this.label = label;
        }

        /// The stable name in files.
        public String label() {
            return label;
        }
    }

    public CodeProfile {
        profilers = List.copyOf(profilers);
        frames = List.copyOf(frames);
    }

    /// @param trials of the variant, at least one
    /// @param first those of the first variant; none where the variant is the first
    static CodeProfile of(String variant, List<TrialProfile> trials, List<TrialProfile> first) {
        return of(variant, trials, first, Per.REQUEST);
    }

    /// The profile of a service that was observed for a time.
    ///
    /// @param profile of the service
    /// @param perSecond its CPU time in ns, or its allocations in bytes
    /// @return empty without samples
    public static Optional<CodeProfile> ofSecond(
            String service, Profile profile, double perSecond) {
        return TrialProfile.of(1, profile, perSecond)
                .map(observed -> of(service, List.of(observed), List.of(), Per.SECOND));
    }

    private static CodeProfile of(
            String variant, List<TrialProfile> trials, List<TrialProfile> first, Per per) {
        double whole = trials.stream().mapToDouble(TrialProfile::whole).average().orElseThrow();
        return new CodeProfile(
                variant,
                trials.getFirst().cost(),
                trials.stream().map(TrialProfile::profiler).distinct().toList(),
                trials.size(),
                trials.stream().mapToLong(TrialProfile::samples).sum(),
                per,
                whole,
                frames(trials, whole),
                CallTree.of(trials, first));
    }

    /// Whether the samples of the CPU are of all threads of the process.
    public boolean wholeProcess() {
        return profilers.stream().allMatch(Profiler::wholeProcess);
    }

    /// Those with the highest cost of their own.
    public List<FrameCost> bySelf() {
        return frames.stream()
                .sorted(Comparator.comparingDouble(FrameCost::self).reversed())
                .toList();
    }

    private static List<FrameCost> frames(List<TrialProfile> trials, double whole) {
        var inclusive = new HashMap<String, Double>();
        var self = new HashMap<String, Double>();
        for (var trial : trials) {
            double perWeight = trial.cost(1) / trials.size();
            trial.weights()
                    .forEach((frame, weight) -> {
                        inclusive.merge(frame, weight.inclusive() * perWeight, Double::sum);
                        self.merge(frame, weight.self() * perWeight, Double::sum);
                    });
        }
        return inclusive.keySet().stream()
                .map(frame -> frame(frame, inclusive, self, whole))
                .filter(cost -> cost.share() >= SMALLEST_SHARE)
                .sorted(
                        Comparator.comparingDouble(FrameCost::inclusive)
                                .reversed()
                                .thenComparing(FrameCost::frame))
                .toList();
    }

    private static FrameCost frame(
            String frame, Map<String, Double> inclusive, Map<String, Double> self, double whole) {
        double cost = inclusive.getOrDefault(frame, 0.0);
        return new FrameCost(frame, cost, self.getOrDefault(frame, 0.0), cost / whole);
    }
}
