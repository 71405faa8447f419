package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CpuClockIT {
    /// The JVM and `/proc` report CPU time in steps of 10 ms.
    private static final long STEP = 10_000_000;

    static Stream<Arguments> clocks() {
        return Stream.of(
                clock("of", CpuClock::of),
                clock("ofTicks", CpuClock::ofTicks),
                clock("ofHandle", CpuClock::ofHandle));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clocks")
    void the_process_s_own_cpu_time_lies_between_two_readings(
            String name, LongFunction<CpuClock> of) {
        try (var process = ScriptableProcess.start()) {
            var clock = of.apply(process.pid());
            long start = clock.nanos();

            long burned = process.call("burn-ms", 300);
            long before = clock.nanos();
            long own = process.call("cpu", 0);
            long after = clock.nanos();

            assertThat(own).isBetween(before - STEP, after + STEP);
            assertThat(before - start).isGreaterThanOrEqualTo(burned - STEP);
        }
    }

    @Test
    void the_kernel_clock_is_used_and_finer_than_a_tick() {
        try (var process = ScriptableProcess.start()) {
            var clock = CpuClock.of(process.pid());

            assertThat(clock).isInstanceOf(KernelCpuClock.class);
            assertThat(clock.nanos() % STEP).isNotZero();
        }
    }

    @Test
    void ended_threads_still_count() {
        try (var process = ScriptableProcess.start()) {
            var clock = CpuClock.of(process.pid());
            process.call("threads", 50);
            long before = clock.nanos();
            process.call("end-threads", 0);

            assertThat(clock.nanos()).isGreaterThan(before);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clocks")
    void a_process_that_has_ended_has_no_clock(String name, LongFunction<CpuClock> of) {
        try (var process = ScriptableProcess.start()) {
            var clock = of.apply(process.pid());
            process.exit();

            assertThatThrownBy(clock::nanos).isInstanceOf(ProcessEndedException.class);
            assertThatThrownBy(() -> of.apply(process.pid()))
                    .isInstanceOf(ProcessEndedException.class);
        }
    }

    private static Arguments clock(String name, LongFunction<CpuClock> of) {
        return Arguments.of(name, of);
    }

    /// Skipped where this user may make no group.
    @Test
    void a_real_group_agrees_with_the_clock_of_its_process() throws IOException {
        var mount = Path.of("/sys/fs/cgroup/cpuacct");
        assumeThat(Files.isWritable(mount)).as("a writable group of version 1").isTrue();
        var group = mount.resolve("loombench-test-" + ProcessHandle.current().pid());
        Files.createDirectory(group);
        try (var process = ScriptableProcess.start()) {
            Files.writeString(group.resolve("cgroup.procs"), String.valueOf(process.pid()));
            var clock =
                    GroupCpuClock.of(process.pid(), () -> Set.of(process.pid()), true, Path.of("/"))
                            .orElseThrow();
            var own = CpuClock.of(process.pid());
            long start = clock.nanos();
            long ownStart = own.nanos();
            process.call("burn-ms", 200);
            long used = own.nanos() - ownStart;
            // it is read before and after its process's own clock
            assertThat(clock.nanos() - start).isBetween(used, 2 * used);
        } finally {
            Files.delete(group);
        }
    }

    /// Skipped likewise.
    @Test
    void a_real_group_with_another_process_is_not_used() throws IOException {
        var mount = Path.of("/sys/fs/cgroup/cpuacct");
        assumeThat(Files.isWritable(mount)).as("a writable group of version 1").isTrue();
        var group = mount.resolve("loombench-test-shared-" + ProcessHandle.current().pid());
        Files.createDirectory(group);
        try (var process = ScriptableProcess.start();
                var other = ScriptableProcess.start()) {
            for (long pid : new long[] {process.pid(), other.pid()}) {
                Files.writeString(group.resolve("cgroup.procs"), String.valueOf(pid));
            }
            assertThat(
                            GroupCpuClock.of(
                                    process.pid(), () -> Set.of(process.pid()), true, Path.of("/")))
                    .isEmpty();
        } finally {
            Files.delete(group);
        }
    }
}
