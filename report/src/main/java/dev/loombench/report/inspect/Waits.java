package dev.loombench.report.inspect;

import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;

/// Where threads wait, by the first call of the application.
final class Waits {
    private Waits() {}

    /// Most threads first.
    static List<WaitLocation> of(ThreadDump dump) {
        return RequestWaits.of(dump, Integer.MAX_VALUE).locations();
    }
}
