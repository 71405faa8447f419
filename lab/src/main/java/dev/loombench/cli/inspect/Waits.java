package dev.loombench.cli.inspect;

import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.StackGroup.ThreadKind;
import java.util.List;

/// Where virtual threads wait, by the first call of the application.
final class Waits {
    private Waits() {}

    /// Most threads first.
    static List<WaitLocation> of(ThreadDump dump) {
        return RequestWaits.of(dump, Integer.MAX_VALUE).locations().stream()
                .filter(location -> location.threads() == ThreadKind.VIRTUAL)
                .toList();
    }
}
