package dev.loombench.run.trial;

import dev.loombench.result.TrialResult;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// A block whose servers are all alive at once: each is started and warmed up, then the load
/// alternates between them in short slices, and each of them rests while the others are measured.
///
/// So a disturbance of the machine affects all servers of the block alike, and cancels in their
/// ratio. Source: Bulej et al., *Duet Benchmarking: Improving Measurement Accuracy in the Cloud*
/// (ICPE 2020), which runs both programs at the same time; in turn, they do not disturb each other.
final class InterleavedBlock {
    private final Duration window;
    private final long seed;
    private final Function<TrialRequest, TrialStart> starts;

    /// @param window length of all slices of a server together
    /// @param seed of the run
    InterleavedBlock(Duration window, long seed, Function<TrialRequest, TrialStart> starts) {
        this.window = window;
        this.seed = seed;
        this.starts = starts;
    }

    /// @param requests the trials of one block
    /// @return their results, in the same order
    List<TrialResult> run(List<TrialRequest> requests) throws InterruptedException {
        var members = requests.stream().map(r -> new BlockMember(r, starts.apply(r))).toList();
        try {
            for (var member : members) {
                member.start();
                if (member.failed() && member.endsBlock()) {
                    members.forEach(BlockMember::abandon);
                    return members.stream().map(m -> m.result(members)).toList();
                }
            }
            var length = SliceLength.of(window, longestResponseTime(members));
            int block = requests.getFirst().trial().block();
            for (var round : SliceOrder.of(members, length.slices(), seed, block)) {
                for (var member : round) {
                    member.slice(length);
                }
            }
            for (var member : members) {
                member.observeAfterSlices(length);
            }
            for (var member : members) {
                member.measureUnloaded();
            }
            return members.stream().map(m -> m.result(members)).toList();
        } finally {
            members.forEach(BlockMember::close);
        }
    }

    private static Duration longestResponseTime(List<BlockMember> members) {
        return members.stream()
                .filter(m -> !m.failed())
                .map(BlockMember::responseTime)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }
}
