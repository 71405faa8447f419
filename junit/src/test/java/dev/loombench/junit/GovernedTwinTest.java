package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.carrier.CarrierGovernor;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.platform.engine.TestExecutionResult.Status;

/// Work that blocks the carriers fails, and passes with the governor, which adds carriers.
///
/// Fails where a machine runs no thread of the watch for seconds: then no moment is saturated. The
/// governed twin fails where other processes keep the governor from a processor for 2.5 s.
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class GovernedTwinTest {
    private static final int BLOCKED_MICROS = 20_000;

    /// More than the carriers of most machines.
    private static final int TASKS_AT_ONCE = 8 * Runtime.getRuntime().availableProcessors();

    private static final int ROUNDS = 25;

    /// Half a second of each task, eight of which share a carrier: 4 s that keep every carrier in
    /// native code.
    private static void block() throws InterruptedException {
        var tasks = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < TASKS_AT_ONCE; i++) {
            tasks.add(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    NativeSleep.sleep(BLOCKED_MICROS);
                }
                return ROUNDS;
            });
        }
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(executor.invokeAll(tasks)).hasSize(TASKS_AT_ONCE);
        }
    }

    static final class Ungoverned {
        @Test
        @NoBlockedCarrier
        void blocks_carriers() throws InterruptedException {
            block();
        }
    }

    @Test
    void work_that_blocks_the_carriers_fails_with_the_cause() {
        var ended = AnnotatedTests.run(Ungoverned.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message())
                .startsWith("@NoBlockedCarrier: ")
                .contains("carriers were blocked in native code", "NativeSleep.sleep(")
                .contains("while virtual threads waited for one");
    }

    /// Without the governor, tasks wait for carriers during 3.5 of the 4 s.
    static final class Governed {
        @Test
        @NoBlockedCarrier(longerThan = "3s")
        void blocks_carriers() throws InterruptedException {
            try (var governor = CarrierGovernor.start()) {
                block();
                assertThat(governor).isNotNull();
            }
        }
    }

    @Test
    void the_governed_twin_passes() {
        var ended = AnnotatedTests.run(Governed.class);
        assertThat(ended.message()).isEmpty();
        assertThat(ended.status()).isEqualTo(Status.SUCCESSFUL);
    }

    static final class Few {
        @Test
        @NoBlockedCarrier(longerThan = "200ms", evenIfOthersRun = true)
        void blocks_one_carrier() throws InterruptedException {
            var blocked =
                    Thread.ofVirtual()
                            .start(() -> {
                                for (int i = 0; i < 3; i++) {
                                    NativeSleep.sleep(900_000);
                                }
                            });
            blocked.join();
        }
    }

    @Test
    void a_single_blocked_carrier_fails_where_that_is_wanted() {
        assertThat(AnnotatedTests.run(Few.class).message())
                .contains("a virtual thread blocked its carrier in native code")
                .contains("for at least ");
    }
}
