package dev.loombench.analysis.profile;

import dev.loombench.stats.FalseDiscovery;
import java.util.List;
import java.util.Optional;

/// The comparison of two variants' profiles, frame by frame.
///
/// 1. For each process, the cost per request of each frame with what it calls is the cost of a
///    request times the share of its samples; differences are taken within blocks.
/// 2. Frames below 0.5 % of the cost of a request in the mean of both variants are left out. That
///    does not depend on their difference, so that the tests of the others stay valid (Bourgon,
///    Gentleman and Huber, *Independent filtering increases detection power for high-throughput
///    experiments*, 2010). Frames that occur in the same samples are one hypothesis.
/// 3. Student's t tests the mean of each difference, whose variance is at least that of counting
///    samples; the false-discovery rate is controlled over all of them.
/// 4. Those that differ are reduced to the ones that explain the differences ([MarkedFrames]). The
///    rate is that of all before; among the ones that are left, more may be false (Katsevich,
///    Sabatti and Bogomolov, *Filtering the Rejection Set While Preserving False Discovery Rate
///    Control*, 2023).
final class FrameComparison {
    private static final double SMALLEST_SHARE = 0.005;

    private FrameComparison() {}

    /// @param first the first variant, and `ofFirst` its trials
    /// @param level of the interval of the whole cost; 1 - level is the false-discovery rate
    /// @return empty with too few blocks in which both were profiled
    static Optional<CodeDifference> of(
            String variant,
            List<TrialProfile> trials,
            String first,
            List<TrialProfile> ofFirst,
            double level) {
        var processes = Processes.of(trials, ofFirst);
        return processes.blocks() < CodeDifference.FEWEST_BLOCKS
                ? Optional.empty()
                : Optional.of(compared(processes, variant, first, level));
    }

    private static CodeDifference compared(
            Processes processes, String variant, String first, double level) {
        var depths = FrameDepths.of(processes.profiles());
        var groups = FrameGroup.of(processes, depths, SMALLEST_SHARE);
        var tests = groups.stream().mapToDouble(g -> g.difference().pValue()).toArray();
        var discovery = FalseDiscovery.of(tests, 1 - level);
        var marked =
                groups.stream().filter(g -> discovery.rejects(g.difference().pValue())).toList();
        return new CodeDifference(
                variant,
                first,
                processes.profiles().getFirst().cost(),
                processes.blocks(),
                processes.wholeDifference().interval(level),
                groups.size(),
                discovery.level(),
                MarkedFrames.reported(processes, depths, marked, discovery.level()));
    }
}
