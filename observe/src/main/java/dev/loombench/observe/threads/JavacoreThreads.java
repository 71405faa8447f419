package dev.loombench.observe.threads;

import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint.DeadlockedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Parser of the threads of a javacore of OpenJ9 and of the deadlocks that the JVM found, a line at
/// a time: a [ThreadPrint] as of HotSpot. A lock is named by the class and the address of its
/// object, and its owner is that which the threads that wait for it name.
///
/// Virtual threads without a carrier, which `-XX:+ShowUnmountedThreadStacks` adds, are passed over.
///
/// Source: `JavaCoreDumpWriter` of OpenJ9 (`writeThreadSection`, `writeDeadLocks`).
public final class JavacoreThreads {
    /// As of a print of HotSpot.
    private static final int MOST_THREADS = 20_000;

    private static final int MOST_FRAMES = 512_000;

    /// More than the JVM finds, and threads of each.
    private static final int MOST_DEADLOCKS = 1_000;

    /// Lines of the name of a thread.
    private static final int MOST_LINES = 8;

    private static final String INFO = "3XMTHREADINFO ";
    private static final String ANONYMOUS = "Anonymous native thread";

    /// The beginnings of lines behind a thread: of another section, another part of one, and
    /// threads without a carrier.
    private static final List<String> ENDS = List.of("0SECTION", "1XM", "1LK", "3XMVTHDINFO");

    private static final Pattern THREAD =
            Pattern.compile(
                    "3XMTHREADINFO\\s+\"(.*)\" (?:J9VMThread|TID):(0x[0-9A-F]{1,16}),[^\"]*"
                            + "\\bstate:([A-Z?]{1,3})(?:, rawStateValue:0x([0-9A-F]{1,15}))?,.*");

    private static final String DEADLOCK = "1LKDEADLOCK ";
    private static final String DEADLOCK_MONITOR = "4LKDEADLOCKMON ";

    private static final Pattern DEADLOCKED =
            Pattern.compile("2LKDEADLOCKTHR\\s+Thread \"(.*)\" \\(.*");

    private static final Pattern DEADLOCK_OBJECT =
            Pattern.compile("4LKDEADLOCKOBJ\\s+(\\S{1,500}@(?:0x)?[0-9A-Fa-f]{1,16})\\S*\\s*");

    private static final String INITIALISER = ".<clinit>(";

    private final SharedFrames frames = new SharedFrames();
    private final List<JavacoreThread> threads = new ArrayList<>();
    private final List<List<DeadlockedThread>> deadlocks = new ArrayList<>();
    private List<DeadlockedThread> deadlock = new ArrayList<>();
    private @Nullable JavacoreThread thread;
    private String unfinished = "";
    private int unfinishedLines;
    private String deadlocked = "";
    private boolean monitor;
    private int keptFrames;
    private int omitted;

    public void line(String line) {
        if (line.startsWith(INFO)) {
            begin(line);
        } else if (!unfinished.isEmpty()) {
            join(line);
        } else if (isEnd(line)) {
            endThread();
            beginDeadlock(line);
        } else if (line.contains("LKDEADLOCK")) {
            deadlockLine(line);
        } else if (thread != null) {
            thread.line(line);
        }
    }

    private static boolean isEnd(String line) {
        for (var end : ENDS) {
            if (line.startsWith(end)) {
                return true;
            }
        }
        return false;
    }

    /// A name may have several lines.
    private void join(String line) {
        var header = unfinished + " " + line;
        if (++unfinishedLines > MOST_LINES) {
            unfinished = "";
        } else {
            header(header);
        }
    }

    private void begin(String line) {
        endThread();
        unfinishedLines = 1;
        header(line);
    }

    private void header(String header) {
        unfinished = "";
        var begun = THREAD.matcher(header);
        if (begun.matches()) {
            var raw = begun.group(4);
            thread =
                    new JavacoreThread(
                            begun.group(1),
                            begun.group(2),
                            begun.group(3),
                            raw == null
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(Long.parseLong(raw, 16)),
                            frames);
        } else if (!header.contains(ANONYMOUS)) {
            unfinished = header;
        }
    }

    private void endThread() {
        var last = thread;
        if (last != null) {
            if (threads.size() < MOST_THREADS && keptFrames + last.depth() <= MOST_FRAMES) {
                threads.add(last);
                keptFrames += last.depth();
            } else {
                omitted++;
            }
        }
        thread = null;
        unfinished = "";
    }

