package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.file.content.LockWaits;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.lang.Thread.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Waits that threads and flight recordings leave out, or show without their cause.
final class UnseenWaits {
    /// Fewer virtual threads that wait for a lock are in any list.
    private static final int MANY = 10;

    /// The first JDK whose list has the owners of locks of `java.util.concurrent`.
    private static final int FIRST_WITH_OWNERS = 26;

    /// Waits for a lock of `java.util.concurrent`.
    private static final Pattern LOCK =
            Pattern.compile("java\\.util\\.concurrent\\.locks\\.Reentrant[\\w$]+\\.lock.*");

    /// What a thread locks to read from it, by its class.
    private static final Pattern STREAM =
            Pattern.compile("(java\\.(io|net|nio)|sun|jdk\\.internal)\\.");

    private static final long NANOS_PER_MILLI = 1_000_000;

    /// A call in which a worker of an executor takes and runs tasks.
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor.runWorker(";

    /// Beginnings of the frame in which a thread of OkHttp's dispatcher executes a call. The thread
    /// has the name of the host.
    private static final List<String> OKHTTP =
            List.of(
                    "okhttp3.internal.connection.RealCall$AsyncCall.",
                    "okhttp3.RealCall$AsyncCall.");

    private static final String WEB_SOCKET = "okhttp3.internal.ws.";

    /// The calls to one host that it executes at once where nothing sets another number.
    private static final int PER_HOST = 5;

    private UnseenWaits() {}

    /// Subject -> the command that would observe it, in a fixed order.
    static Map<String, String> of(Evidence evidence) {
        var reasons = new LinkedHashMap<String, String>();
        var list = evidence.threads().value();
        if (evidence.jvm().isBefore(FIRST_WITH_OWNERS)
                && list.filter(UnseenWaits::showsLockWaits).isPresent()) {
            reasons.put(
                    "owners of locks that virtual threads await",
                    "a list of JDK %d and later names those of java.util.concurrent"
                            .formatted(FIRST_WITH_OWNERS));
        }
        evidence.files().lockWaits().forEach(waits -> reasons.putAll(ofRecording(waits)));
        evidence.printed().value().ifPresent(history -> addOkHttp(history, reasons));
        evidence.printed()
                .value()
                .filter(_ -> evidence.mayHideVirtualThreads() && evidence.showsProgress())
                .ifPresent(history ->
                        evidence.threads()
                                .missing()
                                .ifPresent(reason -> addHolders(history, reason, reasons)));
        int workers = list.map(UnseenWaits::busyWorkers).orElse(0);
        if (workers > 1) {
            reasons.put(
                    "queues of executors of virtual threads",
                    "all %,d virtual threads of executors executed a task when they were listed; a management bean with ActiveCount, MaximumPoolSize and QueueSize shows what waits"
                            .formatted(workers));
        }
        return reasons;
    }

    /// Platform threads that hold a monitor and did not run: virtual threads may wait for it, also
    /// those for which these wait.
    ///
    /// @param reason why virtual threads are not listed
    private static void addHolders(
            ThreadHistory history, String reason, Map<String, String> reasons) {
        for (var thread : history.last().threads()) {
            thread.stack().owned().stream()
                    .filter(lock -> lock.kind() == Kind.MONITOR)
                    .filter(lock -> waits(thread) || isInCall(thread, lock))
                    .findFirst()
                    .filter(_ -> history.standsStill(thread))
                    .ifPresent(monitor ->
                            reasons.put(
                                    "virtual threads that may wait for " + thread.label(),
                                    "it did not run in %s, and holds %s; %s"
                                            .formatted(
                                                    AppCalls.of(thread.frames()),
                                                    monitor.describe(),
                                                    reason)));
        }
    }

    /// Whether it is a platform thread that waits, neither for a lock nor for a limited time.
    private static boolean waits(LiveThread thread) {
        return !thread.virtual()
                && thread.isAtWork()
                && thread.state().filter(state -> state == State.WAITING).isPresent()
                && thread.stack().awaited().isEmpty();
    }

    /// Whether it is in a call of the system, as a read from a connection, with a monitor that is
    /// not that of the connection or stream itself.
    private static boolean isInCall(LiveThread thread, PrintedLock monitor) {
        return thread.isInNative() && !STREAM.matcher(monitor.type()).lookingAt();
    }

    /// Hosts to which as many calls ran at all moments as may.
    private static void addOkHttp(ThreadHistory history, Map<String, String> reasons) {
        if (history.moments().size() >= ThreadHistory.FEWEST_MOMENTS) {
            history.last().threads().stream()
                    .filter(UnseenWaits::isCall)
                    .map(LiveThread::name)
                    .distinct()
                    .filter(host ->
                            history.moments().stream()
                                    .allMatch(moment -> calls(host, moment) == PER_HOST))
                    .forEach(host ->
                            reasons.put(
                                    "queue of " + host,
                                    "%d calls ran at all moments, as many as Dispatcher.maxRequestsPerHost allows where nothing sets it; nothing shows what waits"
                                            .formatted(PER_HOST)));
        }
    }

    private static long calls(String host, ThreadMoment moment) {
        return moment.threads().stream()
                .filter(thread -> thread.name().equals(host) && isCall(thread))
                .count();
    }

    /// Whether it counts as a call to its host, which a connection of a WebSocket does not.
    private static boolean isCall(LiveThread thread) {
        return thread.frames().stream().anyMatch(f -> OKHTTP.stream().anyMatch(f::startsWith))
                && thread.frames().stream().noneMatch(f -> f.startsWith(WEB_SOCKET));
    }

    /// The waits for locks that a recording does not have. Those below 1 ms matter where a lock has
    /// thousands of them per second only.
    private static Map<String, String> ofRecording(LockWaits waits) {
        var threshold = waits.thresholdNanos();
        if (threshold.isEmpty()) {
            return Map.of(
                    "lock waits in the recording",
                    "it was made without jdk.JavaMonitorEnter or jdk.ThreadPark; jcmd PID JFR.start duration=60s filename=rec.jfr records both");
        }
        return threshold.getAsLong() <= NANOS_PER_MILLI
                ? Map.of()
                : Map.of(
                        "lock waits below %,d ms"
                                .formatted(threshold.getAsLong() / NANOS_PER_MILLI),
                        "the recording leaves them out; jcmd PID JFR.start duration=60s filename=rec.jfr jdk.JavaMonitorEnter#threshold=1ms jdk.ThreadPark#threshold=1ms records them (JDK 17 or later)");
    }

    /// The virtual threads of executors of the JDK; 0 where one of them waits for a task.
    private static int busyWorkers(ThreadDump dump) {
        var workers =
                virtual(dump)
                        .filter(group ->
                                group.frames().stream().anyMatch(f -> f.startsWith(WORKER)))
                        .toList();
        return workers.stream().map(StackGroup::frames).anyMatch(StackFrames::isIdle)
                ? 0
                : count(workers);
    }

    private static boolean showsLockWaits(ThreadDump dump) {
        return count(
                        virtual(dump)
                                .filter(group ->
                                        group.frames().stream()
                                                .anyMatch(f -> LOCK.matcher(f).matches()))
                                .toList())
                >= MANY;
    }

    private static Stream<StackGroup> virtual(ThreadDump dump) {
        return dump.groups().stream().filter(group -> group.kind() == ThreadKind.VIRTUAL);
    }

    private static int count(List<StackGroup> groups) {
        return groups.stream().mapToInt(StackGroup::count).sum();
    }
}
