package dev.loombench.observe.threads;

import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parser of a [PrintedStack], a line at a time: frames, and below each frame its locks.
///
/// Spring Boot's endpoint prints the same with `owned by "orders-1" t@24` behind a lock that
/// another thread holds, and words a wait for a lock of `java.util.concurrent` as one for a
/// monitor.
///
/// A thread that waits for a notification is printed with the monitor that it has released as if it
/// were locked. Its object is named at the wait, or is that of the first monitor below.
final class StackParser {
    /// More than the frames of a deep stack: those of the runtime that serves a request are the
    /// deepest.
    private static final int MOST_FRAMES = 256;

    /// More than a thread holds.
    private static final int MOST_LOCKS = 1_000;

    private static final String FRAME = "at ";
    private static final String DETAIL = "- ";
    private static final Pattern MODULE = Pattern.compile("^[\\w.]+(@[^/]*)?/");

    private static final Pattern LOCK =
            Pattern.compile(
                    "\\s*- (locked|waiting to lock|waiting to re-lock in wait\\(\\)|waiting on"
                            + "|parking to wait for)\\s+<((?:0x)?[0-9a-f]+)> \\(a ([^)]*)\\).*");

    private static final Pattern UNKNOWN_OBJECT =
            Pattern.compile("\\s*- waiting (on|to re-lock in wait\\(\\)) <no object .*>\\s*");

    private static final Pattern INITIALISED =
            Pattern.compile("\\s*- waiting on the Class initialization monitor for (\\S+)\\s*");

    /// What a thread parks for at most once.
    private static final Pattern RESULT =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.(CountDownLatch\\$Sync|CompletableFuture\\$Signaller|FutureTask)");

    private static final String RELOCK = "waiting to re-lock in wait()";
    private static final String INITIALISER = ".<clinit>";

    private final SharedFrames known;
    private final List<String> frames = new ArrayList<>();
    private final List<PrintedLock> owned = new ArrayList<>();
    private Optional<PrintedLock> awaited = Optional.empty();
    private Optional<String> result = Optional.empty();
    private boolean blocked;
    private boolean stateKnown;
    private boolean releasesNext;
    private String released = "";

    /// @param known frames of other stacks, which equal ones of this share
    StackParser(SharedFrames known) {
        this.known = known;
    }

    /// @param other whether the thread is in the state `BLOCKED`
    void setBlocked(boolean other) {
        blocked = other;
        stateKnown = true;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    void line(String line) {
        int start = Indent.of(line);
        if (line.startsWith(FRAME, start)) {
            frame(line, start + FRAME.length());
        } else if (line.startsWith(DETAIL, start)) {
            detail(line);
        }
    }

    /// `java.lang.Thread.sleep(java.base@21.0.8/Thread.java:540)`, also with white space behind it.
    private void frame(String line, int from) {
        int open = line.indexOf('(', from);
        int close = Indent.end(line) - 1;
        if (open > from && close > open && line.charAt(close) == ')') {
            frame(
                    ListedStack.withoutModule(line.substring(from, open)),
                    withoutModule(line.substring(open + 1, close)));
        }
    }

    private static String withoutModule(String place) {
        return place.indexOf('/') < 0 ? place : MODULE.matcher(place).replaceFirst("");
    }

    private void detail(String line) {
        var lock = LOCK.matcher(line);
        if (lock.matches()) {
            lock(lock.group(1), lock.group(2), lock.group(3));
            return;
        }
        var initialised = INITIALISED.matcher(line);
        if (initialised.matches()) {
            awaited = Optional.of(PrintedLock.initialiser(initialised.group(1)));
        } else if (UNKNOWN_OBJECT.matcher(line).matches()) {
            releaseNext();
        }
    }

    /// The thread has released the first monitor that follows, to wait for a notification.
    void releaseNext() {
        releasesNext = true;
    }

    /// @param call as in `java.lang.Thread.sleep`
    /// @param place as in `Thread.java:540`
    void frame(String call, String place) {
        if (frames.size() < MOST_FRAMES) {
            frames.add(known.of(call + "(" + place + ")"));
        }
        if (call.endsWith(INITIALISER)) {
            var type = call.substring(0, call.length() - INITIALISER.length());
            own(PrintedLock.initialiser(type));
        }
    }

    /// @param action as a print words it, as in `waiting to lock`
    void lock(String action, String id, String type) {
        var monitor = new PrintedLock(Kind.MONITOR, id, type);
        boolean exclusive = PrintedLock.isExclusive(type);
        switch (action) {
            case "locked" -> locked(monitor);
            case "waiting on" -> released = id;
            case RELOCK -> {
                // JDK 9 to 14 word the monitor of a thread that waits for a notification so too
                awaited = stateKnown && !blocked ? awaited : Optional.of(monitor);
                released = id;
                releasesNext = false;
            }
            case "parking to wait for" -> {
                if (exclusive) {
                    awaited = Optional.of(new PrintedLock(Kind.SYNCHRONIZER, id, type));
                } else if (RESULT.matcher(type).matches()) {
                    result = Optional.of(id);
                }
            }
            default -> {
                awaited =
                        Optional.of(
                                exclusive ? new PrintedLock(Kind.SYNCHRONIZER, id, type) : monitor);
                released = id;
            }
        }
    }

    private void locked(PrintedLock monitor) {
        if (releasesNext) {
            releasesNext = false;
            released = monitor.id();
            awaited = blocked ? Optional.of(monitor) : awaited;
        } else if (!monitor.id().equals(released)) {
            own(monitor);
        }
    }

    void ownSynchronizer(String id, String type) {
        own(new PrintedLock(Kind.SYNCHRONIZER, id, type));
    }

    private void own(PrintedLock lock) {
        if (owned.size() < MOST_LOCKS) {
            owned.add(lock);
        }
    }

    PrintedStack stack() {
        return new PrintedStack(frames, awaited, owned, result);
    }
}
