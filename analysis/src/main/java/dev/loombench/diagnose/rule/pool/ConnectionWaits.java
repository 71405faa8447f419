package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.result.Observation.ThreadDump;
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

    /// The [lasting][ThreadHistory#lastingQueues] waits for each library: see `LockQueues`.
    static Map<PoolLibrary, List<WaitLocation>> lasting(ThreadHistory history) {
        return history.lastingQueues(
                moment -> of(moment.dump()).values().stream(),
                WaitLocation::count,
                wait -> wait.library().orElseThrow());
    }
}
