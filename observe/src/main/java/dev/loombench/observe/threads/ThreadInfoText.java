package dev.loombench.observe.threads;

import java.lang.Thread.State;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A thread as an application prints a `ThreadInfo`, a line at a time: by its `toString`, which has
/// the topmost 8 frames, as Dropwizard's `/threads` or as Tomcat's Manager does. They name a lock
/// by its class and identity hash code, and have no threads that run no Java code.
///
/// Sources: `java.lang.management.ThreadInfo` of JDK 8 to 25;
/// `com.codahale.metrics.jvm.ThreadDump`; `org.apache.tomcat.util.Diagnostics`.
final class ThreadInfoText {
    /// `"main" prio=5 Id=1 RUNNABLE`, before JDK 9 without a priority; `"main" id=1
    /// state=RUNNABLE`; `"main" Id=1 cpu=98765 ns usr=...`.
    private static final Pattern HEADER =
            Pattern.compile(
                    "\"(.*)\" (?:daemon )?(?:prio=\\d{1,3} )?[Ii]d=(\\d{1,18})"
                            + "(?: cpu=(-?\\d{1,18}) ns .*| (?:state=)?([A-Z_]{3,20})(?: .*)?)");

    private static final Pattern STATE =
            Pattern.compile("\\s+java\\.lang\\.Thread\\.State: ([A-Z_]+).*");

    private static final Pattern FRAME = Pattern.compile("\\s+at (\\S.*?)\\s*");
    private static final String OBJECT = "([^\\s()<>]{1,500}@[0-9a-f]{1,16})";

    private static final Pattern AWAITED =
            Pattern.compile("\\s+-  ?(?:blocked|waiting) on (?:\\(a )?" + OBJECT + "\\)?(?: .*)?");

    /// Of Dropwizard, before the frames, and followed by the same object as if it were locked.
    private static final Pattern AWAITED_HASH =
            Pattern.compile(
                    "\\s+- waiting (?:on|to lock) <0x0*([0-9a-f]{1,16})> \\(a ([^\\s()]{1,500})\\).*");

    private static final Pattern LOCKED =
            Pattern.compile("\\s+-  ?locked (?:\\(a )?" + OBJECT + "\\)?(?: .*)?");

    private static final Pattern SYNCHRONIZER =
            Pattern.compile("\\s+(?:- |locks )" + OBJECT + "\\s*");

    private final String name;
    private final long number;
    private final OptionalLong cpuNanos;
    private final ListedStack stack;
    private Optional<State> state;
    private String awaited = "";
    private boolean ownsSynchronizers;

    private ThreadInfoText(
            String name,
            long number,
            OptionalLong cpuNanos,
            Optional<State> state,
            SharedFrames known) {
        this.name = name;
        this.number = number;
        this.cpuNanos = cpuNanos;
        this.state = state;
        this.stack = new ListedStack(known);
    }

    /// The thread whose first line it is; empty for another line.
    ///
    /// @param known frames of other stacks, which equal ones of this share
    static Optional<ThreadInfoText> of(String line, SharedFrames known) {
        var header = HEADER.matcher(line);
        if (!header.matches()) {
            return Optional.empty();
        }
        var state = Optional.ofNullable(header.group(4)).flatMap(ThreadListJson::state);
        return header.group(3) == null && state.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ThreadInfoText(
                                header.group(1),
                                Long.parseLong(header.group(2)),
                                cpu(header.group(3)),
                                state,
                                known));
    }

    /// @param nanos -1 where the JVM does not know it
    private static OptionalLong cpu(@Nullable String nanos) {
        return nanos == null || nanos.startsWith("-")
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(nanos));
    }

    long number() {
        return number;
    }

    void line(String line) {
        int start = Indent.of(line);
        if (start > 0 && start < line.length()) {
            switch (line.charAt(start)) {
                case 'a' -> frame(line);
                case 'j' -> state(line);
                case '-', 'l' -> lock(line);
                default -> {
                    // of no meaning here
                }
            }
        }
    }

    private void frame(String line) {
        var frame = FRAME.matcher(line);
        if (frame.matches()) {
            stack.frame(frame.group(1));
        }
    }

    private void state(String line) {
        var stateLine = STATE.matcher(line);
        if (stateLine.matches()) {
            state = ThreadListJson.state(stateLine.group(1));
        }
    }

    private void lock(String line) {
        var waiting = AWAITED.matcher(line);
        var waitingHash = AWAITED_HASH.matcher(line);
        var locked = LOCKED.matcher(line);
        var synchronizer = SYNCHRONIZER.matcher(line);
        if (waiting.matches()) {
            awaited = waiting.group(1);
        } else if (waitingHash.matches()) {
            awaited = "%s@%s".formatted(waitingHash.group(2), waitingHash.group(1));
        } else if (locked.matches()) {
            stack.owns(Math.max(0, stack.depth()), locked.group(1));
        } else if (synchronizer.matches()) {
            ownsSynchronizers = true;
            stack.ownsSynchronizer(synchronizer.group(1));
        }
    }

    /// Whether it is one that starts with the JVM: a print that has it has all threads, and others
    /// are of some threads that an application has selected.
    boolean isOfJvm() {
        return name.equals("Reference Handler");
    }

    /// Whether it holds locks of `java.util.concurrent`, which are printed for all threads or none.
    boolean ownsSynchronizers() {
        return ownsSynchronizers;
    }

    PrintedThread build() {
        boolean blocked = state.filter(s -> s == State.BLOCKED).isPresent();
        if (!awaited.isEmpty()) {
            stack.waitsFor(awaited, blocked);
        }
        return new PrintedThread(
                name, number, 0, state, cpuNanos, stack.build(blocked), Optional.empty());
    }
}
