package dev.loombench.observe.perf;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.loombench.observe.CostLimit;
import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.observe.perf.PerfSupport.Support;
import dev.loombench.observe.proc.ContextSwitches;
import dev.loombench.observe.proc.ProcessTree;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Observes what a server executed, from the kernel's performance events (Linux): instructions,
/// cycles, context switches, CPU migrations, of its process tree.
///
/// They are work done, and not time: what other processes or other guests of a hypervisor take from
/// the server is in none of them. Periodic samples are skipped as long as they would cost too much
/// ([CostLimit]).
///
/// Cost to the server: about 2 us per context switch of a thread (two threads that wake each other
/// through pipes, 2 cores of a virtual machine, Linux 6.18), which the kernel needs to stop and
/// start the events; more where a hypervisor emulates the hardware counters.
public final class CounterObserver implements Observer {
    private static final String NAME = "counters";
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final PerfSupport support;
    private final DescriptorBudget descriptors;

    /// @param connections that the load generator may open to all servers that are alive at once
    ///   and that need file descriptors too
    public CounterObserver(PerfSupport support, long connections) {
        this(support, new DescriptorBudget(maxDescriptors(), connections));
    }

    /// @param descriptors shared by all sessions
    CounterObserver(PerfSupport support, DescriptorBudget descriptors) {
        this.support = support;
        this.descriptors = descriptors;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        var clock = support.of(PerfEvent.TASK_CLOCK);
        if (clock instanceof Support.Refused(var refusal)) {
            return unavailable(refusal.message());
        }
        try {
            return new CounterSession(
                    new ProcessTree(target.pid(), target.tree()), support, descriptors);
        } catch (ThreadCounters.NotOpened e) {
            return unavailable(e.reason());
        } catch (ProcessEndedException e) {
            return unavailable(e.getMessage());
        }
    }

    private static ObservationSession unavailable(String reason) {
        return new UnavailableSession(new Unavailable(NAME, NAME, reason));
    }

    private static long maxDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean lab
                ? lab.getMaxFileDescriptorCount()
                : 0;
    }

    private static final class CounterSession implements ObservationSession {
        /// A count that stands for less of the time is an estimate from too small a part of it.
        private static final double MIN_COUNTED_SHARE = 0.5;

        private final ProcessTree tree;
        private final PerfSupport support;
        private final ThreadCounters counters;
        private final Map<PerfEvent, MultiplexedSum> sums = new EnumMap<>(PerfEvent.class);
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);
        private final ContextSwitches switches = new ContextSwitches();
        private final CoverageCheck coverage = new CoverageCheck();
        private final CostLimit limit = new CostLimit();
        private boolean ended;

        CounterSession(ProcessTree tree, PerfSupport support, DescriptorBudget descriptors)
                throws ThreadCounters.NotOpened {
            this.tree = tree;
            this.support = support;
            counters = ThreadCounters.open(tree, support, descriptors);
            counters.events().forEach(event -> sums.put(event, new MultiplexedSum()));
            sampleCounters();
        }

        @Override
        public synchronized void sample() {
            if (ended) {
                return;
            }
            try {
                var inKernel = switches.update(tree.switches());
                long before = tree.cpuNanos();
                sampleCounters();
                long after = tree.cpuNanos();
                coverage.addEdge(
                        counters.read(PerfEvent.TASK_CLOCK).value(),
                        before + (after - before) / 2,
                        counters.read(PerfEvent.CONTEXT_SWITCHES).value(),
                        inKernel.voluntary() + inKernel.involuntary());
            } catch (ProcessEndedException e) {
                buffer.addUnavailable("later samples", e.getMessage());
                end();
            }
        }

        @Override
        public synchronized void sampleSliceEnd() {
            if (!ended) {
                sampleCounters();
            }
        }

        @Override
        public synchronized void sampleAtInterval() {
            if (!ended && limit.isDue()) {
                sampleCounters();
            }
        }

        private void sampleCounters() {
            long cost = 0;
            for (var entry : sums.entrySet()) {
                var event = entry.getKey();
                var reading = buffer.read(event.metric(), () -> counters.read(event));
                buffer.add(event.metric(), reading, entry.getValue().update(reading.value()));
                cost += reading.lengthNanos();
            }
            limit.spent(cost);
        }

        @Override
        public synchronized List<Observation> read() {
            var failure = coverage.failure();
            if (failure.isPresent()) {
                return List.of(new Unavailable(NAME, NAME, failure.get()));
            }
            var all = new ArrayList<Observation>();
            buffer.observations().stream().filter(o -> !isEstimate(o)).forEach(all::add);
            Stream.of(PerfEvent.values()).flatMap(this::limits).forEach(all::add);
            support.kernelModeRefusal()
                    .map(why -> new Unavailable(NAME, Unavailable.KERNEL_MODE, why.message()))
                    .ifPresent(all::add);
            return all;
        }

        private boolean isEstimate(Observation observation) {
            return observation instanceof Observation.Series series
                    && sums.entrySet().stream()
                            .anyMatch(e ->
                                    e.getKey().metric() == series.metric()
                                            && isEstimate(e.getValue()));
        }

        private static boolean isEstimate(MultiplexedSum sum) {
            return sum.countedShare() < MIN_COUNTED_SHARE;
        }

        /// What is missing of an event.
        private Stream<Unavailable> limits(PerfEvent event) {
            var metric = event.metric().label();
            return switch (support.of(event)) {
                case Support.Refused(var refusal) ->
                        Stream.of(new Unavailable(NAME, metric, refusal.message()));
                case Support.Counted _ when isEstimate(event) ->
                        Stream.of(
                                new Unavailable(
                                        NAME,
                                        metric,
                                        "another program used its counter for over half of the time"));
                case Support.Counted _ -> Stream.of();
            };
        }

        private boolean isEstimate(PerfEvent event) {
            var sum = sums.get(event);
            return sum != null && isEstimate(sum);
        }

        @Override
        public synchronized void close() {
            end();
        }

        private void end() {
            if (!ended) {
                ended = true;
                counters.close();
            }
        }
    }
}
