package dev.loombench.observe.threads;

import dev.loombench.observe.threads.PrintedThread.Virtual;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Parser of a [ThreadPrint], a line at a time. The text may have lost the white space in front of
/// its lines, as one that was copied from a page.
public final class ThreadPrintParser {
    /// More than a service should have.
    private static final int MOST_THREADS = 20_000;

    /// On all stacks, with the locks: those of 2,000 threads with stacks as deep as one is kept.
    private static final int MOST_FRAMES = 512_000;

    /// Before JDK 20 the id of the thread in the operating system is at the end only.
    private static final Pattern THREAD =
            Pattern.compile("\"(.*)\" #(\\d{1,18}) (?:\\[(\\d{1,18})] )?(.*)");

    /// As Spring Boot's endpoint prints it.
    private static final Pattern BEAN_THREAD =
            Pattern.compile("\"(.*)\" - Thread t@(\\d{1,18})\\s*");

    private static final Pattern OS_THREAD =
            Pattern.compile(".* nid=(0x[0-9a-f]{1,12}|[1-9]\\d{0,17})\\b.*");

    /// Of the collector, and other threads that run no Java code.
    private static final Pattern OTHER = Pattern.compile("\".*\" (os_)?prio=.*");

    /// In ms; with a comma where the JVM's locale has one.
    private static final Pattern CPU = Pattern.compile(".*\\bcpu=(\\d{1,12})[.,](\\d\\d)ms .*");

    private static final Pattern STATE =
            Pattern.compile("\\s*java\\.lang\\.Thread\\.State: ([A-Z_]+).*");

    private static final Pattern CARRYING =
            Pattern.compile("\\s*Carrying virtual thread #(\\d{1,18})\\s*");
    private static final Pattern MOUNTED =
            Pattern.compile("\\s*Mounted virtual thread (?:\"(.*)\" )?#(\\d{1,18})\\s*");

    private static final Pattern SYNCHRONIZER =
            Pattern.compile("\\s*- (?:Locked )?<((?:0x)?[0-9a-f]+)> \\(a (.*)\\)\\s*");

    private static final String QUOTE = "\"";
    private static final String OWNED = "Locked ownable synchronizers:";
    private static final String DEADLOCK = "Found one Java-level deadlock";

    /// Of Tomcat's Manager, before threads that are among the others too.
    private static final String REPEATED = "Deadlock found between the following threads";

    private static final String STACKS = "Java stack information for the threads listed above";

    /// What HotSpot prints after the threads.
    private static final String END = "JNI global ref";

    /// Of the name of a thread.
    private static final int MOST_LINES = 8;

    /// Where in the text a line is.
    private enum Section {
        THREADS,
        DEADLOCK,
        /// Of deadlocked threads, which are among the threads too.
        STACKS
    }

    private final List<PrintedThread> threads = new ArrayList<>();
    private final Set<Long> numbers = new HashSet<>();
    private final DeadlockParser deadlocks = new DeadlockParser();
    private final SharedFrames frames = new SharedFrames();
    private Section section = Section.THREADS;
    private @Nullable ThreadBuilder thread;
    private @Nullable ThreadInfoText info;
    private final Set<Long> infos = new HashSet<>();
    private boolean allInfos;
    private String unfinished = "";
    private int unfinishedLines;
    private int keptFrames;
    private int omitted;
    private boolean ofHotSpot;
    private boolean ended;
    private OptionalLong jvmNanos = OptionalLong.empty();
    private boolean owners;
    private int states;
    private int misplacedStates;

    public void line(String line) {
        if (line.startsWith(DEADLOCK)) {
            section = Section.DEADLOCK;
            deadlocks.begin();
        } else if (line.startsWith(STACKS) || line.startsWith(REPEATED)) {
            section = Section.STACKS;
        } else if (section == Section.DEADLOCK) {
            deadlocks.line(line);
        } else if (section == Section.THREADS) {
            ended |= line.startsWith(END);
            threadLine(joined(line));
        }
    }

    /// The line, or the whole first line of a thread whose name has several, where that ends here.
    /// Until then its lines are read as they are: a line of a log may begin with a quote too.
    private String joined(String line) {
        if (line.startsWith(QUOTE)) {
            unfinished = isFirst(line) ? "" : line;
            unfinishedLines = 1;
            return line;
        }
        if (unfinished.isEmpty()) {
            return line;
        }
        var whole = unfinished + " " + line;
        boolean first = isFirst(whole);
        unfinished = first || ++unfinishedLines == MOST_LINES ? "" : whole;
        return first ? whole : line;
    }

