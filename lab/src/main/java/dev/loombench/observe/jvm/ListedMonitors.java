package dev.loombench.observe.jvm;

import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedStack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The threads that hold or await a monitor in the thread list that a JVM writes as JSON; none
/// before JDK 25, which does not list monitors.
final class ListedMonitors {
    /// More than wait for one another.
    private static final int MOST_THREADS = 10_000;

    private ListedMonitors() {}

    /// @throws IOException when the file cannot be read
    /// @throws tools.jackson.core.JacksonException when it is not JSON
    static List<ListedThread> read(Path file) throws IOException {
        var threads = new ArrayList<ListedThread>();
        ThreadDumpFile.forEach(
                file,
                thread -> {
                    if (threads.size() < MOST_THREADS) {
                        listed(thread).ifPresent(threads::add);
                    }
                });
        return List.copyOf(threads);
    }

    private static Optional<ListedThread> listed(JsonNode thread) {
        var awaited = monitor(thread.path("blockedOn"));
        var released = new HashSet<>(awaited.stream().toList());
        monitor(thread.path("waitingOn")).ifPresent(released::add);
        var owned = owned(thread, released);
        var frames = new ArrayList<String>();
        for (var frame : thread.path("stack")) {
            frames.add(ThreadDumpFile.withoutModule(frame.asString()));
        }
        if (frames.isEmpty() || (awaited.isEmpty() && owned.isEmpty())) {
            return Optional.empty();
        }
        boolean virtual = thread.path("virtual").asBoolean(false);
        return Optional.of(
                new ListedThread(
                        thread.path("name").asString(""),
                        thread.path("tid").asLong(0),
                        virtual,
                        virtual ? Optional.empty() : state(thread.path("state").asString("")),
                        new PrintedStack(frames, awaited, owned)));
    }

    /// @param released a thread that waits for a notification has released the monitor, which is
    ///   listed as if it owned it
    private static List<PrintedLock> owned(JsonNode thread, Set<PrintedLock> released) {
        var owned = new ArrayList<PrintedLock>();
        for (var depth : thread.path("monitorsOwned")) {
            for (var lock : depth.path("locks")) {
                monitor(lock).filter(m -> !released.contains(m)).ifPresent(owned::add);
            }
        }
        return owned;
    }

    /// Empty where there is none, and for an object that the JVM has removed from the code.
    private static Optional<PrintedLock> monitor(JsonNode identity) {
        return Optional.of(identity.asString(""))
                .filter(text -> text.contains("@"))
                .map(PrintedLock::monitor);
    }

    private static Optional<Thread.State> state(String name) {
        return Stream.of(Thread.State.values()).filter(s -> s.name().equals(name)).findFirst();
    }
}
