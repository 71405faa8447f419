package dev.loombench.report.inspect;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /// Threads by the names of their calls, most first: the lambdas of a method have one name.
    ///
    /// @param most locations, those with most threads
    static List<Map.Entry<String, Integer>> named(ThreadDump dump, int most) {
        var named = new LinkedHashMap<String, Integer>();
        of(dump).stream()
                .limit(most)
                .forEach(wait -> named.merge(name(wait, dump), wait.count(), Integer::sum));
        return named.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .toList();
    }

    /// The call of a location with the most frequent of its callers, as a small method may have
    /// many: `shop.Waits.sleep called by shop.Orders.load and 2 others`.
    private static String name(WaitLocation location, ThreadDump dump) {
        var callers = new LinkedHashMap<String, Integer>();
        for (var group : dump.groups()) {
            caller(location, group)
                    .ifPresent(caller -> callers.merge(caller, group.count(), Integer::sum));
        }
        int others = callers.size() - 1;
        return StackFrames.withoutLambda(location.call())
                + callers.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(caller -> AppCalls.CALLED_BY + caller.getKey())
                        .orElse("")
                + (others > 0 ? " and " + counted(others, "other") : "");
    }

    private static Optional<String> caller(WaitLocation location, StackGroup group) {
        return Optional.of(group)
                .filter(g -> g.kind() == location.threads())
                .filter(g ->
                        RequestWaits.callOf(g.frames()).filter(location.call()::equals).isPresent())
                .flatMap(g -> AppCalls.callerOf(location.call(), g.frames()));
    }
}
