package dev.loombench.observe.threads;

import dev.loombench.observe.threads.PrintedThread.Virtual;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A thread in a javacore, a line at a time: what it waits for, who has that, and its calls.
///
/// Source: `JavaCoreDumpWriter` of OpenJ9 (`writeThread`, `writeThreadBlockers`, `writeFrame`).
final class JavacoreThread {
    private static final String OBJECT = "(\\S{1,500}@(?:0x)?[0-9A-Fa-f]{1,16})";

    private static final Pattern NUMBER =
            Pattern.compile("3XMJAVALTHREAD\\s+\\(java/lang/Thread getId:0x([0-9A-F]{1,15}),.*");

    private static final Pattern NATIVE =
            Pattern.compile("3XMTHREADINFO1\\s+\\(native thread ID:0x([0-9A-F]{1,15}),.*");

    private static final Pattern CPU =
            Pattern.compile("3XMCPUTIME\\s.*\\btotal: (\\d{1,9})\\.(\\d{1,9}) secs.*");

    private static final Pattern WAIT =
            Pattern.compile(
                    "3XMTHREADBLOCK\\s+(Blocked|Waiting|Parked) on: " + OBJECT + " Owned by: (.*)");

    /// The owner of a lock; the address is `<null>` for one that has ended, and for a virtual
    /// thread without a carrier.
    private static final Pattern OWNER =
            Pattern.compile("\".*\" \\(J9VMThread:(<null>|0x[0-9A-F]{1,16}),.*");

    private static final Pattern INITIALISING =
            Pattern.compile("<unowned> Initializing thread: \"(.*)\"\\s*");

    private static final Pattern FRAME = Pattern.compile("4XESTACKTRACE\\s+at (\\S.*?)\\s*");

    private static final Pattern LOCKED =
            Pattern.compile("5XESTACKTRACE\\s+\\(entered lock: " + OBJECT + ", entry count: .*");

    private static final Pattern VIRTUAL = Pattern.compile("3XMTHREADINFO4\\s+Type: Virtual\\b.*");

    /// Separators within the name of a class; a number follows that of a hidden class.
    private static final Pattern SEPARATOR = Pattern.compile("/(?!\\d)");

    /// That the JVM had compiled the method, and the place of one without numbers of lines.
    private static final Pattern COMPILED = Pattern.compile("\\(Compiled Code\\)(?=\\)$)");

    private static final Pattern WITHOUT_LINE =
            Pattern.compile("\\((?:Bytecode PC:\\d+|No Source)\\)$");

    private static final String ROOT_OF_VIRTUAL = "java.lang.VirtualThread.run(";
    private static final String MISSING = "(Missing Method)";

    /// In the calls of a thread that waits for a limited time, where its state does not show it.
    private static final Pattern TIMED =
            Pattern.compile(
                    "java\\.lang\\.Thread\\.sleep.*"
                            + "|java\\.util\\.concurrent\\.locks\\.LockSupport\\.park(Nanos|Until)\\(.*");

    /// Such a call is one of the topmost frames.
    private static final int TOP = 5;

    /// `J9VMTHREAD_STATE_...` of OpenJ9.
    private static final long RUNNING = 0x1;

    private static final long BLOCKED = 0x2;
    private static final long WAITING = 0x4;
    private static final long SLEEPING = 0x8;
    private static final long WAITING_TIMED = 0x40;
    private static final long PARKED = 0x80;
    private static final long PARKED_TIMED = 0x100;

    private final String name;
    private final String address;
    private final String state;
    private final OptionalLong rawState;
    private final ListedStack stack;
    private final List<String> frames = new ArrayList<>();
    private OptionalLong number = OptionalLong.empty();
    private long osThread;
    private OptionalLong cpuNanos = OptionalLong.empty();
    private boolean virtual;
    private Optional<String> owner = Optional.empty();
    private Optional<String> initialising = Optional.empty();

    /// @param address of the JVM's own description of it
    /// @param state as in `CW`
    /// @param rawState the state as a number; empty in older versions
    /// @param known frames of other stacks, which equal ones of this share
    JavacoreThread(
            String name, String address, String state, OptionalLong rawState, SharedFrames known) {
        this.name = name;
        this.address = address;
        this.state = state;
        this.rawState = rawState;
        this.stack = new ListedStack(known);
    }

    void line(String line) {
        if (line.startsWith("4XE")) {
            var frame = FRAME.matcher(line);
            if (frame.matches()) {
                frame(frame.group(1));
            }
        } else if (line.startsWith("5XE")) {
            var locked = LOCKED.matcher(line);
            if (locked.matches()) {
                stack.owns(Math.max(0, stack.depth()), object(locked.group(1)));
            }
        } else if (line.startsWith("3XM")) {
            detail(line);
        }
    }

