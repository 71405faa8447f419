package dev.loombench.observe.proc.thread;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;

/// Observes the processor time of the just-in-time compilers' threads and the time that they were
/// ready to run but waited for a processor, from the kernel's `schedstat` of each thread (Linux).
///
/// A process without such threads has no compilers of a JVM: their time is 0. Of several processes
/// it is that of the one that listens, and unknown where it has none.
///
/// The JVM's own compilation time is wall-clock time: where processors are short it counts waiting
/// as work. Cost: two small files per thread, only at the edges of the window.
public final class CompilerObserver implements Observer {
    private static final String NAME = "compilers";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return new CompilerSession(new CompilerThreads(target.pid()), target.tree().isPresent());
    }

    private static final class CompilerSession implements ObservationSession {
        private final CompilerThreads threads;
        private final boolean several;
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);

        CompilerSession(CompilerThreads threads, boolean several) {
            this.threads = threads;
            this.several = several;
            sample();
        }

        private boolean unknown() {
            return threads.unreadable() || (several && !threads.found());
        }

        @Override
        public synchronized void sample() {
            try {
                var reading = buffer.read(MetricId.JIT_CPU, () -> threads.sample());
                if (!unknown()) {
                    buffer.add(MetricId.JIT_CPU, reading, reading.value().ran());
                }
                if (threads.found()) {
                    buffer.add(MetricId.JIT_WAITED, reading, reading.value().waited());
                }
            } catch (ProcessEndedException gone) {
                // Earlier values stay.
            }
        }

        @Override
        public synchronized List<Observation> read() {
            return unknown()
                    ? List.of(
                            new Unavailable(
                                    NAME,
                                    MetricId.JIT_CPU.label(),
                                    threads.unreadable()
                                            ? "the kernel does not count the times of threads"
                                            : "no compiler thread was found"))
                    : buffer.observations();
        }
    }
}
