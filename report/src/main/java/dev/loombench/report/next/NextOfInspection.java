package dev.loombench.report.next;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.rule.carrier.CarriersComputing;
import dev.loombench.diagnose.rule.lock.Deadlock;
import dev.loombench.diagnose.rule.lock.NoProgress;
import dev.loombench.diagnose.rule.lock.ShuttingDown;
import dev.loombench.diagnose.rule.pool.EndlessCall;
import dev.loombench.diagnose.rule.resource.BusyProcessors;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.diagnose.rule.resource.HeapGrowth;
import dev.loombench.diagnose.rule.resource.SaturatedThreads;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.result.VirtualMachine;
import java.util.OptionalLong;
import java.util.Set;

/// The one command that is worth running after an inspection.
public final class NextOfInspection {
    /// The first JDK whose carriers can be governed, and which counts the waits for sockets.
    private static final int WITH_SCHEDULER = 24;

    /// Findings of threads that do not go on by themselves.
    private static final Set<String> HANGS = Set.of(Deadlock.ID, NoProgress.ID, ShuttingDown.ID);

    /// Those of code that uses processors.
    private static final Set<String> COMPUTES =
            Set.of(
                    BusyProcessors.ID,
                    CarriersComputing.BUSY,
                    CarriersComputing.STARVED,
                    EndlessCall.ID,
                    SaturatedThreads.ID);

    private static final String PROFILE = "loombench inspect --profile ";
    private static final String ALL = "shows all evidence";
    private static final String UNSEEN = "shows what was not observed, and the reasons";

    private NextOfInspection() {}

    /// It is never one that may crash the service, and to one that hangs it sends no requests.
    ///
    /// @param profiled whether its code was profiled already
    public static NextCommand of(Diagnosis diagnosis, boolean profiled) {
        if (!diagnosis.target().isLive()) {
            return ofFiles(diagnosis);
        }
        var next = ofLive(diagnosis);
        return profiled && next.command().startsWith(PROFILE)
                ? new NextCommand(verbose(diagnosis, diagnosis.target().livePid()), ALL)
                : next;
    }

    private static NextCommand ofFiles(Diagnosis diagnosis) {
        if (!diagnosis.evidence().files().crashes().isEmpty()) {
            return new NextCommand(
                    "loombench doctor", "lists the known defects of the JDKs of this machine");
        }
        var pid = diagnosis.target().pid();
        if (diagnosis.evidence().jvm().vm() == VirtualMachine.OPENJ9) {
            return ofOpenJ9(pid);
        }
        if (pid.isEmpty()) {
            return new NextCommand(
                    "loombench inspect",
                    "lists the JVMs of this user; the process itself shows more than its files, while"
                            + " it runs");
        }
        return diagnosis.evidence().printed().value().isEmpty()
                ? new NextCommand(
                        "jcmd %d Thread.print > threads.txt".formatted(pid.getAsLong()),
                        "three times, with 10 s in between, shows whether threads make progress;"
                                + " inspect all files together")
                : new NextCommand(
                        "loombench inspect %d".formatted(pid.getAsLong()),
                        "observes the process itself, while it runs");
    }

    /// It cannot be attached to.
    private static NextCommand ofOpenJ9(OptionalLong pid) {
        var three =
                "three with 10 s in between show whether threads make progress; inspect all files"
                        + " together";
        return pid.isPresent()
                ? new NextCommand(
                        "jcmd %d Dump.java".formatted(pid.getAsLong()),
                        "writes a javacore; " + three)
                : new NextCommand(
                        "jcmd -l",
                        "lists the JVMs of this user, of which jcmd ID Dump.java writes a javacore; "
                                + three);
    }