    private boolean isFirst(String line) {
        return mayBeFirst(line)
                && (THREAD.matcher(line).matches()
                        || BEAN_THREAD.matcher(line).matches()
                        || OTHER.matcher(line).matches()
                        || info(line).isPresent());
    }

    /// Whether it has what the first line of a thread has in one of the forms.
    private static boolean mayBeFirst(String line) {
        return line.startsWith(QUOTE)
                && (line.contains("\" #")
                        || line.contains("prio=")
                        || line.contains("d=")
                        || line.contains("\" - Thread t@"));
    }

    private void threadLine(String line) {
        if (mayBeFirst(line) && isBegun(line)) {
            return;
        }
        if (isOfError(line)) {
            endThread();
        } else if (thread != null) {
            owners |= line.contains(OWNED) && line.strip().equals(OWNED);
            thread.line(line);
        } else if (info != null) {
            info.line(line);
        }
    }

    /// Whether it is the head of a stack trace in a log, whose frames are none of the last thread.
    private static boolean isOfError(String line) {
        return !line.isEmpty()
                && Indent.of(line) == 0
                && (line.contains("Exception") || line.contains("Error"))
                && !line.startsWith("at ")
                && !line.startsWith("- ");
    }

    /// Whether a thread begins with the line, which ends the one before.
    private boolean isBegun(String line) {
        var begun = begun(line);
        var shown = begun.isPresent() ? Optional.<ThreadInfoText>empty() : info(line);
        if (begun.isPresent()) {
            endThread();
            thread = begun.get();
        } else if (shown.isPresent()) {
            endThread();
            begin(shown.get());
        } else if (OTHER.matcher(line).matches()) {
            endThread();
            cpu(line).ifPresent(cpu -> jvmNanos = OptionalLong.of(jvmNanos.orElse(0) + cpu));
        } else {
            return false;
        }
        return true;
    }

    private void begin(ThreadInfoText next) {
        info = next;
        allInfos |= next.isOfJvm();
        if (infos.size() < MOST_THREADS) {
            infos.add(next.number());
        }
    }

    private Optional<ThreadInfoText> info(String line) {
        return line.startsWith(QUOTE) ? ThreadInfoText.of(line, frames) : Optional.empty();
    }

    /// Whether it is the first line of a thread in the form of `ThreadInfo` that has been read: no
    /// other line shows that a further print begins.
    public boolean isRepeated(String line) {
        return section == Section.THREADS
                && !infos.isEmpty()
                && info(line).filter(other -> infos.contains(other.number())).isPresent();
    }

    private Optional<ThreadBuilder> begun(String line) {
        var header = THREAD.matcher(line);
        if (header.matches()) {
            ofHotSpot = true;
            return Optional.of(
                    new ThreadBuilder(
                            header.group(1),
                            Long.parseLong(header.group(2)),
                            osThread(header.group(3), header.group(4)),
                            cpu(header.group(4))));
        }
        var bean = BEAN_THREAD.matcher(line);
        return bean.matches()
                ? Optional.of(
                        new ThreadBuilder(
                                bean.group(1),
                                Long.parseLong(bean.group(2)),
                                0,
                                OptionalLong.empty()))
                : Optional.empty();
    }

    /// @param id in brackets
    /// @param rest of the line
    private static long osThread(@Nullable String id, String rest) {
        if (id != null) {
            return Long.parseLong(id);
        }
        var end = OS_THREAD.matcher(rest);
        return end.matches() ? Long.decode(end.group(1)) : 0;
    }

    private static OptionalLong cpu(String header) {
        var cpu = CPU.matcher(header);
        return cpu.matches()
                ? OptionalLong.of(
                        1_000_000 * Long.parseLong(cpu.group(1))
                                + 10_000 * Long.parseLong(cpu.group(2)))
                : OptionalLong.empty();
    }

    private void endThread() {
        if (thread != null) {
            keep(thread.build());
        }
        if (info != null) {
            owners |= info.ownsSynchronizers();
            keep(info.build());
        }
        thread = null;
        info = null;
    }

