package dev.loombench.observe.proc;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Observes the processor time of the just-in-time compilers' threads and the time that they were
/// ready to run but waited for a processor, from the kernel's `schedstat` of each thread (Linux).
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
    public List<String> jvmFlags(Path trialDirectory) {
        return List.of();
    }

    @Override
    public Duration interval() {
        return Duration.ZERO;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return new CompilerSession(Path.of("/proc", Long.toString(target.pid()), "task"));
    }

    /// A thread's `schedstat`: `time on a processor, time waiting for one, time slices`.
    ///
    /// @param ran time on a processor, ns
    /// @param waited time waiting for one, ns
    record SchedTimes(long ran, long waited) {
        static SchedTimes of(String schedstat) {
            var fields = schedstat.trim().split(" ", 3);
            return new SchedTimes(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        }
    }

    /// The kernel keeps 15 characters of a thread's name.
    static boolean isCompiler(String comm) {
        return comm.startsWith("C1 CompilerThre")
                || comm.startsWith("C2 CompilerThre")
                || comm.startsWith("JVMCI");
    }

    private static final class CompilerSession implements ObservationSession {
        private final Path tasks;
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);

        /// The last times of each thread, including ended ones: the JVM drops compiler threads that
        /// it does not need.
        private final Map<String, SchedTimes> times = new HashMap<>();

        CompilerSession(Path tasks) {
            this.tasks = tasks;
            sample();
        }

        @Override
        public synchronized void sample() {
            try (var threads = Files.newDirectoryStream(tasks)) {
                for (var thread : threads) {
                    sample(thread);
                }
            } catch (IOException | DirectoryIteratorException e) {
                return; // the process has ended; earlier values stay
            }
            if (!times.isEmpty()) {
                buffer.add(
                        MetricId.JIT_CPU, times.values().stream().mapToLong(SchedTimes::ran).sum());
                buffer.add(
                        MetricId.JIT_WAITED,
                        times.values().stream().mapToLong(SchedTimes::waited).sum());
            }
        }

        private void sample(Path thread) {
            try {
                if (isCompiler(Files.readString(thread.resolve("comm")))) {
                    times.put(
                            thread.getFileName().toString(),
                            SchedTimes.of(Files.readString(thread.resolve("schedstat"))));
                }
            } catch (IOException e) {
                // The thread has ended; its last times stay.
            }
        }

        @Override
        public synchronized List<Observation> read() {
            return times.isEmpty()
                    ? List.of(
                            new Unavailable(
                                    NAME, MetricId.JIT_CPU.label(), "no compiler thread was found"))
                    : buffer.observations();
        }

        @Override
        public void close() {
            // Nothing is kept open.
        }
    }
}
