package dev.loombench.observe.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builder of the [PrintedStack] of a listed thread, whose locks are named by class and identity
/// hash code: `java.lang.Object@1b2c`. What they mean is that of a printed stack ([StackParser]).
///
/// A thread in `Object.wait` without a named object waits for that of the first monitor below.
final class ListedStack {
    private static final int MOST_FRAMES = 256;

    /// More than a thread holds.
    private static final int MOST_LOCKS = 1_000;

    private static final String WAIT = "java.lang.Object.wait";
    private static final String ROOT_OF_VIRTUAL = "java.lang.VirtualThread.run(";

    private final SharedFrames known;
    private final List<String> frames = new ArrayList<>();
    private final Map<Integer, List<String>> owned = new HashMap<>();
    private final List<String> synchronizers = new ArrayList<>();
    private int locks;
    private String root = "";
    private Optional<String> parkedFor = Optional.empty();
    private Optional<String> blockedOn = Optional.empty();
    private Optional<String> waitingOn = Optional.empty();

    /// @param known frames of other stacks, which equal ones of this share
    ListedStack(SharedFrames known) {
        this.known = known;
    }

    /// A frame, below those before: `java.base/java.lang.Thread.run(Thread.java:1474)`.
    void frame(String text) {
        root = withoutModule(text);
        if (frames.size() < MOST_FRAMES) {
            frames.add(root);
        }
    }

    /// Whether it is the stack of a virtual thread, as its deepest frame shows.
    boolean isOfVirtual() {
        return root.startsWith(ROOT_OF_VIRTUAL);
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    void parkedFor(String object) {
        parkedFor = Optional.of(object);
    }

    void blockedOn(String object) {
        blockedOn = Optional.of(object);
    }

    void waitingOn(String object) {
        waitingOn = Optional.of(object);
    }

    /// Waits for an object in the way that the state and the topmost frame show.
    void waitsFor(String object, boolean blocked) {
        if (blocked) {
            blockedOn(object);
        } else if (!isEmpty() && frames.getFirst().startsWith(WAIT)) {
            waitingOn(object);
        } else {
            parkedFor(object);
        }
    }

    /// @param depth of the frame that has locked it, 0 at the top
    void owns(int depth, String object) {
        if (locks++ < MOST_LOCKS) {
            owned.computeIfAbsent(depth, _ -> new ArrayList<>()).add(object);
        }
    }

    /// @param object a lock of `java.util.concurrent` that it holds
    void ownsSynchronizer(String object) {
        if (locks++ < MOST_LOCKS) {
            synchronizers.add(object);
        }
    }

    /// The depth of the last frame.
    int depth() {
        return frames.size() - 1;
    }

    /// @param blocked whether the thread is in the state `BLOCKED`
    PrintedStack build(boolean blocked) {
        var stack = new StackParser(known);
        stack.setBlocked(blocked);
        for (int depth = 0; depth < frames.size(); depth++) {
            frame(stack, frames.get(depth));
            if (depth == 0) {
                top(stack);
            }
            owned.getOrDefault(depth, List.of()).forEach(o -> lock(stack, "locked", o));
        }
        synchronizers.forEach(object -> stack.ownSynchronizer(object, type(object)));
        return stack.stack();
    }

    /// The place of a frame is in brackets after its call; a text without any is a call.
    private static void frame(StackParser stack, String text) {
        int open = text.indexOf('(');
        if (open < 0) {
            stack.frame(text, "");
        } else {
            int end = text.endsWith(")") ? text.length() - 1 : text.length();
            stack.frame(text.substring(0, open), text.substring(open + 1, end));
        }
    }

    private void top(StackParser stack) {
        parkedFor.ifPresent(object -> lock(stack, "parking to wait for", object));
        blockedOn.ifPresent(object -> lock(stack, "waiting to lock", object));
        waitingOn.ifPresentOrElse(
                object -> lock(stack, "waiting on", object),
                () -> {
                    if (blockedOn.isEmpty() && frames.getFirst().startsWith(WAIT)) {
                        stack.releaseNext();
                    }
                });
    }

    private static void lock(StackParser stack, String action, String object) {
        stack.lock(action, object, type(object));
    }

    private static String type(String object) {
        int hash = object.lastIndexOf('@');
        return hash < 0 ? object : object.substring(0, hash);
    }

    /// `java.base/java.lang.Thread.sleep(Thread.java:540)` without its module. The name of a hidden
    /// class contains a slash too, before a number, with which no name begins.
    static String withoutModule(String frame) {
        int end = frame.indexOf('(');
        int slash = frame.lastIndexOf('/', end < 0 ? frame.length() : end);
        while (slash >= 0 && isDigitAt(frame, slash + 1)) {
            slash = frame.lastIndexOf('/', slash - 1);
        }
        return frame.substring(slash + 1);
    }

    private static boolean isDigitAt(String text, int index) {
        return index < text.length() && Character.isDigit(text.charAt(index));
    }
}
