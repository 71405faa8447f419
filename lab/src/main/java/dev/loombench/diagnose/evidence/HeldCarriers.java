package dev.loombench.diagnose.evidence;

import dev.loombench.observe.threads.ListedThread;
import java.lang.Thread.State;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The carriers at one moment by the states of the virtual threads on them, as a list of all
/// threads shows them (JDK 25).
///
/// A thread that waits usually has no carrier. One that waits and has one keeps it: it is pinned.
///
/// @param carriers existing ones
/// @param running virtual threads that run on one
/// @param waiting virtual threads that wait on one
/// @param queued virtual threads that are ready to run, and wait for one
public record HeldCarriers(int carriers, int running, List<LiveThread> waiting, int queued) {
    public HeldCarriers {
        waiting = List.copyOf(waiting);
    }

    /// @param carriers existing ones
    /// @return empty where the list does not show carriers: before JDK 25, and as text
    public static Optional<HeldCarriers> of(int carriers, Collection<ListedThread> threads) {
        var mounted = threads.stream().filter(t -> t.carrier().isPresent()).toList();
        if (mounted.isEmpty()) {
            return Optional.empty();
        }
        var waiting =
                mounted.stream()
                        .filter(t -> t.state().filter(s -> s != State.RUNNABLE).isPresent())
                        .flatMap(t -> LiveThread.of(t).stream())
                        .toList();
        return Optional.of(
                new HeldCarriers(
                        Math.max(carriers, mounted.size()),
                        mounted.size() - waiting.size(),
                        waiting,
                        (int) threads.stream().filter(ListedThread::isQueued).count()));
    }

    /// Whether all carriers are kept by threads that wait.
    public boolean areAllHeld() {
        return waiting.size() >= carriers;
    }
}