    private static NextCommand ofLive(Diagnosis diagnosis) {
        long pid = diagnosis.target().livePid();
        if (diagnosis.findings().isEmpty()) {
            return ofHealthy(diagnosis, pid);
        }
        var first = diagnosis.findings().getFirst();
        if (hangs(diagnosis)) {
            return ofHung(diagnosis, pid);
        }
        if (first.id().equals(HeapGrowth.ID)
                || (first.id().equals(GarbageCollections.ID) && sets(first, Setting.HEAP))) {
            return new NextCommand(
                    "jcmd %d GC.class_histogram".formatted(pid),
                    "counts the objects that live, by class; it collects garbage, which stops all threads");
        }
        if (first.id().equals(GarbageCollections.ID)) {
            return profile(pid, "shows which code allocates");
        }
        if (sets(first, Setting.CARRIERS) && diagnosis.evidence().isFrom(WITH_SCHEDULER)) {
            return new NextCommand(
                    "loombench govern %d".formatted(pid),
                    "adds carriers while it runs, and shows whether that is enough");
        }
        return COMPUTES.contains(first.id())
                ? profile(pid, "shows which code uses the processors")
                : new NextCommand(verbose(diagnosis, pid), ALL);
    }

    /// Whether the first finding, or what it makes, is of threads that do not go on. Those of a
    /// note may wait by intention.
    public static boolean hangs(Diagnosis diagnosis) {
        var findings = diagnosis.findings();
        return findings.stream()
                .limit(1)
                .anyMatch(first ->
                        isHang(first)
                                || findings.stream()
                                        .filter(NextOfInspection::isHang)
                                        .anyMatch(finding -> finding.isConsequenceOf(first)));
    }

    private static boolean isHang(ServiceFinding finding) {
        return HANGS.contains(finding.id()) && finding.severity().isAtLeast(Severity.WARNING);
    }

    /// The stacks are lost once the service is started again.
    private static NextCommand ofHung(Diagnosis diagnosis, long pid) {
        boolean lists = diagnosis.evidence().carriers().used() && !diagnosis.mayCrashWhileListed();
        return new NextCommand(
                lists
                        ? "jcmd %d Thread.dump_to_file -format=json /tmp/threads-%1$d.json"
                                .formatted(pid)
                        : "jcmd %d Thread.print > threads-%1$d.txt".formatted(pid),
                "keeps the stacks before the service is started again, which ends the hang;"
                        + " loombench inspect reads them");
    }

    private static NextCommand profile(long pid, String purpose) {
        return new NextCommand(PROFILE + pid, purpose);
    }

    /// With the lists of threads that this diagnosis is from.
    private static String verbose(Diagnosis diagnosis, long pid) {
        return "loombench inspect --verbose %s%d"
                .formatted(diagnosis.listedOnRequest() ? "--list-threads " : "", pid);
    }

    /// Load shows nothing of a service that works already, nor of one that may hang, and none can
    /// be put on a process that listens on no port.
    private static NextCommand ofHealthy(Diagnosis diagnosis, long pid) {
        var evidence = diagnosis.evidence();
        boolean works = evidence.printed().value().filter(h -> !h.isIdle()).isPresent();
        if (works && diagnosis.ageInWarmUp().isPresent()) {
            return new NextCommand(
                    "loombench inspect %d".formatted(pid), "shows its work after its warm-up");
        }
        if (works) {
            return evidence.unexamined().isEmpty()
                    ? profile(pid, "shows which code costs, in CPU time and allocations")
                    : new NextCommand(verbose(diagnosis, pid), UNSEEN);
        }
        if (evidence.mayHideVirtualThreads()) {
            return evidence.isFrom(WITH_SCHEDULER)
                    ? new NextCommand(
                            "jcmd %d Thread.vthread_pollers".formatted(pid),
                            "counts the virtual threads that wait for a socket, and cannot crash the"
                                    + " JVM as a list of them may")
                    : new NextCommand(verbose(diagnosis, pid), UNSEEN);
        }
        if (virtualThreadsWait(evidence)) {
            return new NextCommand(verbose(diagnosis, pid), "shows where its virtual threads wait");
        }
        return evidence.printed().value().filter(ThreadHistory::listensNowhere).isPresent()
                ? new NextCommand(verbose(diagnosis, pid), UNSEEN)
                : new NextCommand(
                        "loombench load --pid %d URL".formatted(pid),
                        "puts load on it; inspect it meanwhile");
    }

    private static boolean virtualThreadsWait(Evidence evidence) {
        return evidence.threads().value().stream()
                .flatMap(list -> list.groups().stream())
                .anyMatch(group -> group.kind() == ThreadKind.VIRTUAL && !group.frames().isEmpty());
    }

    private static boolean sets(ServiceFinding finding, String property) {
        return finding.setting().filter(s -> s.property().equals(property)).isPresent();
    }
}
