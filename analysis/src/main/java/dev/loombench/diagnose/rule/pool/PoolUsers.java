package dev.loombench.diagnose.rule.pool;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The threads at one moment that wait for a connection of a pool, and those in a call of one.
///
/// A thread that has a connection and calls something else meanwhile is in neither.
///
/// @param waiting stacks of the first
/// @param using stacks of the second, in a call of the application
record PoolUsers(List<StackGroup> waiting, List<StackGroup> using) {
    static final PoolUsers NONE = new PoolUsers(List.of(), List.of());

    PoolUsers {
        waiting = List.copyOf(waiting);
        using = List.copyOf(using);
    }

    /// Of the list of all threads or the last printed ones, whichever has more that wait.
    static PoolUsers of(PoolLibrary library, Evidence evidence) {
        return Stream.concat(
                        evidence.threads().value().stream(),
                        evidence.printed().value().stream().map(h -> h.last().dump()))
                .map(dump -> of(library, dump))
                .max(Comparator.comparingInt(users -> count(users.waiting)))
                .orElse(NONE);
    }

    private static PoolUsers of(PoolLibrary library, ThreadDump dump) {
        return new PoolUsers(
                dump.groups().stream().filter(group -> isFor(library, group)).toList(),
                dump.groups().stream()
                        .filter(group -> RequestWaits.pool(group.frames()).isEmpty())
                        .filter(group -> group.frames().stream().anyMatch(library::contains))
                        .filter(group -> !AppCalls.callers(List.of(group)).isEmpty())
                        .toList());
    }

    private static boolean isFor(PoolLibrary library, StackGroup group) {
        return RequestWaits.pool(group.frames()).filter(library::equals).isPresent();
    }

    private static int count(List<StackGroup> groups) {
        return groups.stream().mapToInt(StackGroup::count).sum();
    }

    /// Whether threads are seen to wait.
    boolean areWaiting() {
        return !waiting.isEmpty();
    }

    /// The application's calls that wait, then those that use a connection.
    List<String> calls() {
        return Stream.of(waiting, using)
                .flatMap(groups -> AppCalls.callers(groups).stream())
                .distinct()
                .toList();
    }

    /// `2 threads use its connections, most in Shop.pay(Shop.java:40)`; empty where none was seen.
    Optional<String> describe() {
        return AppCalls.callers(using).stream()
                .findFirst()
                .map(call -> {
                    int count = count(using);
                    return "%s %s %s in %s"
                            .formatted(
                                    counted(count, "thread"),
                                    count == 1 ? "uses" : "use",
                                    count == 1 ? "a connection" : "its connections, most",
                                    call);
                });
    }
}
