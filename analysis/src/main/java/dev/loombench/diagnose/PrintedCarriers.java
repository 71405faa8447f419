package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierHistory.Sample;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.HeldCarriers;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.proc.thread.TaskTimes;
import dev.loombench.observe.threads.PrintedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The carriers in some prints of the threads of one process.
///
/// A print has the CPU time of each carrier, and neither its time in the run queue nor that in
/// which the JVM had stopped it. One that used hardly any CPU between two prints was blocked; of
/// another one the rest of the time counts as in the run queue, so that it never counts as blocked
/// (nor as computing, unless it used much of a processor). Carriers that collections stopped for 95
/// % of the time used 0.4 % of a processor; those on which threads waited in turn for a monitor,
/// 0.2 %. The CPU time of the JVM's own threads tells one from the other.
final class PrintedCarriers {
    /// At two moments all carriers of a busy service may have a virtual thread by chance.
    private static final int FEWEST = 3;

    /// The most CPU time of a carrier that is blocked, s per s.
    private static final double STILL_SHARE = 0.001;

    /// The same where the JVM's own threads used less than [#FEW_STOPS] and stopped none for long.
    private static final double STILL_WITHOUT_STOPS = 0.005;

    /// CPU time of the JVM's own threads, s per s.
    private static final double FEW_STOPS = 0.02;

    private final List<TimedPrint> prints;
    private final JvmFacts jvm;

    /// @param prints in order of time
    PrintedCarriers(List<TimedPrint> prints, JvmFacts jvm) {
        this.prints = prints;
        this.jvm = jvm;
    }

    /// Those that are kept by threads that wait, in all prints; empty where there may be others. At
    /// fewer than three moments carriers may wait in turn for a lock of their own.
    Optional<HeldCarriers> held() {
        if (!areWhole()) {
            return Optional.empty();
        }
        return HeldCarriers.lasting(
                        prints.stream().map(print -> HeldCarriers.of(workers(print))).toList())
                .filter(held -> prints.size() >= FEWEST || !held.areInOwnCode());
    }

    private boolean areWhole() {
        return prints.stream().allMatch(print -> print.print().isWhole());
    }

    List<CarrierStacks> stacks() {
        return prints.stream()
                .map(print ->
                        new CarrierStacks(print.nanos(), CarrierSampler.carried(workers(print))))
                .toList();
    }

    private static List<PrintedThread> workers(TimedPrint print) {
        return CarrierSampler.workers(print.print().threads());
    }

    Part<CarrierHistory> history() {
        if (jvm.isOfOpenJ9()) {
            return Part.missing(Unseen.OPENJ9);
        }
        if (prints.size() < FEWEST) {
            return Part.missing(
                    "three thread dumps with some seconds in between show whether they run; loombench inspect PID shows it exactly");
        }
        if (!areWhole()) {
            return Part.missing(ThreadHistory.NOT_WHOLE);
        }
        if (prints.stream().allMatch(print -> workers(print).isEmpty())) {
            return Part.missing(
                    "no thread dump shows one: they end after 30 s without work; loombench inspect PID shows the times of those that follow");
        }
        var samples = new ArrayList<Sample>();
        var times = new HashMap<Long, TaskTimes>();
        for (int i = 0; i < prints.size(); i++) {
            long elapsed = i == 0 ? 0 : prints.get(i).nanos() - prints.get(i - 1).nanos();
            double still = i == 0 ? 0 : stillShare(prints.get(i - 1), prints.get(i)) * elapsed;
            samples.add(sample(prints.get(i), elapsed, still, times));
        }
        return Part.of(new CarrierHistory(samples));
    }

    private static double stillShare(TimedPrint from, TimedPrint to) {
        var before = from.print().jvmNanos();
        var after = to.print().jvmNanos();
        boolean few =
                before.isPresent()
                        && after.isPresent()
                        && after.getAsLong() - before.getAsLong()
                                < FEW_STOPS * (to.nanos() - from.nanos());
        return few ? STILL_WITHOUT_STOPS : STILL_SHARE;
    }

    /// @param elapsed since the print before, ns
    /// @param still the most CPU time of a blocked carrier since then, ns
    /// @param times of the carriers so far
    private Sample sample(
            TimedPrint print, long elapsed, double still, Map<Long, TaskTimes> times) {
        var workers = workers(print);
        workers.forEach(worker -> add(worker, elapsed, still, times));
        long mounted = workers.stream().filter(w -> w.carried().isPresent()).count();
        return new Sample(
                print.nanos(),
                jvm.parallelism().orElse(workers.size()),
                workers.size(),
                mounted,
                OptionalLong.empty(),
                OptionalLong.empty(),
                times);
    }

    private static void add(
            PrintedThread worker, long elapsed, double still, Map<Long, TaskTimes> times) {
        if (worker.cpuNanos().isEmpty()) {
            return;
        }
        long cpu = worker.cpuNanos().getAsLong();
        var before = times.get(worker.osThread());
        if (before == null) {
            times.put(worker.osThread(), new TaskTimes(' ', cpu, 0));
            return;
        }
        long ran = cpu - before.ranNanos();
        long waited = ran < still ? 0 : Math.max(0, elapsed - ran);
        times.put(worker.osThread(), new TaskTimes(' ', cpu, before.waitedNanos() + waited));
    }
}