    private void detail(String line) {
        var id = NUMBER.matcher(line);
        var nativeId = NATIVE.matcher(line);
        var cpu = CPU.matcher(line);
        var wait = WAIT.matcher(line);
        if (wait.matches()) {
            waitsFor(wait.group(1), object(wait.group(2)), wait.group(3));
        } else if (id.matches()) {
            number = OptionalLong.of(Long.parseLong(id.group(1), 16));
        } else if (nativeId.matches()) {
            osThread = Long.parseLong(nativeId.group(1), 16);
        } else if (cpu.matches()) {
            cpuNanos = OptionalLong.of(nanos(cpu.group(1), cpu.group(2)));
        } else if (VIRTUAL.matcher(line).matches()) {
            virtual = true;
        }
    }

    /// `java/lang/Object@0x7F` as `java.lang.Object@0x7F`.
    static String object(String text) {
        return SEPARATOR.matcher(text).replaceAll(".");
    }

    /// `java/lang/Thread.run(Thread.java:853(Compiled Code))` as HotSpot writes it.
    private void frame(String text) {
        if (text.equals(MISSING)) {
            return;
        }
        int open = text.indexOf('(');
        var call = open < 0 ? text : text.substring(0, open);
        var place = open < 0 ? "(Unknown Source)" : text.substring(open);
        var plain =
                WITHOUT_LINE
                        .matcher(COMPILED.matcher(place).replaceFirst(""))
                        .replaceFirst("(Unknown Source)");
        var frame = object(call) + plain;
        stack.frame(frame);
        virtual |= frame.startsWith(ROOT_OF_VIRTUAL);
        if (frames.size() < TOP) {
            frames.add(frame);
        }
    }

    private void waitsFor(String action, String object, String holder) {
        var held = OWNER.matcher(holder);
        var initialiser = INITIALISING.matcher(holder);
        owner = held.matches() ? Optional.of(held.group(1)) : Optional.empty();
        initialising = initialiser.matches() ? Optional.of(initialiser.group(1)) : Optional.empty();
        switch (action) {
            case "Blocked" -> stack.blockedOn(object);
            case "Waiting" -> stack.waitingOn(object);
            default -> stack.parkedFor(object);
        }
    }

    private static long nanos(String seconds, String fraction) {
        var digits = (fraction + "00000000").substring(0, 9);
        return Long.parseLong(seconds) * 1_000_000_000 + Long.parseLong(digits);
    }

    String name() {
        return name;
    }

    String address() {
        return address;
    }

    /// The address of the thread that has what this one waits for, or `<null>`.
    Optional<String> owner() {
        return owner;
    }

    /// The name of the thread that initialises the class that this one waits for.
    Optional<String> initialising() {
        return initialising;
    }

    /// The number of frames that are kept.
    int depth() {
        return stack.depth() + 1;
    }

    /// Empty for a thread of the JVM that no object of Java stands for. The carrier of a virtual
    /// thread is not shown: it has neither a name nor calls.
    Optional<PrintedThread> build() {
        if (number.isEmpty()) {
            return Optional.empty();
        }
        var now = state();
        var built = stack.build(now.filter(s -> s == State.BLOCKED).isPresent());
        return Optional.of(
                virtual
                        ? new PrintedThread(
                                "",
                                number.getAsLong(),
                                osThread,
                                Optional.empty(),
                                OptionalLong.empty(),
                                new PrintedStack(List.of(), Optional.empty(), List.of()),
                                Optional.of(new Virtual(number.getAsLong(), name, built)))
                        : new PrintedThread(
                                name,
                                number.getAsLong(),
                                osThread,
                                now,
                                cpuNanos,
                                built,
                                Optional.empty()));
    }

    private Optional<State> state() {
        return rawState.isPresent() ? raw(rawState.getAsLong()) : shown();
    }

    private static Optional<State> raw(long state) {
        if (state == RUNNING) {
            return Optional.of(State.RUNNABLE);
        }
        if (state == BLOCKED) {
            return Optional.of(State.BLOCKED);
        }
        if (state == WAITING || state == PARKED) {
            return Optional.of(State.WAITING);
        }
        return state == SLEEPING || state == WAITING_TIMED || state == PARKED_TIMED
                ? Optional.of(State.TIMED_WAITING)
                : Optional.empty();
    }

    /// Of `Object.wait`, neither the state nor the calls show whether a time limits it.
    private Optional<State> shown() {
        return switch (state) {
            case "R" -> Optional.of(State.RUNNABLE);
            case "B" -> Optional.of(State.BLOCKED);
            case "CW", "P" ->
                    Optional.of(
                            frames.stream().anyMatch(f -> TIMED.matcher(f).matches())
                                    ? State.TIMED_WAITING
                                    : State.WAITING);
            default -> Optional.empty();
        };
    }
}
