package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress.Figures;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Threads that did not run, whatever other threads of their pool do: several that wait for a
/// result or serve a request in one call, and those of [StuckSchedulers] and [OrderedTasks].
/// Requests that hang in no call of many, and tasks of other executors, look like work that takes
/// long, or like a consumer.
///
/// A virtual thread has no CPU time of its own. One that serves one request only, and that waits
/// with the same stack in each list of all threads, did not return meanwhile.
///
/// A wait for a limited time, or for an element of a queue, may be there by intention: a request
/// that is answered once there is news, a stream of events, a consumer.
final class StuckCalls {
    /// The call is in one of these topmost frames.
    private static final int TOP = 12;

    /// Reads and connects of a socket for a limited time, in which a thread counts as running;
    /// before JDK 13 those without a limit look the same.
    private static final Pattern MAY_BE_TIMED =
            Pattern.compile(
                    "(?:sun\\.nio\\.ch\\.\\w+\\.timed\\w+|java\\.net\\.SocketInputStream\\.socketRead0)\\(.*");

    /// Of the application's own code: drivers call so what they read in response.
    private static final Pattern RECEIVES = Pattern.compile("(?i)receiv");

    /// A method of the application that asks for news or messages, and a class that does nothing
    /// else, as a word of its name. Other classes with such names, as listeners and consumers,
    /// handle what has come.
    private static final Pattern ASKS =
            Pattern.compile(
                    ".*(?:(?<![A-Za-z])(?:watch|poll)|(?<!Stop)Watch|Poll)(?:ers?|ing)?(?![a-z]).*"
                            + "|.*\\.\\w*(?i:receiv|listen|consum|subscrib)\\w*");

    /// A method or a class of the application that sends events, by a part of its name.
    private static final Pattern SENDS =
            Pattern.compile(
                    "(?i:news|event|stream|feed|notif|subscri|listen|watch|poll|next)|Sse|SSE");

    private static final String JOIN = "java.lang.Thread.join(";

    private static final String BACK_PRESSURE =
            "org.apache.flink.runtime.io.network.buffer.LocalBufferPool.";

    static final String ONE_RESULT = "each waited for the same object at all moments";

    private static final String SAME_STACK =
            "the same stacks in all lists of threads; a thread serves one request";

    private static final String NO_RESPONSE =
            "their requests have no response, unless they send events now and then";

    private StuckCalls() {}

    /// @param named threads of other findings
    /// @param owners of locks that other findings name with those that wait for them
    static Stream<ServiceFinding> in(
            ThreadHistory history,
            Set<LiveThread> named,
            Set<LiveThread> owners,
            Evidence evidence) {
        var others = new HashSet<>(named);
        var results = resultCalls(history, others);
        results.values().forEach(others::addAll);
        var all = new HashSet<>(others);
        all.addAll(owners);
        return Stream.of(
                        results.values().stream().map(still -> ofResult(still, history, evidence)),
                        requests(history, others, evidence),
                        virtualRequests(history, others, evidence),
                        StuckSchedulers.in(history, all, evidence),
                        OrderedTasks.in(history, all, evidence))
                .flatMap(findings -> findings);
    }

    /// Call -> threads that wait for a result in it. One or two may do so by intention, as the main
    /// thread of a program.
    private static Map<String, List<LiveThread>> resultCalls(
            ThreadHistory history, Set<LiveThread> named) {
        var still =
                history.last().threads().stream()
                        .filter(thread -> !thread.virtual() && isInResultCall(thread))
                        .filter(thread -> !named.contains(thread) && history.standsStill(thread))
                        .filter(thread -> !history.mayHaveReturned(thread));
        var virtual =
                history.awaitingOneResult().stream()
                        .filter(thread -> isInResultCall(thread) && !awaitsThread(thread));
        return byCall(Stream.concat(still, virtual), history);
    }

    /// The fault of an executor all of whose threads wait for results; empty where there is none.
    ///
    /// @param named threads of other findings
    static Optional<ServiceFinding> ofExecutor(
            ThreadHistory history, Set<LiveThread> named, Evidence evidence) {
        return resultCalls(history, named).values().stream()
                .filter(still -> ResultWaits.wholeExecutor(still, history.last()).isPresent())
                .map(still -> ofResult(still, history, evidence))
                .filter(finding -> finding.severity().isAtLeast(Severity.WARNING))
                .findFirst();
    }

    /// Those in which as many are as show a queue, in order of their names.
    private static Map<String, List<LiveThread>> byCall(
            Stream<LiveThread> threads, ThreadHistory history) {
        Map<String, List<LiveThread>> calls =
                threads.collect(
                        Collectors.groupingBy(StuckCalls::call, TreeMap::new, Collectors.toList()));
        calls.values().removeIf(still -> still.size() < history.fewestWaiting());
        return calls;
    }

    /// The call of a library's future is that of all who wait for one.
    private static String call(LiveThread thread) {
        var frames = thread.frames();
        return ResultWaits.isOfLibrary(frames) ? AppCalls.withCaller(frames) : AppCalls.of(frames);
    }

