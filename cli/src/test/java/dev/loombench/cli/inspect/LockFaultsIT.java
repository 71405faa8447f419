package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `loombench inspect` on real services whose threads wait for one another, on some with hundreds
/// of threads, and on healthy ones: all at the same time.
@EnabledOnOs(OS.LINUX)
class LockFaultsIT {
    private static final String PLATFORM = "platform threads and their locks";

    private static final List<String> SERVICES =
            List.of(
                    "FaultyLocks.three",
                    "FaultyLocks.write-lock",
                    "FaultyLocks.socket",
                    "FaultyLocks.permits",
                    "FaultyLocks.leaked",
                    "FaultyLocks.virtual-owner",
                    "FaultyLocks.deep",
                    "FaultyThreads.deep-pool",
                    "FaultyThreads.own-pool",
                    "FaultyLocks.readers",
                    "FaultyLocks.batch",
                    "FaultyLocks.many",
                    "FaultyLocks.timers",
                    "FaultyLocks.cancelled");

    private static InspectedServices services;

    @BeforeAll
    static void inspectAll() throws Exception {
        services =
                InspectedServices.inspect(
                        SeveralFaults.class,
                        SERVICES,
                        name -> name.matches(".*\\.(leaked|batch|virtual-owner)") ? "10s" : "2s");
    }

    @ParameterizedTest
    @CsvSource({
        "FaultyLocks.three, deadlock",
        "FaultyLocks.write-lock, lock-bound",
        "FaultyLocks.socket, lock-bound",
        "FaultyLocks.permits, permit-bound",
        "FaultyLocks.leaked, no-progress",
        "FaultyLocks.virtual-owner, no-progress",
        "FaultyLocks.deep, lock-bound",
        "FaultyThreads.deep-pool, pool-exhausted"
    })
    void a_fault_is_found_and_no_other(String service, String finding) {
        services.of(service).assertOnly(finding);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FaultyLocks.readers",
                "FaultyLocks.many",
                "FaultyLocks.timers",
                "FaultyLocks.cancelled"
            })
    void a_healthy_service_has_no_finding(String service) {
        var result = services.of(service);
        assertThat(result.findings()).as(result.out()).isEmpty();
        assertThat(result.json().path("notObserved").has(PLATFORM)).isFalse();
    }

    /// A feed without messages looks the same.
    @Test
    void a_thread_of_a_batch_job_that_may_hang_is_said_to_be_unobserved() {
        var batch = services.of("FaultyLocks.batch");
        assertThat(batch.findings()).as(batch.out()).isEmpty();
        assertThat(
                        batch.json()
                                .path("notObserved")
                                .path(
                                        "progress of threads in dev.loombench.cli.inspect.FaultyLocks.read")
                                .asString())
                .startsWith("1 thread did not run");
    }

    @Test
    void a_deadlock_of_three_names_all_of_them() {
        assertThat(services.of("FaultyLocks.three").finding("deadlock").path("message").asString())
                .contains("\"orders-0\"", "\"orders-1\"", "\"orders-2\"");
    }

    /// The owner is in the JDK, below the call of the application.
    @Test
    void a_monitor_that_is_held_at_a_socket_is_named_by_the_callers_frame() {
        var finding = services.of("FaultyLocks.socket").finding("lock-bound");
        assertThat(finding.path("evidence").toString())
                .contains(
                        "holds it in dev.loombench.cli.inspect.FaultyLocks.order(FaultyLocks.java:")
                .contains(", and is in ");
    }

    @Test
    void a_lock_whose_owner_has_ended_is_named() {
        assertThat(
                        services.of("FaultyLocks.leaked")
                                .finding("no-progress")
                                .path("message")
                                .asString())
                .startsWith("2 threads wait in ")
                .contains("FaultyLocks.computeWithin", "for a ReentrantLock,", "(\"payments\")");
    }

    /// The list of all threads, which has it, may crash this JDK.
    @Test
    void a_lock_that_a_virtual_thread_holds_is_named_with_what_its_waiting_thread_holds() {
        var finding = services.of("FaultyLocks.virtual-owner").finding("no-progress");
        assertThat(finding.path("message").asString())
                .contains("FaultyLocks.computeWithin", "is a virtual thread");
        assertThat(finding.path("evidence").toString())
                .contains(" holds the monitor of a java.lang.Object");
    }

    /// Two hundred stacks of more than 60 frames are read a few at a time, with the owner.
    @Test
    void a_lock_of_hundreds_of_threads_has_its_owner() {
        var result = services.of("FaultyLocks.deep");
        var finding = result.finding("lock-bound");
        assertThat(finding.path("message").asString())
                .contains("java.lang.Class", "FaultyLocks.audit");
        assertThat(finding.path("severity").asString()).isEqualTo("critical");
    }

    @Test
    void a_pool_with_large_stacks_has_its_size_and_its_calls() {
        var finding = services.of("FaultyThreads.deep-pool").finding("pool-exhausted");
        assertThat(finding.path("message").asString())
                .startsWith(
                        "pool http-nio-0-exec of Tomcat is exhausted: none of 110 threads is free");
        assertThat(finding.path("calls").toString()).contains("FaultyThreads.");
    }

    /// A call may take some seconds, so in 2 s the queue alone is found.
    @Test
    void a_pool_whose_tasks_wait_for_its_own_tasks_has_its_queue() {
        var result = services.of("FaultyThreads.own-pool");
        assertThat(result.findings()).as(result.out()).containsExactly("pool-exhausted");
        assertThat(result.finding("pool-exhausted").path("message").asString())
                .isEqualTo(
                        "executor orders is exhausted: all 4 threads are in use, and up to 4 tasks wait");
    }
}
