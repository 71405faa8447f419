package dev.loombench.agent;

import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.record.MergedIntervals;
import dev.loombench.load.result.LoadResult.Second;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The seconds of a window that have arrived from each agent. For one thread.
final class ArrivedSeconds {
    private final long start;

    /// [agents] those of each.
    private final List<MergedIntervals> arrived;

    /// @param start of the window, on the controller's clock
    ArrivedSeconds(int agents, long start) {
        this.start = start;
        arrived = IntStream.range(0, agents).mapToObj(_ -> new MergedIntervals()).toList();
    }

    /// @param agent its index, from 0
    void add(int agent, CompressedInterval second) {
        arrived.get(agent).add(second, start);
    }

    /// One interval per second, of some agents. The seconds of a lost agent are in it as little as
    /// its counts, which have not arrived: percentiles and counts are then those of the same
    /// requests.
    ///
    /// @param included whether the agent of an index is one of them
    List<Second> merged(IntPredicate included) {
        var all = new MergedIntervals();
        IntStream.range(0, arrived.size())
                .filter(included)
                .forEach(agent -> all.addAll(arrived.get(agent)));
        return all.merged();
    }
}
