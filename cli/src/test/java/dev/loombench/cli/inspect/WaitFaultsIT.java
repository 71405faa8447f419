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

/// `loombench inspect` on real services whose threads wait for what does not come, or whose
/// executors are too small or do not end, and on healthy ones: all at the same time.
@EnabledOnOs(OS.LINUX)
class WaitFaultsIT {
    private static final List<String> SERVICES =
            List.of(
                    "full-queue",
                    "latch",
                    "leaked-permits",
                    "single",
                    "own-queue",
                    "common-pool",
                    "executors",
                    "cleaner",
                    "unaccepted",
                    "endless",
                    "endless-virtual",
                    "stops",
                    "short-tasks",
                    "short-tasks-of-two",
                    "consumer",
                    "hung-requests",
                    "hung-tasks",
                    "timer",
                    "events");

    private static InspectedServices services;

    @BeforeAll
    static void inspectAll() throws Exception {
        services = InspectedServices.inspect(FaultyWaits.class, SERVICES, _ -> "10s");
    }

    @ParameterizedTest
    @CsvSource({
        "full-queue, queue-full",
        "latch, no-progress",
        "leaked-permits, permit-bound",
        "single, pool-exhausted",
        "common-pool, pool-exhausted",
        "executors, thread-growth",
        "cleaner, no-progress",
        "unaccepted, no-progress",
        "endless, endless-call",
        "endless-virtual, carriers-monopolized",
        "stops, safepoints",
        "hung-requests, no-progress",
        "timer, no-progress"
    })
    void a_fault_is_found_and_no_other(String service, String finding) {
        services.of(service).assertOnly(finding);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short-tasks", "short-tasks-of-two", "consumer", "events"})
    void a_healthy_service_has_no_finding(String service) {
        var result = services.of(service);
        assertThat(result.findings()).as(result.out()).isEmpty();
    }

    /// A call that takes long looks the same.
    @Test
    void tasks_that_may_hang_are_said_to_be_unobserved() {
        var hung = services.of("hung-tasks");
        assertThat(hung.findings()).as(hung.out()).isEmpty();
        assertThat(hung.json().at("/notObserved/progress of mail").asString())
                .startsWith("2 threads did not run, in calls such as ")
                .contains("FaultyWaits.readForever");
        for (var healthy : List.of("short-tasks", "short-tasks-of-two", "consumer", "events")) {
            assertThat(services.of(healthy).json().path("notObserved").toString())
                    .as(healthy)
                    .doesNotContain("progress of ");
        }
    }

    @Test
    void each_has_the_call_of_the_application_with_its_line() {
        assertThat(services.of("full-queue").finding("queue-full").path("calls").toString())
                .contains("FaultyWaits.put(FaultyWaits.java:");
        assertThat(services.of("cleaner").finding("no-progress").path("calls").toString())
                .contains("FaultyWaits.");
        assertThat(services.of("endless").finding("endless-call").path("calls").toString())
                .contains("FaultyWaits.");
    }

    @Test
    void tasks_that_wait_for_tasks_behind_them_are_named_with_their_executor() {
        var result = services.of("own-queue");
        assertThat(result.findings())
                .as(result.out())
                .containsExactly("no-progress", "pool-exhausted");
        assertThat(result.finding("no-progress").path("remedy").asString())
                .startsWith("where they wait for tasks in the queue of this executor");
    }

    /// Its threads serve no requests: they may have nothing to do.
    @Test
    void permits_that_nothing_returns_are_a_warning() {
        assertThat(
                        services.of("leaked-permits")
                                .finding("permit-bound")
                                .path("severity")
                                .asString())
                .isEqualTo("warning");
    }

    /// One thread with tasks of 50 ms or more allows 20 per second at most.
    @Test
    void an_executor_of_one_thread_has_what_it_allows() {
        var pool = services.of("single").json().at("/pools/0");
        assertThat(pool.path("capacity").asLong()).isEqualTo(1);
        assertThat(pool.path("limitPerSecond").asDouble()).isPositive().isLessThan(22);
    }
}