    /// Whether it waits for the end of a thread, which is in the list itself: one per connection
    /// may do so for as long as that is open.
    private static boolean awaitsThread(LiveThread thread) {
        return thread.frames().stream().limit(TOP).anyMatch(frame -> frame.startsWith(JOIN));
    }

    static boolean isInResultCall(LiveThread thread) {
        return thread.isAtWork() && awaitsResult(thread);
    }

    /// Whether it waits for a result. One that waits for a limited time for a signal may ask for it
    /// again and again, as a loop does until it is stopped.
    private static boolean awaitsResult(LiveThread thread) {
        return ResultWaits.awaited(thread.frames())
                .filter(type -> !thread.isTimed() || !ResultWaits.isSignal(type))
                .isPresent();
    }

    private static ServiceFinding ofResult(
            List<LiveThread> still, ThreadHistory history, Evidence evidence) {
        boolean virtual = still.stream().allMatch(LiveThread::virtual);
        var whole = ResultWaits.wholeExecutor(still, history.last());
        var work = workBehind(still, history);
        boolean intended =
                work.isPresent() || still.stream().allMatch(StuckCalls::mayWaitByIntention);
        return ServiceFinding.of(
                        NoProgress.RULE,
                        intended ? Severity.NOTE : Severity.WARNING,
                        intended
                                        || (virtual && haveOneEach(still))
                                        || still.stream().allMatch(StuckCalls::awaitsNews)
                                ? Confidence.LOW
                                : Confidence.MEDIUM,
                        new FindingText(
                                "%s in %s for what others are to do (%s), and did not run in %d s"
                                        .formatted(
                                                NoProgress.waits(
                                                        still.size(),
                                                        virtual ? "virtual thread" : "thread"),
                                                AppCalls.ofAll(frames(still)),
                                                ResultWaits.awaited(still.getFirst().frames())
                                                        .orElseThrow(),
                                                evidence.window().toSeconds()),
                                stops(still, virtual, evidence),
                                ResultWaits.remedyOfResult(still, whole.isPresent())),
                        Stream.of(
                                        Stream.of(virtual ? ONE_RESULT : NoProgress.STILL),
                                        whole.stream(),
                                        work.stream().map(StuckCalls::describe))
                                .flatMap(lines -> lines)
                                .toList(),
                        shareOfWork(still, history, evidence),
                        figures(still, still.size(), evidence))
                .withFrames(AppCalls.mostFrequent(frames(still)));
    }

    /// What threads that serve no request may wait for, where it goes on.
    private static Optional<LiveThread> workBehind(List<LiveThread> still, ThreadHistory history) {
        return still.stream().anyMatch(LiveThread::servesOthers)
                ? Optional.empty()
                : WorkBehind.ofMethod(still, history);
    }

    private static String describe(LiveThread work) {
        return "%s ran in %s meanwhile: they may wait for it"
                .formatted(work.label(), AppCalls.of(work.frames()));
    }

    private static List<List<String>> frames(List<LiveThread> threads) {
        return threads.stream().map(LiveThread::frames).toList();
    }

    /// Whether each waits for another result, as a thread per client does until that closes.
    private static boolean haveOneEach(List<LiveThread> threads) {
        return threads.stream().map(thread -> thread.stack().result()).distinct().count()
                == threads.size();
    }

    /// Whether it serves no request, and asks for news, or waits for a process, which may take
    /// long, or for the next step of a job of Flink, which holds it back.
    private static boolean mayWaitByIntention(LiveThread thread) {
        var frames = thread.frames();
        return thread.served().isEmpty()
                && (asksForNews(frames)
                        || StackFrames.awaitsProcess(frames)
                        || frames.stream().anyMatch(frame -> frame.startsWith(BACK_PRESSURE)));
    }

    private static boolean asksForNews(List<String> frames) {
        var call = AppCalls.frame(frames);
        return (Libraries.contains(call) && StackFrames.awaitsNews(List.of(call)))
                || AppCalls.caller(frames)
                        .map(StackFrames::withoutPackage)
                        .filter(own -> ASKS.matcher(own).matches())
                        .isPresent();
    }

    /// Whether its call waits for news or messages by its name, as a consumer does.
    private static boolean awaitsNews(LiveThread thread) {
        var frames = thread.frames();
        var caller = AppCalls.caller(frames);
        return caller.map(StackFrames::withoutPackage)
                        .filter(call -> RECEIVES.matcher(call).find())
                        .isPresent()
                || StackFrames.awaitsNews(
                        Stream.concat(Stream.of(AppCalls.frame(frames)), caller.stream()).toList());
    }

    private static String stops(List<LiveThread> still, boolean virtual, Evidence evidence) {
        if (still.stream().allMatch(LiveThread::isTimed)) {
            return "what they do stands still until that comes or their time is over";
        }
        return (virtual
                        ? "what they do stands still, unless they send events now and then"
                        : "what they do stands still")
                + "; they wait for ever where that does not come, and work that takes long looks the same"
                + NoProgress.orLater(evidence);
    }

    private static Figures figures(Collection<LiveThread> still, int affected, Evidence evidence) {
        return new Figures(still.size(), affected, evidence.window().toSeconds());
    }

