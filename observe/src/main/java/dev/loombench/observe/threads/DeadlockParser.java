package dev.loombench.observe.threads;

import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint.DeadlockedThread;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Parser of the deadlocks that a JVM prints after its threads, a line at a time.
///
/// Each thread has three lines: its name, the lock that it waits for, and the name of that lock's
/// owner, which is the next thread, or the first.
final class DeadlockParser {
    private static final Pattern NAME = Pattern.compile("\"(.*)\":\\s*");
    private static final Pattern MONITOR =
            Pattern.compile(
                    "\\s*waiting to lock monitor \\S+ \\(object (0x[0-9a-f]+), a (.*)\\),?\\s*");
    private static final Pattern SYNCHRONIZER =
            Pattern.compile(
                    "\\s*waiting for ownable synchronizer (0x[0-9a-f]+), \\(a (.*)\\),?\\s*");

    /// More than the JVM finds, and threads of each.
    private static final int MOST = 1_000;

    private final List<List<DeadlockedThread>> cycles = new ArrayList<>();
    private List<DeadlockedThread> cycle = new ArrayList<>();
    private String name = "";

    /// Begins a deadlock.
    void begin() {
        cycle = new ArrayList<>();
        if (cycles.size() < MOST) {
            cycles.add(cycle);
        }
    }

    void line(String line) {
        if (line.startsWith("\"")) {
            var thread = NAME.matcher(line);
            name = thread.matches() ? thread.group(1) : name;
        } else if (line.contains("waiting ")) {
            lock(line);
        }
    }

    private void lock(String line) {
        var monitor = MONITOR.matcher(line);
        var synchronizer = SYNCHRONIZER.matcher(line);
        if (monitor.matches()) {
            add(Kind.MONITOR, monitor.group(1), monitor.group(2));
        } else if (synchronizer.matches()) {
            add(Kind.SYNCHRONIZER, synchronizer.group(1), synchronizer.group(2));
        }
    }

    private void add(Kind kind, String id, String type) {
        if (cycle.size() < MOST) {
            cycle.add(new DeadlockedThread(name, new PrintedLock(kind, id, type)));
        }
    }

    List<List<DeadlockedThread>> cycles() {
        return cycles;
    }
}
