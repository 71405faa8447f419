package dev.loombench.load;

import dev.loombench.load.worker.WorkerShard;
import java.util.List;
import java.util.stream.IntStream;

/// The share of one process in a load: consecutive workers of all. The shares of all processes
/// together are the load that one process would drive with as many workers.
///
/// @param firstWorker index of its first worker among all, from 0
/// @param allWorkers number of workers of the whole load
public record LoadShare(int firstWorker, int allWorkers) {
    public LoadShare {
        if (firstWorker < 0 || firstWorker >= allWorkers) {
            throw new IllegalArgumentException(
                    "no worker %d of %d".formatted(firstWorker, allWorkers));
        }
    }

    /// The share of a process that drives the whole load.
    public static LoadShare whole(LoadSettings settings) {
        return new LoadShare(0, settings.threads());
    }

    /// The positions of the workers of this process; empty where there are fewer connections.
    ///
    /// @param connections that the whole load opens
    List<WorkerShard> shards(int connections, int threads) {
        int used = Math.min(allWorkers, connections);
        return IntStream.range(firstWorker, Math.min(firstWorker + threads, used))
                .mapToObj(worker -> new WorkerShard(worker, used, connections))
                .toList();
    }
}
