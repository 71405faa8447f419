package dev.loombench.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.ProfiledJvm;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Profiles of a JVM with one thread that computes and one that allocates.
@EnabledOnOs(OS.LINUX)
class ProfileObserverIT {
    private static final String COMPUTE = CostingProgram.class.getName() + ".compute";
    private static final String ALLOCATE = CostingProgram.class.getName() + ".allocate";

    /// Hundreds of samples, one per 4 or 10 ms; of Flight Recorder fewer on a busy machine.
    private static final Duration CPU = Duration.ofSeconds(3);

    /// Longer than any test may take.
    private static final Duration NO_TIMEOUT = Duration.ofMinutes(2);

    @TempDir private Path folder;

    @Test
    void async_profiler_samples_what_ran_between_the_edges() throws Exception {
        try (var program = new Program()) {
            var session =
                    new ProfileObserver(NO_TIMEOUT, NO_TIMEOUT)
                            .start(new ObservedProcess(program.pid(), folder));
            session.sample();
            program.useCpu(CPU);
            session.sample();
            var observations = session.read();
            assertThat(observations).noneMatch(Unavailable.class::isInstance);
            assertCpu(observations, Profiler.ASYNC_PROFILER);
            assertAllocations(observations);
            session.close();
            assertThat(session.read()).as("after its end").isEqualTo(observations);
        }
    }

    @Test
    void flight_recorder_samples_java_code() throws Exception {
        try (var program = new Program();
                var jvm = ProfiledJvm.of(program.pid())) {
            var recorder = new FlightRecorder(jvm);
            recorder.start();
            program.useCpu(CPU);
            recorder.stop();
            assertCpu(
                    RecordedProfile.read(
                            jvm.here(ProfileRecorder.RECORDING), Profiler.FLIGHT_RECORDER),
                    Profiler.FLIGHT_RECORDER);
        }
    }

    @Tag("nightly")
    @Test
    void a_service_with_its_own_async_profiler_is_profiled_by_flight_recorder() throws Exception {
        var library = AsyncProfilerLibrary.ofThisMachine();
        library.extract(folder);
        var own =
                "-agentpath:%s=start,event=ctimer,jfr,file=%s"
                        .formatted(folder.resolve(library.file()), folder.resolve("own.jfr"));
        try (var program = new Program(own)) {
            var session =
                    new ProfileObserver(NO_TIMEOUT, NO_TIMEOUT)
                            .start(new ObservedProcess(program.pid(), folder));
            session.sample();
            program.useCpu(CPU);
            session.sample();
            var observations = session.read();
            session.close();
            assertCpu(observations, Profiler.FLIGHT_RECORDER);
            assertThat(observations)
                    .filteredOn(Unavailable.class::isInstance)
                    .extracting(missing -> ((Unavailable) missing).subject())
                    .containsExactly("native code in jvm.profile", "jvm.profile of allocation");
            assertThat(observations)
                    .first()
                    .isInstanceOfSatisfying(
                            Unavailable.class,
                            missing ->
                                    assertThat(missing.reason())
                                            .startsWith("Flight Recorder sampled Java code only")
                                            .contains("the process has loaded it itself"));
        }
    }

    @Test
    void a_process_that_is_no_jvm_has_no_profile() throws Exception {
        var sleep = new ProcessBuilder("sleep", "600").start();
        try (var session = new ProfileObserver().start(new ObservedProcess(sleep.pid(), folder))) {
            session.sample();
            session.sample();
            assertThat(session.read())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Unavailable.class,
                            missing -> assertThat(missing.reason()).contains("not a JVM"));
        } finally {
            sleep.destroyForcibly().waitFor();
        }
    }

    /// The one thread computes all the time, and the other one allocates more than half of its.
    private static void assertCpu(List<Observation> observations, Profiler profiler) {
        var cpu = profile(observations, ProfiledCost.CPU);
        assertThat(cpu.profiler()).isEqualTo(profiler);
        assertThat(cpu.samples()).isGreaterThan(50);
        assertThat(share(cpu, COMPUTE)).isGreaterThan(0.1);
    }

    private static void assertAllocations(List<Observation> observations) {
        var allocation = profile(observations, ProfiledCost.ALLOCATION);
        assertThat(share(allocation, ALLOCATE)).isGreaterThan(0.9);
        assertThat(share(allocation, COMPUTE)).isLessThan(0.1);
    }

    private static Profile profile(List<Observation> observations, ProfiledCost cost) {
        return observations.stream()
                .filter(o -> o instanceof Profile profile && profile.cost() == cost)
                .map(Profile.class::cast)
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("no profile of " + cost + ": " + observations));
    }

    private static double share(Profile profile, String frame) {
        long weight =
                profile.stacks().stream()
                        .filter(stack -> stack.frames().contains(frame))
                        .mapToLong(ProfiledStack::weight)
                        .sum();
        return (double) weight / profile.weight();
    }

    /// A JVM that runs [CostingProgram].
    private static final class Program implements AutoCloseable {
        private final Process process;

        Program() throws IOException {
            this("-XX:+UseSerialGC");
        }

        /// @param flag of the JVM
        Program(String flag) throws IOException {
            process =
                    new ProcessBuilder(
                                    ScriptableProcess.java(),
                                    "-Xmx256m",
                                    flag,
                                    "-XX:+EnableDynamicAgentLoading",
                                    "-cp",
                                    ScriptableProcess.classes(CostingProgram.class),
                                    CostingProgram.class.getName())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var output = process.inputReader();
            var line = output.readLine();
            while (line != null && !line.equals("up")) {
                line = output.readLine(); // an agent's
            }
            assertThat(line).isEqualTo("up");
        }

        long pid() {
            return process.pid();
        }

        /// Waits until it has used some CPU time, by the kernel.
        void useCpu(Duration amount) throws IOException, InterruptedException {
            long end = ticks() + amount.toMillis() / 10;
            while (ticks() < end) {
                Thread.sleep(20);
            }
        }

        /// User and system time in 10 ms: fields 14 and 15, after the name in brackets.
        private long ticks() throws IOException {
            var stat = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }

        @Override
        public void close() {
            try {
                process.destroyForcibly().waitFor();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
