package dev.loombench.diagnose.evidence;

import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedThread;
import java.lang.Thread.State;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The carriers at one moment by the virtual threads on them, as a list of all threads shows them
/// (JDK 25), or a print of the threads (JDK 24).
///
/// A thread that waits usually has no carrier. One that waits and has one keeps it: it is pinned. A
/// carrier may also wait for a lock in the scheduler's own code.
///
/// @param carriers existing ones
/// @param waiting virtual threads that wait on one, and carriers that wait for a lock themselves
/// @param queued virtual threads that are ready to run, and wait for one; empty where that is not
///   shown, as in a print
public record HeldCarriers(int carriers, List<LiveThread> waiting, OptionalInt queued) {
    /// Waits on a carrier.
    private static final List<String> WAITS =
            List.of(
                    "java.lang.VirtualThread.parkOnCarrierThread(",
                    "java.lang.Object.wait(",
                    "java.lang.Object.wait0(");

    private static final String LOAD_CLASS = "java.lang.ClassLoader.loadClass(";

    /// The wait is one of the topmost frames.
    private static final int TOP = 3;

    public HeldCarriers {
        waiting = List.copyOf(waiting);
    }

    /// @param carriers existing ones
    /// @param threads of a list of all threads
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
                        waiting,
                        OptionalInt.of(
                                (int) threads.stream().filter(ListedThread::isQueued).count())));
    }

    /// @param workers the printed carriers
    /// @return empty where none has a virtual thread whose stack is shown, or waits for a lock
    public static Optional<HeldCarriers> of(List<PrintedThread> workers) {
        var mounted = workers.stream().flatMap(w -> LiveThread.carriedBy(w).stream()).toList();
        var loading =
                mounted.stream()
                        .flatMap(thread -> loading(thread.frames()).stream())
                        .collect(Collectors.toSet());
        var kept =
                mounted.stream()
                        .filter(t -> waits(t) || loading.contains(t.frames().getFirst()))
                        .toList();
        var own = workers.stream().flatMap(worker -> waiting(worker).stream()).toList();
        return mounted.isEmpty() && own.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new HeldCarriers(
                                workers.size(),
                                Stream.concat(kept.stream(), own.stream()).toList(),
                                OptionalInt.empty()));
    }

    /// A carrier that waits for a lock by its own stack; an idle one waits for none. The JVM prints
    /// there, too, that the virtual thread waits for the initialiser of a class.
    private static Optional<LiveThread> waiting(PrintedThread worker) {
        boolean waits =
                worker.stack()
                        .awaited()
                        .filter(lock ->
                                lock.kind() != Kind.INITIALISER || worker.carried().isEmpty())
                        .isPresent();
        return waits && !worker.stack().frames().isEmpty() && LiveThread.carriedBy(worker).isEmpty()
                ? Optional.of(
                        new LiveThread(
                                worker.name(),
                                worker.number(),
                                false,
                                worker.state(),
                                worker.cpuNanos(),
                                worker.stack()))
                : Optional.empty();
    }

    /// Whether all of them wait in the scheduler's own code.
    public boolean areInOwnCode() {
        return waiting.stream().noneMatch(LiveThread::virtual);
    }

    /// The call in which a class is loaded, below the class loaders. A thread that has it on top
    /// waits within the JVM for the same class, of which a print shows nothing.
    private static Optional<String> loading(List<String> frames) {
        for (int i = frames.size() - 2; i >= 0; i--) {
            if (frames.get(i).startsWith(LOAD_CLASS)) {
                return Optional.of(frames.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /// Whether a thread waits for a class that another one loads.
    public boolean awaitsClass(LiveThread thread) {
        return waiting.stream()
                .flatMap(other -> loading(other.frames()).stream())
                .anyMatch(thread.frames().getFirst()::equals);
    }

    private static boolean waits(LiveThread thread) {
        return thread.stack().awaited().isPresent()
                || thread.frames().stream()
                        .limit(TOP)
                        .anyMatch(frame -> WAITS.stream().anyMatch(frame::startsWith));
    }

    /// The carriers at the last of some moments, where at each of them all were kept by threads
    /// that wait; else empty.
    public static Optional<HeldCarriers> lasting(List<Optional<HeldCarriers>> moments) {
        boolean all =
                moments.stream().allMatch(m -> m.filter(HeldCarriers::areAllHeld).isPresent());
        return all && !moments.isEmpty() ? moments.getLast() : Optional.empty();
    }

    private boolean areAllHeld() {
        return waiting.size() >= carriers;
    }
}
