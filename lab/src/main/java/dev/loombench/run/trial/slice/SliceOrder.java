package dev.loombench.run.trial.slice;

import dev.loombench.base.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The order in which servers have their slices: in each round every server once, shuffled; each
/// second round in the reverse order of the one before, so that all have the same mean position and
/// a linear drift of the machine affects them equally.
public final class SliceOrder {
    private SliceOrder() {}

    /// @param servers of the block
    /// @param rounds slices of each server
    /// @param seed of the run
    /// @param block number of the block
    /// @return the servers of each round in order
    public static <T> List<List<T>> of(List<T> servers, int rounds, long seed, int block) {
        var random = RandomStream.SLICE_ORDER.random(seed, block);
        var order = new ArrayList<List<T>>();
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 1) {
                order.add(order.getLast().reversed());
            } else {
                var shuffled = new ArrayList<>(servers);
                Collections.shuffle(shuffled, random);
                order.add(shuffled);
            }
        }
        return order;
    }
}
