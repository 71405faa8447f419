package dev.loombench.observe.threads;

import dev.loombench.observe.threads.PrintedLock.Kind;
import java.lang.Thread.State;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// A thread in a list of all threads (`Thread.dump_to_file`), platform or virtual.
///
/// @param number `Thread.threadId()`
/// @param name empty where it has none
/// @param virtual as the list says (JDK 25), or by the root of its stack; a thread without a stack,
///   as one that runs on JDK 21, counts as virtual where it has no name
/// @param state empty before JDK 25
/// @param carrier number of the carrier of a virtual thread that has one; empty before JDK 25
/// @param blocker number of the thread that owns the lock of `java.util.concurrent` that it awaits;
///   empty before JDK 26
/// @param listed when it was listed; empty before JDK 25, and of a list as text
/// @param stack without frames for a thread that has not begun, and before JDK 25 for one that runs
public record ListedThread(
        long number,
        String name,
        boolean virtual,
        Optional<State> state,
        OptionalLong carrier,
        OptionalLong blocker,
        Optional<Instant> listed,
        PrintedStack stack) {
    /// The same with the owner of the lock of `java.util.concurrent` that it awaits, where it
    /// awaits one and does not name that.
    public ListedThread withBlocker(long owner) {
        boolean lacks =
                blocker.isEmpty()
                        && stack.awaited().filter(l -> l.kind() == Kind.SYNCHRONIZER).isPresent();
        return lacks
                ? new ListedThread(
                        number,
                        name,
                        virtual,
                        state,
                        carrier,
                        OptionalLong.of(owner),
                        listed,
                        stack)
                : this;
    }

    /// Whether it holds or awaits a monitor, or initialises a class. Unknown before JDK 25, and
    /// then false.
    public boolean usesMonitors() {
        return !stack.owned().isEmpty()
                || stack.awaited().filter(lock -> lock.kind() == Kind.MONITOR).isPresent();
    }

    /// The same, or whether it awaits a lock of `java.util.concurrent`.
    public boolean usesLocks() {
        return usesMonitors() || stack.awaited().isPresent() || blocker.isPresent();
    }

    /// Whether it is a virtual thread that may wait: it has a stack, and its state is another one
    /// than that of a thread that runs or is ready to. Before JDK 25 no state is known.
    public boolean mayWait() {
        return virtual
                && !stack.frames().isEmpty()
                && state.filter(s -> s == State.RUNNABLE).isEmpty();
    }

    /// Whether it is ready to run and waits for a carrier. Unknown before JDK 25, and then false.
    public boolean isQueued() {
        return virtual && carrier.isEmpty() && state.filter(s -> s == State.RUNNABLE).isPresent();
    }
}
