package dev.loombench.diagnose.rule;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.carrier.CarriersBlocked;
import dev.loombench.diagnose.rule.carrier.CarriersComputing;
import dev.loombench.diagnose.rule.carrier.PinnedCarriers;
import dev.loombench.diagnose.rule.carrier.Saturation;
import dev.loombench.diagnose.rule.defect.DefectsAtWork;
import dev.loombench.diagnose.rule.defect.JvmCrash;
import dev.loombench.diagnose.rule.lock.Deadlock;
import dev.loombench.diagnose.rule.lock.LockBound;
import dev.loombench.diagnose.rule.lock.NoProgress;
import dev.loombench.diagnose.rule.lock.PermitBound;
import dev.loombench.diagnose.rule.lock.ShuttingDown;
import dev.loombench.diagnose.rule.lock.UnboundedQueue;
import dev.loombench.diagnose.rule.lock.UnreadOutput;
import dev.loombench.diagnose.rule.pool.ConnectionsExhausted;
import dev.loombench.diagnose.rule.pool.EndlessCall;
import dev.loombench.diagnose.rule.pool.EventLoopBlocked;
import dev.loombench.diagnose.rule.pool.ExecutorExhausted;
import dev.loombench.diagnose.rule.pool.FullQueue;
import dev.loombench.diagnose.rule.pool.PoolExhausted;
import dev.loombench.diagnose.rule.pool.StuckPools;
import dev.loombench.diagnose.rule.pool.ThreadGrowth;
import dev.loombench.diagnose.rule.pool.WebPoolExhausted;
import dev.loombench.diagnose.rule.resource.BusyProcessors;
import dev.loombench.diagnose.rule.resource.ContainerRules;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.diagnose.rule.resource.HeapGrowth;
import dev.loombench.diagnose.rule.resource.MemoryRules;
import dev.loombench.diagnose.rule.resource.OpenFileLimit;
import dev.loombench.diagnose.rule.resource.OutOfMemory;
import dev.loombench.diagnose.rule.resource.Safepoints;
import dev.loombench.diagnose.rule.resource.SaturatedThreads;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// All rules.
public final class Rules {
    private static final List<Function<Evidence, Stream<ServiceFinding>>> ALL =
            List.of(
                    optional(GarbageCollections::in),
                    optional(Safepoints::in),
                    optional(CarriersBlocked::in),
                    optional(CarriersComputing::in),
                    optional(PinnedCarriers::in),
                    Deadlock::in,
                    optional(UnreadOutput::in),
                    optional(ShuttingDown::in),
                    StuckPools::in,
                    LockBound::in,
                    PermitBound::in,
                    FullQueue::in,
                    EventLoopBlocked::in,
                    SaturatedThreads::in,
                    EndlessCall::in,
                    optional(BusyProcessors::in),
                    ThreadGrowth::in,
                    PoolExhausted::in,
                    WebPoolExhausted::in,
                    ConnectionsExhausted::in,
                    ExecutorExhausted::in,
                    optional(ContainerRules::throttled),
                    optional(ContainerRules::heap),
                    optional(HeapGrowth::in),
                    optional(MemoryRules::threadLocals),
                    optional(MemoryRules::stacks),
                    optional(MemoryRules::direct),
                    MemoryRules::limited,
                    OutOfMemory::in,
                    optional(OpenFileLimit::in));

    /// Rules of the list of all threads, which find less where its locks are known.
    private static final List<Function<Evidence, Stream<ServiceFinding>>> OF_LIST =
            List.of(optional(UnboundedQueue::in));

    private static final Set<String> EXPLAINED =
            Set.of(CarriersComputing.BUSY, CarriersComputing.STARVED, BusyProcessors.ID);

    /// What says what uses the processors of a service, or takes them from it.
    private static final Set<String> USE_PROCESSORS =
            Set.of(
                    CarriersComputing.BUSY,
                    CarriersComputing.STARVED,
                    CarriersComputing.MONOPOLIZED,
                    EndlessCall.ID,
                    GarbageCollections.ID,
                    Safepoints.ID,
                    ContainerRules.THROTTLED);

    /// What may keep the hooks of a JVM that is shutting down.
    private static final Set<String> KEEP_THREADS =
            Set.of(
                    Deadlock.ID,
                    NoProgress.ID,
                    LockBound.ID,
                    UnreadOutput.ID,
                    CarriersBlocked.ID,
                    CarriersComputing.MONOPOLIZED);

    /// What threads show that print to a pipe which nobody reads, or wait for one that does.
    private static final Set<String> SHOW_UNREAD =
            Set.of(NoProgress.ID, LockBound.ID, FullQueue.ID, CarriersBlocked.ID);

    /// What takes the time that carriers have too little of.
    private static final Set<String> STOPS = Set.of(GarbageCollections.ID, Safepoints.ID);

    /// Of causes: a lock, a pool of connections whose threads await it, and the pool of a server
    /// whose threads await a connection.
    private static final int LONGEST_CHAIN = 2;

    private static final String INITIALISER = ".<clinit>(";

    private Rules() {}

    private static Function<Evidence, Stream<ServiceFinding>> optional(
            Function<Evidence, Optional<ServiceFinding>> rule) {
        return evidence -> rule.apply(evidence).stream();
    }

    /// The findings, most important first. A pure function of the evidence.
    public static List<ServiceFinding> apply(Evidence evidence, KnownDefects table) {
        return apply(List.of(evidence), table);
    }