    /// A JVM lists each of its threads once: what is there again is not of this moment.
    private void keep(PrintedThread built) {
        if (built.number() > 0 && isKnown(built.number())) {
            return;
        }
        int depth = size(built.stack()) + built.carried().map(v -> size(v.stack())).orElse(0);
        if (threads.size() < MOST_THREADS && keptFrames + depth <= MOST_FRAMES) {
            threads.add(built);
            keptFrames += depth;
        } else {
            omitted++;
        }
    }

    private static int size(PrintedStack stack) {
        return stack.frames().size() + stack.owned().size();
    }

    /// Those that are not kept are counted as they come.
    private boolean isKnown(long number) {
        return numbers.size() < MOST_THREADS ? !numbers.add(number) : numbers.contains(number);
    }

    /// Whether the last line is the first one, as where a store of logs has the newest first: the
    /// state of most threads stands behind calls, which are those of others.
    public boolean isReversed() {
        return misplacedStates > 1 && 2 * misplacedStates > states;
    }

    /// Ends the last thread of a whole text.
    public ThreadPrint end() {
        return end(false);
    }

    /// Ends the last thread of a text of unknown origin, which may be a part of one.
    ///
    /// @param begun whether the line was there that HotSpot prints before the threads
    public ThreadPrint endOfPart(boolean begun) {
        return end((!begun && !allInfos) || (ofHotSpot && !ended));
    }

    private ThreadPrint end(boolean cut) {
        endThread();
        return new ThreadPrint(threads, deadlocks.cycles(), omitted, jvmNanos, owners, cut);
    }

    /// The thread whose lines are read.
    private final class ThreadBuilder {
        private final String name;
        private final long number;
        private final long osThread;
        private final OptionalLong cpuNanos;
        private final StackParser own = new StackParser(frames);
        private Optional<State> state = Optional.empty();
        private OptionalLong carried = OptionalLong.empty();
        private String carriedName = "";
        private @Nullable StackParser mounted;

        ThreadBuilder(String name, long number, long osThread, OptionalLong cpuNanos) {
            this.name = name;
            this.number = number;
            this.osThread = osThread;
            this.cpuNanos = cpuNanos;
        }

        void line(String line) {
            int start = Indent.of(line);
            switch (start < line.length() ? line.charAt(start) : ' ') {
                case 'j' -> stateLine(line);
                case 'C', 'M' -> virtualLine(line);
                case '-' -> lockLine(line);
                default -> stackLine(line);
            }
        }

        private void stateLine(String line) {
            var stateLine = STATE.matcher(line);
            if (stateLine.matches()) {
                states++;
                misplacedStates += own.isEmpty() ? 0 : 1;
                setState(stateLine.group(1));
            }
        }

        private void virtualLine(String line) {
            var carrying = CARRYING.matcher(line);
            var mount = MOUNTED.matcher(line);
            if (carrying.matches()) {
                carried = OptionalLong.of(Long.parseLong(carrying.group(1)));
            } else if (mount.matches()) {
                carriedName = Optional.ofNullable(mount.group(1)).orElse("");
                carried = OptionalLong.of(Long.parseLong(mount.group(2)));
                mounted = new StackParser(frames);
            }
        }

        private void lockLine(String line) {
            var synchronizer = SYNCHRONIZER.matcher(line);
            if (synchronizer.matches()) {
                own.ownSynchronizer(synchronizer.group(1), synchronizer.group(2));
            } else {
                stackLine(line);
            }
        }

        private void stackLine(String line) {
            if (mounted != null) {
                mounted.line(line);
            } else {
                own.line(line);
            }
        }

        private void setState(String word) {
            state = Stream.of(State.values()).filter(s -> s.name().equals(word)).findFirst();
            own.setBlocked(state.filter(s -> s == State.BLOCKED).isPresent());
        }

        PrintedThread build() {
            var virtual =
                    carried.isPresent()
                            ? Optional.of(
                                    new Virtual(
                                            carried.getAsLong(),
                                            carriedName,
                                            mounted == null
                                                    ? new StackParser(frames).stack()
                                                    : mounted.stack()))
                            : Optional.<Virtual>empty();
            return new PrintedThread(name, number, osThread, state, cpuNanos, own.stack(), virtual);
        }
    }
}
