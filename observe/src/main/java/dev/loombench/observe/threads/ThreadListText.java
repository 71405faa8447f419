package dev.loombench.observe.threads;

import java.lang.Thread.State;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parser of the list of all threads that a JVM writes as text (`Thread.dump_to_file` without a
/// format), a line at a time.
///
/// Three lines come first: the process, the time, the version. A thread is `#71 "shop" virtual`
/// with its frames (JDK 21 to 24), or `#71 "shop" virtual WAITING 2026-11-27T04:00:00Z` with its
/// frames and, below each, its locks (JDK 25), with the owner of a lock of `java.util.concurrent`
/// (JDK 26).
///
/// Source: `jdk.internal.vm.ThreadDumper` of JDK 21 and 25.
public final class ThreadListText {
    private static final Pattern THREAD =
            Pattern.compile("#(\\d{1,18}) \"(.*)\"( virtual)?(?: ([A-Z_]+) (\\S+))?\\s*");

    /// The beginning of a thread, whose name may go on.
    private static final Pattern UNFINISHED = Pattern.compile("#\\d{1,18} \".*");

    /// Of the name of a thread.
    private static final int MOST_LINES = 8;

    private static final String NUMBER = "#";
    private static final String AT = "at ";
    private static final String DETAIL = "- ";
    private static final Pattern LOCK =
            Pattern.compile(
                    "\\s+- (locked|parking to wait for|waiting to lock|waiting on) <(.*)>"
                            + "(?:, owner #(\\d{1,18}))?\\s*");
    private static final Pattern PROCESS = Pattern.compile("\\d{1,18}");
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)*([-+]\\S*)?");

    private final Consumer<ThreadListHeader> begin;
    private final Consumer<ListedThread> threads;
    private final SharedFrames frames = new SharedFrames();
    private ThreadListHeader header = ThreadListHeader.NONE;
    private boolean begun;
    private String unfinished = "";
    private int unfinishedLines;
    private @Nullable ThreadBuilder thread;

    /// @param begin takes what stands before the threads of each list, before these
    /// @param threads takes each thread
    public ThreadListText(Consumer<ThreadListHeader> begin, Consumer<ListedThread> threads) {
        this.begin = begin;
        this.threads = threads;
    }

    public void line(String line) {
        if (isBegun(joined(line))) {
            return;
        }
        if (line.isBlank() || Indent.of(line) == 0) { // frames and locks are indented
            endThread();
        }
        if (thread != null) {
            thread.line(line);
        } else if (Indent.isBeforeDigit(line)) {
            headerLine(line.strip());
        }
    }

    /// Whether a thread begins with the line, which ends the one before.
    private boolean isBegun(String line) {
        if (!line.startsWith(NUMBER)) {
            return false;
        }
        var start = THREAD.matcher(line);
        if (!start.matches()) {
            return false;
        }
        endThread();
        beginList();
        thread =
                new ThreadBuilder(
                        Long.parseLong(start.group(1)),
                        start.group(2),
                        start.group(3) != null,
                        Optional.ofNullable(start.group(4)).flatMap(ThreadListJson::state));
        return true;
    }

    /// The line, or the whole first line of a thread whose name has several, where that ends here.
    private String joined(String line) {
        if (line.startsWith(NUMBER) && UNFINISHED.matcher(line).matches()) {
            unfinished = THREAD.matcher(line).matches() ? "" : line;
            unfinishedLines = 1;
            return line;
        }
        if (unfinished.isEmpty()) {
            return line;
        }
        var whole = unfinished + " " + line;
        boolean first = THREAD.matcher(whole).matches();
        unfinished = first || ++unfinishedLines == MOST_LINES ? "" : whole;
        return first ? whole : line;
    }

    private void beginList() {
        if (!begun) {
            begin.accept(header);
            header = ThreadListHeader.NONE;
            begun = true;
        }
    }

    /// The version after a time begins a list. A process id replaces what the lines before were
    /// taken for, so that lines of another program in front do not matter.
    private void headerLine(String line) {
        if (header.time().isPresent() && VERSION.matcher(line).matches()) {
            header = header.with("runtimeVersion", line);
            begun = false;
        } else if (PROCESS.matcher(line).matches()) {
            header = ThreadListHeader.NONE.with("processId", line);
        } else if (ThreadListHeader.instant(line).isPresent()) {
            header = header.with("time", line);
        }
    }

    private void endThread() {
        if (thread != null) {
            threads.accept(thread.build());
        }
        thread = null;
    }

    /// Whether the last line is a part of one, as in the reply of `Thread.dump_to_file -`, which
    /// has 16,000 bytes.
    public boolean isCut() {
        return !unfinished.isEmpty() || (thread != null && thread.partial);
    }

    /// Ends the last thread and its list.
    public void end() {
        endThread();
        begun = false;
    }

    /// The thread whose lines are read.
    private final class ThreadBuilder {
        private final long number;
        private final String name;
        private final boolean virtual;
        private final Optional<State> state;
        private final ListedStack stack = new ListedStack(frames);
        private OptionalLong blocker = OptionalLong.empty();

        /// Whether its last line is neither a whole frame nor a lock.
        private boolean partial;

        ThreadBuilder(long number, String name, boolean virtual, Optional<State> state) {
            this.number = number;
            this.name = name;
            this.virtual = virtual;
            this.state = state;
        }

        void line(String line) {
            partial = true;
            int start = Indent.of(line);
            if (line.startsWith(DETAIL, start)) {
                lockLine(line);
            } else if (start > 0) {
                frame(line, line.startsWith(AT, start) ? start + AT.length() : start);
            }
        }

        private void lockLine(String line) {
            var lock = LOCK.matcher(line);
            if (lock.matches()) {
                partial = false;
                lock(lock.group(1), lock.group(2));
                blocker =
                        lock.group(3) == null
                                ? blocker
                                : OptionalLong.of(Long.parseLong(lock.group(3)));
            }
        }

        /// @param from place of the frame, as in `Shop.main(Shop.java:9)`
        private void frame(String line, int from) {
            int end = Indent.end(line);
            if (line.indexOf('(', from) > from && line.charAt(end - 1) == ')') {
                partial = false;
                stack.frame(line.substring(from, end));
            }
        }

        private void lock(String action, String object) {
            switch (action) {
                case "locked" -> stack.owns(stack.depth(), object);
                case "parking to wait for" -> stack.parkedFor(object);
                case "waiting to lock" -> stack.blockedOn(object);
                default -> stack.waitingOn(object);
            }
        }

        ListedThread build() {
            boolean blocked = state.filter(s -> s == State.BLOCKED).isPresent();
            return new ListedThread(
                    number,
                    name,
                    virtual,
                    state,
                    OptionalLong.empty(),
                    blocker,
                    Optional.empty(),
                    stack.build(blocked));
        }
    }
}
