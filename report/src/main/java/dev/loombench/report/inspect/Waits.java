package dev.loombench.report.inspect;

import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;

/// Where threads wait, by the first call of the application.
final class Waits {
    /// How virtual threads are listed, among the figures.
    private static final String ONE_BY_ONE = ", listed one after another";

    /// The same in a sentence.
    private static final String MOMENTS =
            "The threads were listed one after another, which takes seconds where there are many: the counts are of no single moment, and may add up to more threads than there were.";

    private Waits() {}

    /// What follows `waiting`; empty where all are platform threads, which a JVM prints at one
    /// moment.
    static String listed(ThreadDump dump) {
        return dump.virtual() > 0 ? ONE_BY_ONE : "";
    }

    /// Of what the counts are; empty as above.
    static String note(ThreadDump dump) {
        return dump.virtual() > 0 ? MOMENTS : "";
    }

    /// Most threads first.
    static List<WaitLocation> of(ThreadDump dump) {
        return RequestWaits.of(dump, Integer.MAX_VALUE).locations();
    }
}