    /// The findings in several views of one JVM, as its threads are printed and are listed. A fault
    /// that two views show stands once. The list of all threads is judged by the last view, which
    /// shows its locks where any does.
    ///
    /// @param views at least one
    public static List<ServiceFinding> apply(List<Evidence> views, KnownDefects table) {
        var defects =
                ofAll(
                        views,
                        view ->
                                Stream.concat(
                                        JvmCrash.in(view, table), DefectsAtWork.in(view, table)));
        var others = ofAll(views, view -> of(ALL, view));
        others.addAll(of(OF_LIST, views.getLast()).toList());
        boolean explained = explain(defects, others);
        leaveOut(BusyProcessors.ID, USE_PROCESSORS, others);
        leaveOut(ShuttingDown.ID, KEEP_THREADS, others);
        explainCarriers(others);
        explainUnread(others);
        for (int i = 0; i < LONGEST_CHAIN; i++) {
            var all = List.copyOf(others);
            others.replaceAll(finding -> finding.asSevereAsConsequences(all));
        }
        return causesFirst(
                Stream.concat(
                                others.stream()
                                        .filter(f -> !explained || !EXPLAINED.contains(f.id())),
                                defects.stream())
                        .sorted(ServiceFinding.BY_IMPACT)
                        .toList());
    }

    /// In the same order, but each behind its cause: what a cause makes may stop more threads than
    /// are seen at the cause itself.
    private static List<ServiceFinding> causesFirst(List<ServiceFinding> findings) {
        var ordered = new LinkedHashSet<ServiceFinding>();
        findings.forEach(finding -> addWithCause(finding, findings, ordered));
        return List.copyOf(ordered);
    }

    private static void addWithCause(
            ServiceFinding finding, List<ServiceFinding> all, Set<ServiceFinding> ordered) {
        var others = all.stream().filter(other -> !other.equals(finding)).toList();
        others.stream()
                .filter(finding::isConsequenceOf)
                .findFirst()
                .ifPresent(cause -> addWithCause(cause, others, ordered));
        ordered.add(finding);
    }

    /// Carriers in a class initialiser are blocked by a deadlock that has the same one: no number
    /// of them ends it.
    private static void explainCarriers(List<ServiceFinding> findings) {
        var deadlocks =
                findings.stream().filter(finding -> finding.id().equals(Deadlock.ID)).toList();
        findings.replaceAll(finding ->
                deadlocks.stream()
                        .filter(_ -> isOfInitialiser(finding))
                        .filter(finding::sharesCalled)
                        .findFirst()
                        .map(deadlock ->
                                finding.explainedBy(deadlock, "the deadlock keeps carriers"))
                        .orElse(finding));
    }

    /// What stands still because it prints ends with the output's fault.
    private static void explainUnread(List<ServiceFinding> findings) {
        findings.stream()
                .filter(finding -> finding.id().equals(UnreadOutput.ID))
                .findFirst()
                .ifPresent(output ->
                        findings.replaceAll(finding ->
                                SHOW_UNREAD.contains(finding.id())
                                                && finding.cause().isEmpty()
                                                && finding.sharesCalled(output)
                                        ? finding.explainedBy(output, "these threads print there")
                                        : finding));
    }

    private static boolean isOfInitialiser(ServiceFinding finding) {
        return finding.id().equals(CarriersBlocked.ID)
                && finding.frames().stream().anyMatch(frame -> frame.contains(INITIALISER));
    }

    /// Removes the findings of an id where others explain them that are as severe: a note, or a
    /// fault of a part, explains no service that stands still.
    private static void leaveOut(String id, Set<String> causes, List<ServiceFinding> findings) {
        var explaining =
                findings.stream().filter(finding -> causes.contains(finding.id())).toList();
        findings.removeIf(finding ->
                finding.id().equals(id)
                        && explaining.stream()
                                .anyMatch(cause -> cause.severity().isAtLeast(finding.severity())));
    }

    private static Stream<ServiceFinding> of(
            List<Function<Evidence, Stream<ServiceFinding>>> rules, Evidence view) {
        return rules.stream().flatMap(rule -> rule.apply(view));
    }

    private static List<ServiceFinding> ofAll(
            List<Evidence> views, Function<Evidence, Stream<ServiceFinding>> rules) {
        List<ServiceFinding> findings = new ArrayList<>();
        for (var view : views) {
            findings = ServiceFinding.merge(findings, rules.apply(view).toList());
        }
        return findings;
    }

    /// Whether every carrier had a virtual thread at most moments and no finding says what it did:
    /// the times in files are without that in the run queue.
    public static boolean leaveCarriersOpen(Evidence evidence, List<ServiceFinding> findings) {
        return !evidence.carriers().exact()
                && evidence.carriers().history().value().filter(Saturation::holds).isPresent()
                && findings.stream().noneMatch(f -> f.id().startsWith("carriers-"));
    }

    /// A defect on most stacks is the work that carriers have too much of; collections and other
    /// stops that take most of the time leave them too little of it.
    private static boolean explain(List<ServiceFinding> defects, List<ServiceFinding> others) {
        return Stream.concat(defects.stream(), others.stream().filter(f -> STOPS.contains(f.id())))
                .anyMatch(cause -> cause.severity() == Severity.CRITICAL);
    }
}