    private void beginDeadlock(String line) {
        if (line.startsWith(DEADLOCK)) {
            deadlock = new ArrayList<>();
            if (deadlocks.size() < MOST_DEADLOCKS) {
                deadlocks.add(deadlock);
            }
            deadlocked = "";
            monitor = false;
        }
    }

    private void deadlockLine(String line) {
        var name = DEADLOCKED.matcher(line);
        var object = DEADLOCK_OBJECT.matcher(line);
        if (name.matches()) {
            deadlocked = name.group(1);
            monitor = false;
        } else if (line.startsWith(DEADLOCK_MONITOR)) {
            monitor = true;
        } else if (object.matches() && deadlock.size() < MOST_DEADLOCKS) {
            var lock = lock(monitor ? Kind.MONITOR : Kind.SYNCHRONIZER, object.group(1));
            deadlock.add(new DeadlockedThread(deadlocked, lock));
        }
    }

    private static PrintedLock lock(Kind kind, String text) {
        var object = JavacoreThread.object(text);
        return new PrintedLock(kind, object, object.substring(0, object.lastIndexOf('@')));
    }

    /// @param cut whether the text begins or ends within the threads
    public ThreadPrint end(boolean cut) {
        endThread();
        var built = new LinkedHashMap<JavacoreThread, PrintedThread>();
        var numbers = new HashSet<Long>();
        for (var one : threads) {
            one.build().filter(t -> numbers.add(t.number())).ifPresent(t -> built.put(one, t));
        }
        var owned = owned(built);
        var addresses =
                built.keySet().stream().map(JavacoreThread::address).collect(Collectors.toSet());
        boolean known =
                threads.stream().flatMap(one -> one.owner().stream()).allMatch(addresses::contains);
        return new ThreadPrint(
                built.entrySet().stream()
                        .map(one ->
                                withLocks(
                                        one.getValue(),
                                        owned.getOrDefault(one.getKey().address(), Set.of()),
                                        initialiser(one.getKey(), built)))
                        .toList(),
                deadlocks,
                omitted,
                OptionalLong.empty(),
                known,
                cut);
    }

    private static PrintedStack stack(PrintedThread thread) {
        return thread.carried().map(PrintedThread.Virtual::stack).orElse(thread.stack());
    }

    /// Address of a thread -> the locks that others wait for and that it holds.
    private static Map<String, Set<PrintedLock>> owned(Map<JavacoreThread, PrintedThread> built) {
        var owned = new HashMap<String, Set<PrintedLock>>();
        built.forEach((one, thread) ->
                one.owner()
                        .ifPresent(owner ->
                                stack(thread)
                                        .awaited()
                                        .ifPresent(lock ->
                                                owned.computeIfAbsent(
                                                                owner, _ -> new LinkedHashSet<>())
                                                        .add(lock))));
        return owned;
    }

    /// The class for whose initialiser a thread waits, where the thread that runs it is within one
    /// only.
    private static Optional<PrintedLock> initialiser(
            JavacoreThread waiting, Map<JavacoreThread, PrintedThread> built) {
        var initialising = waiting.initialising();
        if (initialising.isEmpty()) {
            return Optional.empty();
        }
        var classes =
                built.entrySet().stream()
                        .filter(one -> one.getKey().name().equals(initialising.get()))
                        .flatMap(one -> stack(one.getValue()).frames().stream())
                        .filter(frame -> frame.contains(INITIALISER))
                        .map(frame -> frame.substring(0, frame.indexOf(INITIALISER)))
                        .distinct()
                        .toList();
        return classes.size() == 1
                ? Optional.of(PrintedLock.initialiser(classes.getFirst()))
                : Optional.empty();
    }

    private static PrintedThread withLocks(
            PrintedThread thread, Set<PrintedLock> owned, Optional<PrintedLock> initialiser) {
        var stack = stack(thread);
        var locks = new ArrayList<>(stack.owned());
        owned.stream().filter(lock -> !locks.contains(lock)).forEach(locks::add);
        var changed =
                new PrintedStack(
                        stack.frames(), initialiser.or(stack::awaited), locks, stack.result());
        return thread.carried()
                .map(virtual ->
                        new PrintedThread(
                                thread.name(),
                                thread.number(),
                                thread.osThread(),
                                thread.state(),
                                thread.cpuNanos(),
                                thread.stack(),
                                Optional.of(
                                        new PrintedThread.Virtual(
                                                virtual.number(), virtual.name(), changed))))
                .orElseGet(() ->
                        new PrintedThread(
                                thread.name(),
                                thread.number(),
                                thread.osThread(),
                                thread.state(),
                                thread.cpuNanos(),
                                changed,
                                Optional.empty()));
    }
}
