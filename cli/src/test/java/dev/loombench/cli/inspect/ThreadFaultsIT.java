package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.ListingCrash;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `loombench inspect` on real services whose threads are at fault, and on healthy ones: all at the
/// same time.
@EnabledOnOs(OS.LINUX)
class ThreadFaultsIT {
    private static final List<String> MODES =
            List.of(
                    "monitors",
                    "locks",
                    "mixed",
                    "initialisers",
                    "virtual",
                    "virtual-hung",
                    "convoy",
                    "lock-convoy",
                    "web-pool",
                    "web-convoy",
                    "hung",
                    "executor",
                    "deadlock-convoy",
                    "idle",
                    "healthy",
                    "stripes",
                    "consumers",
                    "warming");

    private static InspectedServices services;

    /// A call may take some seconds, so threads that stand still are found only after longer.
    @BeforeAll
    static void inspectAll() throws Exception {
        services =
                InspectedServices.inspect(
                        FaultyThreads.class,
                        MODES,
                        mode ->
                                switch (mode) {
                                    case "hung" -> "10s";
                                    case "virtual-hung" -> "10s --list-threads";
                                    default -> "2s";
                                });
    }

    private static Inspected of(String mode) {
        return services.of(mode);
    }

    /// A service that is inspected by itself.
    private static Inspected alone(String mode, String heap, String... options) throws Exception {
        var service =
                new ProcessBuilder(
                                ScriptableProcess.java(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                heap,
                                "-XX:+EnableDynamicAgentLoading",
                                "-cp",
                                ScriptableProcess.classes(FaultyThreads.class),
                                FaultyThreads.class.getName(),
                                mode)
                        .redirectError(Redirect.DISCARD)
                        .start();
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            var words = new ArrayList<>(List.of(options));
            words.addAll(List.of("-o", "json", Long.toString(service.pid())));
            return Inspected.by(words.toArray(String[]::new));
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "monitors, deadlock",
        "locks, deadlock",
        "mixed, deadlock",
        "initialisers, deadlock",
        "convoy, lock-bound",
        "lock-convoy, lock-bound",
        "web-pool, pool-exhausted"
    })
    void a_fault_is_found_and_no_other(String mode, String finding) {
        of(mode).assertOnly(finding);
    }

    @ParameterizedTest
    @CsvSource({
        "deadlock-convoy, deadlock, lock-bound",
        "web-convoy, pool-exhausted, lock-bound",
        "hung, no-progress, pool-exhausted"
    })
    void two_faults_are_found_both(String mode, String first, String second) {
        assertThat(of(mode).findings()).as(of(mode).out()).containsExactlyInAnyOrder(first, second);
    }

    @ParameterizedTest
    @CsvSource({"web-convoy, lock-bound", "hung, no-progress"})
    void a_pool_that_another_fault_bounds_is_its_consequence(String mode, String cause) {
        assertThat(of(mode).finding("pool-exhausted").path("consequenceOf").asString())
                .as(of(mode).out())
                .isEqualTo(cause);
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "healthy", "stripes", "consumers", "warming"})
    void a_healthy_service_has_no_finding(String mode) {
        assertThat(of(mode).findings()).as(of(mode).out()).isEmpty();
    }

    @Test
    void an_idle_service_is_idle() {
        assertThat(of("idle").json().at("/activity/idle").asBoolean())
                .as(of("idle").out())
                .isTrue();
    }

    /// Virtual threads that wait for a monitor have no carrier, and so are not printed.
    @Test
    void a_deadlock_of_virtual_threads_is_said_to_be_unobserved() {
        assumeThat(ListingCrash.mayHappen(Runtime.version().feature())).isTrue();
        assertThat(of("virtual").findings()).as(of("virtual").out()).isEmpty();
        assertThat(of("virtual").json().at("/notObserved/waits of virtual threads").asString())
                .contains("--list-threads");
    }

    @Test
    void virtual_threads_that_wait_for_one_result_are_found_by_lists_of_threads() {
        var hung = of("virtual-hung");
        assertThat(hung.findings()).as(hung.out()).containsExactly("no-progress");
        assertThat(hung.finding("no-progress").path("message").asString())
                .startsWith(
                        "8 virtual threads wait in dev.loombench.cli.inspect.FaultyThreads.await(");
    }

    @Test
    void a_deadlock_of_virtual_threads_is_found_by_the_list_of_threads() throws Exception {
        var result = alone("virtual", "-Xmx64m", "--for", "1s", "--list-threads");
        assertThat(result.findings()).as(result.out()).containsExactly("deadlock");
        assertThat(result.finding("deadlock").path("calls").toString())
                .contains("FaultyThreads.within(FaultyThreads.java:");
    }

    @Test
    void an_executor_without_a_bean_has_its_queue() {
        assertThat(of("executor").findings())
                .as(of("executor").out())
                .containsExactly("pool-exhausted");
        assertThat(of("executor").finding("pool-exhausted").path("message").asString())
                .startsWith("executor orders is exhausted: all 4 threads are in use, and up to ");
    }

    @Test
    void a_deadlock_has_its_threads_and_their_calls() {
        var finding = of("mixed").finding("deadlock");
        assertThat(finding.path("message").asString()).contains("\"orders-1\"", "\"orders-2\"");
        assertThat(finding.path("evidence").toString())
                .contains("ReentrantLock", "java.lang.Object");
        assertThat(finding.path("calls").toString())
                .contains("FaultyThreads.deadlockOfMonitorAndLock(FaultyThreads.java:");
    }

    @Test
    void a_convoy_has_its_lock_and_the_owner() {
        var monitor = of("convoy").finding("lock-bound");
        assertThat(monitor.path("message").asString())
                .contains("FaultyThreads.class", "FaultyThreads.audit(FaultyThreads.java:");
        assertThat(monitor.path("evidence").toString()).contains("holds it in");
        var lock = of("lock-convoy").finding("lock-bound");
        assertThat(lock.path("message").asString()).contains("ReentrantLock");
        assertThat(lock.path("evidence").toString())
                .as("a heap of 64 MiB is walked")
                .contains("holds it in");
    }

    /// Its owner is read by a thread that waits, since no heap of this size is walked.
    @Test
    void a_lock_has_its_owner_in_a_large_heap_too() throws Exception {
        var result = alone("lock-convoy", "-Xmx256m", "--for", "2s");
        assertThat(result.finding("lock-bound").path("evidence").toString())
                .contains("holds it in dev.loombench.cli.inspect.FaultyThreads.rest(");
    }

    @Test
    void a_pool_has_its_threads_and_its_requests() {
        var finding = of("web-pool").finding("pool-exhausted");
        assertThat(finding.path("message").asString())
                .startsWith(
                        "pool http-nio-0-exec of Tomcat is exhausted: none of 4 threads is free, and up"
                                + " to ");
        assertThat(finding.path("calls").toString()).contains("FaultyThreads.rest");
        assertThat(of("web-pool").json().at("/activity/requests/0/threads").asString())
                .isEqualTo("platform");
    }
}
