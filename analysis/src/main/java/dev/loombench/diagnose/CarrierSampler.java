package dev.loombench.diagnose;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierHistory.Sample;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.jvm.figure.SchedulerState;
import dev.loombench.observe.proc.thread.TaskTimes;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.PrintedThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Samples the scheduler of virtual threads and its carriers.
///
/// A frequent sample reads a management bean, and the kernel's account of each carrier, which costs
/// the JVM nothing. Printing the threads is a safepoint operation, so it is done at a few moments;
/// it shows which threads are carriers. Before JDK 24, which has no bean, these are the only
/// samples.
final class CarrierSampler {
    private static final int FIRST_WITH_BEAN = 24;
    private static final String FIRST_POOL = "ForkJoinPool-1";

    private final long pid;
    private final InspectedJvm jvm;
    private final JvmIdentity identity;
    private final ThreadSampler printer;
    private final Supplier<OptionalLong> stopped;
    private final List<Sample> samples = new ArrayList<>();
    private final List<CarrierStacks> stacks = new ArrayList<>();
    private List<Long> carriers = List.of();

    /// @param stopped time for which the JVM has stopped all threads so far, ns
    CarrierSampler(
            long pid,
            InspectedJvm jvm,
            JvmIdentity identity,
            ThreadSampler printer,
            Supplier<OptionalLong> stopped) {
        this.pid = pid;
        this.jvm = jvm;
        this.identity = identity;
        this.printer = printer;
        this.stopped = stopped;
    }

    private boolean hasBean() {
        return identity.feature() >= FIRST_WITH_BEAN;
    }

    /// Samples the scheduler and the kernel's account, where the JVM has the bean.
    void sample() throws IOException {
        if (hasBean()) {
            sample(jvm.scheduler());
        }
    }

    private void sample(SchedulerState state) {
        samples.add(
                new Sample(
                        System.nanoTime(),
                        state.parallelism(),
                        state.carriers(),
                        state.mounted().orElse(0),
                        state.queued(),
                        stopped.get(),
                        tasks()));
    }

    private Map<Long, TaskTimes> tasks() {
        var tasks = new HashMap<Long, TaskTimes>();
        for (var id : carriers) {
            printer.idHere(id).stream()
                    .boxed()
                    .flatMap(here -> TaskTimes.of(pid, here).stream())
                    .forEach(times -> tasks.put(id, times));
        }
        return tasks;
    }

    /// Prints the threads, and samples them.
    void print() throws IOException {
        printer.print().map(print -> workers(print.threads())).ifPresent(this::add);
        sample();
    }

    private void add(List<PrintedThread> workers) {
        carriers = workers.stream().map(PrintedThread::osThread).toList();
        stacks.add(new CarrierStacks(System.nanoTime(), carried(workers)));
        if (!hasBean()) {
            sampleWithoutBean(workers);
        }
    }

    /// The configured number of carriers, else that of processors.
    private long parallelism() {
        return identity.parallelism().orElseGet(() -> identity.processors().orElseThrow());
    }

    /// Whether the last printed moments suggest that virtual threads keep their carriers: all of
    /// them have one, or one is still on its carrier.
    boolean suspectsKept() {
        if (stacks.isEmpty()) {
            return false;
        }
        var last = stacks.getLast().carried();
        var before =
                stacks.size() > 1 ? stacks.get(stacks.size() - 2).carried() : List.<Carried>of();
        return last.size() >= parallelism()
                || last.stream()
                        .anyMatch(c ->
                                before.stream()
                                        .anyMatch(b ->
                                                b.osThread() == c.osThread()
                                                        && b.virtualThread() == c.virtualThread()));
    }

    private void sampleWithoutBean(List<PrintedThread> workers) {
        long mounted = workers.stream().filter(w -> w.carried().isPresent()).count();
        sample(
                new SchedulerState(
                        parallelism(),
                        workers.size(),
                        OptionalLong.of(mounted),
                        OptionalLong.empty()));
    }

    /// The workers of the pools that carry virtual threads now. Where none does, those of the JVM's
    /// first pool without a call of the application on their own stacks: that pool may be the
    /// application's.
    static List<PrintedThread> workers(List<PrintedThread> threads) {
        var all = threads.stream().filter(PrintedThread::isWorker).toList();
        Set<String> pools =
                all.stream()
                        .filter(w -> w.carried().isPresent())
                        .map(PrintedThread::pool)
                        .collect(Collectors.toSet());
        return all.stream()
                .filter(w ->
                        pools.isEmpty()
                                ? w.pool().equals(FIRST_POOL) && runsNoApplication(w)
                                : pools.contains(w.pool()))
                .toList();
    }

    private static boolean runsNoApplication(PrintedThread worker) {
        return worker.stack().frames().stream().allMatch(StackFrames::isOfJdk);
    }

    /// The virtual threads that they carry.
    static List<Carried> carried(List<PrintedThread> workers) {
        return workers.stream()
                .flatMap(w ->
                        w.carried().stream()
                                .map(virtual ->
                                        new Carried(
                                                w.osThread(),
                                                virtual.number(),
                                                frames(w, virtual.stack()))))
                .toList();
    }

    /// Before JDK 24 the stack of a virtual thread is not printed, but on that of its carrier the
    /// class for whose initialiser it waits.
    private static List<String> frames(PrintedThread carrier, PrintedStack stack) {
        var frames = stack.framesWithInitialiser();
        return frames.isEmpty() ? carrier.stack().initialiser().stream().toList() : frames;
    }

    Part<CarrierHistory> history() {
        return samples.size() < 2
                ? Part.missing(printer.notPrinted().orElse("no sample"))
                : Part.of(new CarrierHistory(samples));
    }

    /// @param sampled number of a virtual thread -> its stack, for those printed without one
    Part<List<CarrierStacks>> stacks(Map<Long, List<String>> sampled) {
        return printer.notPrinted()
                .<Part<List<CarrierStacks>>>map(Part::missing)
                .orElseGet(() -> Part.of(stacks.stream().map(s -> s.with(sampled)).toList()));
    }
}