    /// Threads of a web server that serve a request in one call, as those that read from a backend
    /// without a limit of time.
    private static Stream<ServiceFinding> requests(
            ThreadHistory history, Set<LiveThread> named, Evidence evidence) {
        return PlatformPool.requestGroups(history.last()).stream()
                .filter(pool -> pool.server().isPresent())
                .flatMap(pool ->
                        byCall(
                                        pool.threads().stream()
                                                .filter(thread -> thread.served().isPresent())
                                                .filter(thread -> !named.contains(thread))
                                                .filter(thread -> !awaitsResult(thread))
                                                .filter(thread ->
                                                        !StackFrames.isInRuntime(thread.frames()))
                                                .filter(thread ->
                                                        !EventLoop.executes(thread.frames()))
                                                .filter(thread -> mayHang(thread, history)),
                                        history)
                                .values()
                                .stream()
                                .map(still -> ofRequests(still, pool, evidence)));
    }

    /// Whether it is a platform thread that may hang, and did not run.
    static boolean mayHang(LiveThread thread, ThreadHistory history) {
        return !thread.virtual() && mayHang(thread) && history.standsStill(thread);
    }

    /// Whether it is at work, and waits neither for a limited time nor for what another rule names.
    static boolean mayHang(LiveThread thread) {
        return thread.isAtWork()
                && !thread.isTimed()
                && thread.stack().awaited().isEmpty()
                && !Permits.isAwaited(thread.frames())
                && !thread.usesQueue()
                && thread.frames().stream()
                        .limit(TOP)
                        .noneMatch(frame -> MAY_BE_TIMED.matcher(frame).matches());
    }

    /// Virtual threads that serve a request in one call, as those that read from a backend without
    /// a limit of time; before JDK 25 also those that wait for a lock, which no list shows.
    private static Stream<ServiceFinding> virtualRequests(
            ThreadHistory history, Set<LiveThread> named, Evidence evidence) {
        return byCall(
                        history.waitingAlike().stream()
                                .filter(LiveThread::servesOneRequest)
                                .filter(thread -> !named.contains(thread))
                                .filter(thread -> !StackFrames.isInRuntime(thread.frames()))
                                .filter(thread -> !EventLoop.executes(thread.frames()))
                                .filter(thread -> !thread.awaitsOwnNotification())
                                .filter(StuckCalls::mayHang),
                        history)
                .values()
                .stream()
                .map(still -> ofVirtualRequests(still, history, evidence));
    }

    private static ServiceFinding ofVirtualRequests(
            List<LiveThread> still, ThreadHistory history, Evidence evidence) {
        return ServiceFinding.of(
                        NoProgress.RULE,
                        Severity.WARNING,
                        Confidence.LOW,
                        new FindingText(
                                "%s that serve requests of %s are still in %s after %d s"
                                        .formatted(
                                                counted(still.size(), "virtual thread"),
                                                still.getFirst().served().orElseThrow().name(),
                                                AppCalls.ofAll(frames(still)),
                                                evidence.window().toSeconds()),
                                NO_RESPONSE,
                                ResultWaits.remedy(still, false)),
                        List.of(SAME_STACK),
                        shareOfWork(still, history, evidence),
                        figures(still, still.size(), evidence))
                .withFrames(AppCalls.mostFrequent(frames(still)));
    }

    /// The share of the threads at work that they are, of what stops leave.
    private static double shareOfWork(
            List<LiveThread> still, ThreadHistory history, Evidence evidence) {
        return GarbageCollections.left(evidence)
                * still.size()
                / Math.max(still.size(), history.last().atWork());
    }

    /// Requests that wait for a notification may be streams of events, as a name says.
    private static ServiceFinding ofRequests(
            List<LiveThread> still, PlatformPool pool, Evidence evidence) {
        boolean intended = still.stream().allMatch(StuckCalls::maySendEvents);
        return ServiceFinding.of(
                        NoProgress.RULE,
                        intended ? Severity.NOTE : Severity.WARNING,
                        intended ? Confidence.LOW : Confidence.MEDIUM,
                        new FindingText(
                                "%d of %s of %s did not run in %d s: they are still in %s"
                                        .formatted(
                                                still.size(),
                                                counted(pool.size(), "thread"),
                                                pool.name(),
                                                evidence.window().toSeconds(),
                                                AppCalls.ofAll(frames(still))),
                                NO_RESPONSE
                                        + ", and the pool has fewer threads for others; a long request looks"
                                        + " the same"
                                        + NoProgress.orLater(evidence),
                                ResultWaits.remedy(still, false)),
                        List.of(NoProgress.STILL),
                        GarbageCollections.left(evidence) * still.size() / pool.size(),
                        figures(still, pool.size(), evidence))
                .withFrames(AppCalls.mostFrequent(frames(still)));
    }

    private static boolean maySendEvents(LiveThread thread) {
        return thread.awaitsOwnNotification()
                && AppCalls.caller(thread.frames())
                        .map(StackFrames::withoutPackage)
                        .filter(own -> SENDS.matcher(own).find())
                        .isPresent();
    }
}
