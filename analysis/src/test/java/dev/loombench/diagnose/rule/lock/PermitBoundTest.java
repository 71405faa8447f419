package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.finding.Severity;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads that queue for the permits of a semaphore.
class PermitBoundTest {
    private static String holder() {
        return Prints.thread(
                "main", 1, 1, "TIMED_WAITING (sleeping)", SLEEP, "Gate.pass(Gate.java:5)");
    }

    /// @param taken permits
    private static String gate(int waiting, int taken) {
        var gate = "Gate.lambda$pass$1(Gate.java:9)";
        var acquire = "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)";
        return IntStream.range(0, waiting + taken)
                .mapToObj(i ->
                        i < waiting
                                ? Prints.thread("exec-" + i, 30 + i, 1, PARKED, PARK, acquire, gate)
                                : Prints.thread("exec-" + i, 30 + i, 1, PARKED, SLEEP, gate))
                .collect(Collectors.joining());
    }

    @Test
    void permits_for_which_threads_wait_at_most_moments_are_the_bound() {
        var finding = only(Prints.history(gate(3, 2), gate(5, 2), gate(2, 2), gate(4, 2)));
        assertThat(finding.id()).isEqualTo(PermitBound.ID);
        assertThat(figure(finding, "waiting")).isEqualTo(4);
        assertThat(figure(finding, "taken")).isEqualTo(2);
        assertThat(finding.text().message()).contains("Semaphore", "Gate.pass(Gate.java:9)");
        assertThat(finding.evidence())
                .containsExactly(
                        "at 3 of 4 moments; who holds the permits is not known, as a semaphore has no"
                                + " owner; by stacks about 2 are taken, by other threads in this method");
        assertThat(only(Prints.four(gate(3, 0) + holder())).evidence().getFirst())
                .as("the method that holds the lambda is another one")
                .contains("no other thread is in this method");
    }

    /// Each in a call of a library, of which there is another caller.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "java.lang.Object.wait0(Native Method) | org.springframework.util.ConcurrencyThrottleSupport.beforeAccess(C.java:1) | Spring's ConcurrencyThrottleSupport | raise the limit (@ConcurrencyLimit",
                "java.lang.Thread.sleep(T.java:1) | com.google.common.util.concurrent.RateLimiter.acquire(R.java:1) | a RateLimiter of Guava | raise the rate",
                "java.util.concurrent.locks.LockSupport.parkNanos(L.java:1) | io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter.acquirePermission(A.java:1) | a RateLimiter of Resilience4j | raise the rate"
            })
    void a_limit_of_a_library_is_the_bound_of_its_caller(
            String wait, String limit, String label, String remedy) {
        var threads =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "exec-" + i,
                                        30 + i,
                                        1,
                                        "TIMED_WAITING (parking)",
                                        wait,
                                        limit,
                                        i < 3 ? SHOP : "com.example.Shop.pay(Shop.java:40)"))
                        .collect(Collectors.joining());
        var finding = only(Prints.four(threads));
        assertThat(finding.id()).isEqualTo(PermitBound.ID);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.text().message()).contains(label, SHOP);
        assertThat(finding.text().remedy()).startsWith(remedy);
        assertThat(finding.evidence()).containsExactly("at 4 of 4 moments");
    }

    @Test
    void permits_that_nothing_returns_are_critical() {
        var finding = only(Prints.four(gate(3, 0)));
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(figure(finding, "still")).isEqualTo(3);
        assertThat(finding.text().message()).contains("Gate.pass(Gate.java:9)", "30 s");
        assertThat(only(Prints.four(gate(3, 0).replace("WAITING", "TIMED_WAITING"))).severity())
                .as("they wait for a limited time")
                .isEqualTo(Severity.WARNING);
        assertThat(only(Prints.history(gate(3, 2), gate(5, 2), gate(2, 2), gate(4, 2))).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void permits_for_which_few_threads_wait_or_at_few_moments_are_no_bound() {
        assertThat(findings(Prints.four(gate(2, 2)))).isEmpty();
        assertThat(findings(Prints.history(gate(3, 2), gate(9, 2), gate(2, 2), gate(0, 2))))
                .isEmpty();
    }
}
