package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.SubjectProcess;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CpuClockIT {
    /// The JVM reads its own CPU time, and `/proc` tells it, in steps of 10 ms.
    private static final long STEP = 10_000_000;

    static Stream<Arguments> clocks() {
        return Stream.of(
                clock("of", CpuClock::of),
                clock("ofTicks", CpuClock::ofTicks),
                clock("ofHandle", CpuClock::ofHandle));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clocks")
    void what_the_process_says_it_used_lies_between_two_looks(
            String name, LongFunction<CpuClock> of) {
        try (var subject = SubjectProcess.start()) {
            var clock = of.apply(subject.pid());
            long start = clock.nanos();

            long burned = subject.tell("burn-ms", 300);
            long before = clock.nanos();
            long own = subject.tell("cpu", 0);
            long after = clock.nanos();

            assertThat(own).isBetween(before - STEP, after + STEP);
            assertThat(before - start).isGreaterThanOrEqualTo(burned - STEP);
        }
    }

    @Test
    void the_kernel_clock_is_the_one_in_use_here_and_finer_than_a_tick() {
        try (var subject = SubjectProcess.start()) {
            var clock = CpuClock.of(subject.pid());

            assertThat(clock).isInstanceOf(KernelCpuClock.class);
            assertThat(clock.nanos() % STEP).isNotZero();
        }
    }

    @Test
    void threads_that_ended_still_count() {
        try (var subject = SubjectProcess.start()) {
            var clock = CpuClock.of(subject.pid());
            subject.tell("threads", 50);
            long before = clock.nanos();
            subject.tell("end-threads", 0);

            assertThat(clock.nanos()).isGreaterThan(before);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clocks")
    void a_process_that_has_ended_has_no_clock(String name, LongFunction<CpuClock> of) {
        try (var subject = SubjectProcess.start()) {
            var clock = of.apply(subject.pid());
            subject.exit();

            assertThatThrownBy(clock::nanos).isInstanceOf(ProcessEndedException.class);
            assertThatThrownBy(() -> of.apply(subject.pid()))
                    .isInstanceOf(ProcessEndedException.class);
        }
    }

    private static Arguments clock(String name, LongFunction<CpuClock> of) {
        return Arguments.of(name, of);
    }
}
