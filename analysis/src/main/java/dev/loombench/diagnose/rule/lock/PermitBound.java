package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.Permits.Limit;
import dev.loombench.analysis.concurrency.Permits.Stack;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Threads that wait in one call for a permit of a `Semaphore` or another limit of [Permits] at
/// most moments: it bounds the throughput. Virtual ones wait in the last two lists of all threads;
/// from 100 on they are an [UnboundedQueue]. `PoolExhausted` has the permits of pools.
public final class PermitBound {
    public static final String ID = "permit-bound";

    /// Fewer virtual threads wait at moments of any load.
    private static final int FEWEST_LISTED = 10;

    /// Of more virtual threads not all are kept with their stacks.
    private static final int MOST_LISTED = 10_000;

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads queue for permits or a rate limit",
                    "printed threads; lists of all threads",
                    "3 platform threads or more wait in one call for a permit of a `Semaphore`, of Spring's `ConcurrencyThrottleSupport` (`@ConcurrencyLimit`) or of a `RateLimiter` (Guava, Resilience4j), or for a lock of Redisson, at three of four moments, or %d to %d virtual threads in the last two lists (with low confidence where they serve no requests, and not where nothing shows that permits of their `Semaphore` are taken, as it may signal work). A `Semaphore` has no owner: its permits taken are counted by the other threads in that method; critical where a platform thread has the same stack, without a limit of time, and no CPU time over 10 s or more, and all that came meanwhile wait too: no permit is returned; of a `Semaphore` only where requests, messages or tasks wait for these threads, further ones come, or a thread is in that method or its caller"
                            .formatted(FEWEST_LISTED, UnboundedQueue.QUEUE - 1),
                    "warning; a note where no thread serves a request, and it is a `RateLimiter`, a lock that several services share (Redisson), or a `Semaphore` whose permits others release: they handle no messages of a library, wait without a limit of time, and at most moments no thread is in the method that acquires one, nor in its caller; and they get them, or that method is all of their program, as of workers that have nothing to do (a warning where virtual threads are not listed)",
                    "[a queue at most moments](#threads-and-locks)",
                    Figures.class);

    private PermitBound() {}

    /// @param waiting threads, median of the moments
    /// @param taken permits of a `Semaphore` by stacks, likewise; empty of another limit
    /// @param still of the waiting threads of the last moment, did not run
    record Figures(int waiting, OptionalInt taken, int still, int moments) {}

    /// The threads in one call at one moment.
    ///
    /// @param taken permits, by stacks
    /// @param around other threads in the caller of the method that acquires one, which may hold a
    ///   permit that it returned with
    private record Queue(
            Place place, List<LiveThread> threads, int taken, int around, long atWork) {
        int waiting() {
            return threads.size();
        }

        Set<Long> numbers() {
            return threads.stream().map(LiveThread::number).collect(Collectors.toSet());
        }
    }

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history ->
                        Stream.concat(
                                lasting(history).map(all -> finding(all, history, evidence)),
                                listed(history, evidence)));
    }

    private static Stream<ServiceFinding> listed(ThreadHistory history, Evidence evidence) {
        var lists = history.lists();
        int virtual = evidence.threads().value().map(ThreadDump::virtual).orElse(0);
        if (lists.size() < 2 || virtual > MOST_LISTED) {
            return Stream.empty();
        }
        var before = virtual(lists.get(lists.size() - 2));
        return virtual(lists.getLast()).entrySet().stream()
                .filter(wait -> wait.getValue().size() >= FEWEST_LISTED)
                .filter(wait -> wait.getValue().size() < UnboundedQueue.QUEUE)
                .filter(wait ->
                        before.getOrDefault(wait.getKey(), List.of()).size() >= FEWEST_LISTED)
                .flatMap(wait -> listed(wait.getKey(), wait.getValue(), evidence).stream());
    }

    /// The virtual threads in each place.
    private static Map<Place, List<LiveThread>> virtual(List<LiveThread> threads) {
        return threads.stream()
                .filter(thread -> thread.virtual() && awaitsPermit(thread))
                .collect(
                        Collectors.groupingBy(
                                PermitBound::place, LinkedHashMap::new, Collectors.toList()));
    }

    private static boolean awaitsPermit(LiveThread thread) {
        return thread.isAtWork()
                && Permits.isAwaited(thread.frames())
                && RequestWaits.pool(thread.frames()).isEmpty();
    }

    /// Empty where they may have nothing to do: they serve no requests, and no other thread is in
    /// the method that acquires a permit of a `Semaphore`, which may signal work.
    private static Optional<ServiceFinding> listed(
            Place place, List<LiveThread> threads, Evidence evidence) {
        int waiting = threads.size();
        boolean serve = threads.stream().anyMatch(thread -> thread.served().isPresent());
        var limit = place.limit();
        var stacks =
                evidence.threads().value().stream()
                        .flatMap(dump -> dump.groups().stream())
                        .map(group -> new Stack(group.frames(), group.count()))
                        .toList();
        var taken =
                limit == Limit.SEMAPHORE
                        ? OptionalInt.of(Permits.taken(place.call(), stacks))
                        : OptionalInt.empty();
        if (!serve && taken.orElse(1) == 0) {
            return Optional.empty();
        }
        var call = place.withoutLambda().call();
        int virtual = evidence.threads().value().map(ThreadDump::virtual).orElse(0);
        return Optional.of(
                ServiceFinding.of(
                                RULE,
                                Severity.WARNING,
                                serve ? Confidence.MEDIUM : Confidence.LOW,
                                new FindingText(
                                        "%s wait for %s in %s"
                                                .formatted(
                                                        counted(waiting, "virtual thread"),
                                                        limit.awaited(),
                                                        call),
                                        limit.impact(),
                                        taken.orElse(1) == 0
                                                ? "%s. Else %s"
                                                        .formatted(
                                                                limit.remedyOfDead(),
                                                                limit.remedy())
                                                : limit.remedy()),
                                List.of(
                                        "in the last two lists of threads"
                                                + (taken.isPresent()
                                                        ? "; " + Permits.describe(taken.getAsInt())
                                                        : "")),
                                GarbageCollections.left(evidence)
                                        * waiting
                                        / Math.max(waiting, virtual),
                                new Figures(waiting, taken, 0, 2))
                        .withFrames(calls(threads)));
    }

    /// The finding of the permits that most of some printed threads await.
    public static Optional<ServiceFinding> ofMost(
            Collection<LiveThread> threads, Evidence evidence) {
        return PlatformPool.ofMost(
                threads,
                evidence,
                PermitBound::lasting,
                Queue::threads,
                (all, history) -> finding(all, history, evidence));
    }

    private static Stream<List<Queue>> lasting(ThreadHistory history) {
        return history
                .lastingQueues(PermitBound::queues, Queue::waiting, Queue::place)
                .values()
                .stream();
    }

    private static Stream<Queue> queues(ThreadMoment moment) {
        var waiting =
                moment.threads().stream()
                        .filter(thread -> !thread.virtual() && awaitsPermit(thread))
                        .collect(Collectors.groupingBy(PermitBound::place));
        var all = moment.threads().stream().map(t -> new Stack(t.frames(), 1)).toList();
        return waiting.entrySet().stream()
                .map(wait ->
                        new Queue(
                                wait.getKey().withoutLambda(),
                                wait.getValue(),
                                Permits.taken(wait.getKey().call(), all),
                                around(wait.getValue().getFirst(), all),
                                moment.atWork()));
    }

    private static int around(LiveThread waiting, List<Stack> all) {
        return Permits.callerOfAcquiring(waiting.frames())
                .map(caller -> Permits.taken(caller, all))
                .orElse(0);
    }

    /// Where a thread waits, and for what.
    private record Place(Limit limit, String call) {
        /// A lambda is named by the method that holds it.
        Place withoutLambda() {
            return new Place(limit, AppCalls.of(List.of(call)));
        }
    }

    /// Of a library's limit or semaphore, the caller of the library.
    private static Place place(LiveThread thread) {
        var frames = thread.frames();
        var limit = Permits.awaited(frames).orElseThrow();
        var frame = AppCalls.frame(frames);
        boolean own = limit == Limit.SEMAPHORE && !Libraries.contains(frame);
        return new Place(limit, own ? frame : AppCalls.caller(frames).orElse(frame));
    }

    /// Those that did not run over the whole observation.
    private static long still(Queue last, ThreadHistory history, Evidence evidence) {
        return evidence.showsProgress()
                ? last.threads().stream()
                        .filter(thread -> !thread.isTimed() && history.standsStill(thread))
                        .count()
                : 0;
    }

    /// Whether a thread waited all the time, and all that came meanwhile wait too. A permit that is
    /// returned wakes one of those, which uses CPU time although another thread takes it first; one
    /// that came meanwhile has used some before.
    ///
    /// @param still of the waiting threads of the last moment, did not run
    private static boolean isDead(List<Queue> queues, int still, ThreadHistory history) {
        var last = queues.getLast();
        return still > 0
                && last.threads().stream().noneMatch(LiveThread::isTimed)
                && last.threads().stream()
                        .filter(history::keepsStack)
                        .allMatch(thread -> history.processorShare(thread).orElse(0) == 0)
                && queues.stream().allMatch(queue -> last.numbers().containsAll(queue.numbers()));
    }

    /// Whether it may be that nothing was to be done for threads that got no permit of a
    /// `Semaphore`, as it signals work: nobody is seen to wait for them or to have a permit, and
    /// they are the same ones at all moments. Where permits were lost, it looks the same.
    private static boolean mayBeIdle(List<Queue> queues, ThreadHistory history, Evidence evidence) {
        var last = queues.getLast();
        return last.place().limit() == Limit.SEMAPHORE
                && queues.stream().allMatch(q -> q.taken() + q.around() == 0)
                && queues.stream().allMatch(q -> q.numbers().equals(last.numbers()))
                && !Standby.areAwaited(last.threads(), history, evidence);
    }

    /// Whether a thread has no other program than to wait for permits: no task has begun.
    private static boolean isWorker(LiveThread thread) {
        return !StackFrames.isOfExecutor(thread.frames())
                && Permits.callerOfAcquiring(thread.frames()).isEmpty();
    }

    private static Severity severity(boolean dead, boolean intended) {
        if (intended) {
            return Severity.NOTE;
        }
        return dead ? Severity.CRITICAL : Severity.WARNING;
    }

    private static Confidence confidence(boolean mayBeLost, boolean mayBeIntended) {
        if (mayBeIntended) {
            return Confidence.LOW;
        }
        return mayBeLost ? Confidence.MEDIUM : Confidence.HIGH;
    }

    /// Whether threads that serve no request wait for what holds them back by intention: the rate
    /// of a job, or a lock that another service has.
    private static boolean isByIntention(List<LiveThread> threads, Limit limit, int taken) {
        return threads.stream().allMatch(thread -> thread.served().isEmpty())
                && (limit.isRate() || (limit == Limit.REDISSON && taken == 0));
    }

    private static String impact(boolean dead, boolean signal, boolean idle, Limit limit) {
        if (idle) {
            return "they have nothing to do where others release permits as a signal to work; else"
                    + " permits are lost, and they wait for ever";
        }
        if (signal) {
            return "they go on as fast as others release permits, which may be a rate or a signal to"
                    + " work";
        }
        return dead ? "they wait for ever where none is released" : limit.impact();
    }

    private static String remedy(boolean dead, boolean signal, Limit limit) {
        if (signal) {
            return "where they are to go on sooner, let others release permits sooner";
        }
        return dead ? limit.remedyOfDead() : limit.remedy();
    }

    /// Whether others release the permits that threads of no request await, at a rate or as a
    /// signal to work: at most moments none is seen to have one.
    private static boolean isSignal(List<Queue> queues) {
        var last = queues.getLast();
        long unheld = queues.stream().filter(q -> q.taken() + q.around() == 0).count();
        return last.place().limit() == Limit.SEMAPHORE
                && unheld > queues.size() / 2
                && last.threads().stream().noneMatch(t -> t.isTimed() || t.servesOthers());
    }

    private static ServiceFinding finding(
            List<Queue> queues, ThreadHistory history, Evidence evidence) {
        var byWaiting = queues.stream().mapToInt(Queue::waiting).sorted().toArray();
        var byTaken = queues.stream().mapToInt(Queue::taken).sorted().toArray();
        int typical = byWaiting[byWaiting.length / 2];
        int taken = byTaken[byTaken.length / 2];
        var last = queues.getLast();
        int still = (int) still(last, history, evidence);
        boolean dead = isDead(queues, still, history);
        var limit = last.place().limit();
        boolean byStacks = limit == Limit.SEMAPHORE;
        boolean idle = dead && mayBeIdle(queues, history, evidence);
        boolean signal = !dead && isSignal(queues);
        boolean intended =
                signal
                        || isByIntention(last.threads(), limit, taken)
                        || (idle
                                && !evidence.mayHideVirtualThreads()
                                && last.threads().stream().allMatch(PermitBound::isWorker));
        return ServiceFinding.of(
                        RULE,
                        severity(dead && !idle, intended),
                        confidence(dead && taken == 0, intended || idle),
                        new FindingText(
                                "%s wait for %s in %s%s"
                                        .formatted(
                                                counted(typical, "thread"),
                                                limit.awaited(),
                                                last.place().call(),
                                                dead
                                                        ? ", and none got one in %d s"
                                                                .formatted(
                                                                        evidence.window()
                                                                                .toSeconds())
                                                        : ""),
                                impact(dead, signal, idle, limit),
                                remedy(dead, signal, limit)),
                        List.of(
                                "at %d of %s%s"
                                        .formatted(
                                                queues.size(),
                                                counted(history.moments().size(), "moment"),
                                                byStacks ? "; " + Permits.describe(taken) : "")),
                        GarbageCollections.left(evidence)
                                * typical
                                / Math.max(typical, last.atWork()),
                        new Figures(
                                typical,
                                byStacks ? OptionalInt.of(taken) : OptionalInt.empty(),
                                still,
                                queues.size()))
                .withFrames(calls(last.threads()));
    }

    private static List<String> calls(List<LiveThread> threads) {
        return AppCalls.mostFrequent(threads.stream().map(LiveThread::frames).toList());
    }
}
