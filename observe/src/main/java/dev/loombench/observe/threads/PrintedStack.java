package dev.loombench.observe.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The stack of a thread with its locks.
///
/// @param frames from the top, as in `java.lang.Thread.sleep(Thread.java:540)`; the deepest ones of
///   a very deep stack are omitted
/// @param awaited the lock that it waits for; empty where it waits for something else, as a
///   notification, a condition or a time
/// @param owned the locks that it holds, from the top, without a monitor that it has released to
///   wait for a notification. Locks of `java.util.concurrent.locks` are known where the JVM has
///   printed them (`Thread.print -l`)
/// @param result what it waits for that comes once, as the result of a `CompletableFuture`, or a
///   `CountDownLatch`: the address of an object, or its class and hash; empty where it waits for
///   something else, and before JDK 25 in a list
public record PrintedStack(
        List<String> frames,
        Optional<PrintedLock> awaited,
        List<PrintedLock> owned,
        Optional<String> result) {
    private static final String IN_ANOTHER_THREAD = ".<clinit>(in another thread)";

    public PrintedStack {
        frames = List.copyOf(frames);
        owned = List.copyOf(owned);
    }

    /// That of a thread that waits for no result.
    public PrintedStack(
            List<String> frames, Optional<PrintedLock> awaited, List<PrintedLock> owned) {
        this(frames, awaited, owned, Optional.empty());
    }

    /// The same with other locks that it holds.
    public PrintedStack withOwned(List<PrintedLock> locks) {
        return new PrintedStack(frames, awaited, locks, result);
    }

    /// The initialiser of the class that it waits for, as a frame: `Shop.<clinit>(in another
    /// thread)`.
    public Optional<String> initialiser() {
        return awaited.filter(lock -> lock.kind() == PrintedLock.Kind.INITIALISER)
                .map(lock -> lock.type() + IN_ANOTHER_THREAD);
    }

    /// Whether a frame is such an initialiser.
    public static boolean isInitialiser(String frame) {
        return frame.endsWith(IN_ANOTHER_THREAD);
    }

    /// The frames, below the initialiser of the class that it waits for, if it does.
    public List<String> framesWithInitialiser() {
        return initialiser()
                .map(frame -> {
                    var all = new ArrayList<String>();
                    all.add(frame);
                    all.addAll(frames);
                    return List.copyOf(all);
                })
                .orElse(frames);
    }
}
