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

/// What the just-in-time compilers' threads used of the processors, and how long they were ready to
/// run and waited for one, from the kernel's `schedstat` of each (Linux).
///
/// The JVM's own count of compilation time goes by the clock: where processors are short it counts
/// the waiting as work. Cost: at the edges of the window alone, two small files a thread.
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
    public Duration beat() {
        return Duration.ZERO;
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        return new CompilerSession(Path.of("/proc", Long.toString(target.pid()), "task"));
    }

    /// A thread's `schedstat`: `time on a processor, time ready and waiting for one, turns`.
    ///
    /// @param ran ns
    /// @param waited ns
    record SchedTimes(long ran, long waited) {
        static SchedTimes of(String schedstat) {
            var fields = schedstat.trim().split(" ", 3);
            return new SchedTimes(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        }
    }

    /// The kernel keeps 15 letters of a name.
    static boolean isCompiler(String comm) {
        return comm.startsWith("C1 CompilerThre")
                || comm.startsWith("C2 CompilerThre")
                || comm.startsWith("JVMCI");
    }

    private static final class CompilerSession implements ObservationSession {
        private final Path tasks;
        private final ObservationBuffer notebook = new ObservationBuffer(NAME);

        /// Of threads that have ended what was last seen: the JVM drops those that are not needed.
        private final Map<String, SchedTimes> turns = new HashMap<>();

        CompilerSession(Path tasks) {
            this.tasks = tasks;
            sample();
        }

        @Override
        public synchronized void sample() {
            try (var threads = Files.newDirectoryStream(tasks)) {
                for (var thread : threads) {
                    look(thread);
                }
            } catch (IOException | DirectoryIteratorException gone) {
                return; // the process has ended; what was seen stays
            }
            if (!turns.isEmpty()) {
                notebook.add(
                        MetricId.JIT_CPU, turns.values().stream().mapToLong(SchedTimes::ran).sum());
                notebook.add(
                        MetricId.JIT_WAITED,
                        turns.values().stream().mapToLong(SchedTimes::waited).sum());
            }
        }

        private void look(Path thread) {
            try {
                if (isCompiler(Files.readString(thread.resolve("comm")))) {
                    turns.put(
                            thread.getFileName().toString(),
                            SchedTimes.of(Files.readString(thread.resolve("schedstat"))));
                }
            } catch (IOException ended) {
                // Threads come and go; what was seen of it stays.
            }
        }

        @Override
        public synchronized List<Observation> read() {
            return turns.isEmpty()
                    ? List.of(
                            new Unavailable(
                                    NAME,
                                    MetricId.JIT_CPU.label(),
                                    "no thread of a compiler was seen"))
                    : notebook.observations();
        }

        @Override
        public void close() {
            // Nothing is kept open.
        }
    }
}
