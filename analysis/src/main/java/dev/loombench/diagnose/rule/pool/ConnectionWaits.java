package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where threads wait for a connection of a pool, by its library.
final class ConnectionWaits {
    private ConnectionWaits() {}

    /// The largest wait for each library.
    static Map<PoolLibrary, WaitLocation> of(ThreadDump dump) {
        var waits = new LinkedHashMap<PoolLibrary, WaitLocation>();
        for (var location : RequestWaits.of(dump, Integer.MAX_VALUE).locations()) {
            location.library().ifPresent(library -> waits.putIfAbsent(library, location));
        }
        return waits;
    }

    /// The waits for each library at those moments at which they are [ThreadHistory#fewestWaiting]
    /// threads or more, where these are most: see `LockQueues`.
    static Map<PoolLibrary, List<WaitLocation>> lasting(ThreadHistory history) {
        var all = new LinkedHashMap<PoolLibrary, List<WaitLocation>>();
        for (var moment : history.moments()) {
            of(moment.dump())
                    .forEach((library, wait) -> {
                        if (wait.count() >= history.fewestWaiting()) {
                            all.computeIfAbsent(library, _ -> new ArrayList<>()).add(wait);
                        }
                    });
        }
        all.values().removeIf(waits -> !history.isLastingQueue(waits.size()));
        return all;
    }
}
