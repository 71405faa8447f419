package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedStack;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    @Test
    void the_call_that_waits_is_shown_with_its_caller() {
        var acquire = "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)";
        var gate = "Gate.pass(Gate.java:9)";
        var waiting = SampleThreads.threads("elector-", 3, PARKED, PARK, acquire, gate, SHOP);
        assertThat(only(Prints.four(waiting)).frames())
                .containsExactly(gate + AppCalls.CALLED_BY + SHOP);
    }

    /// As on a server that has a thread more for each further request.
    @Test
    void permits_that_none_returns_while_further_threads_come_are_critical() {
        var more = only(Prints.history(gate(3, 0), gate(4, 0), gate(5, 0), gate(5, 0)));
        assertThat(more.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(more, "still")).isEqualTo(3);
        var busy =
                Prints.thread("exec-3", 33, 1, "RUNNABLE", "Gate.open(Gate.java:3)") + gate(3, 0);
        var came = gate(4, 0).replaceFirst("(?s)cpu=1\\.00ms(?!.*cpu=)", "cpu=5.00ms");
        assertThat(only(Prints.history(busy, busy, came, came)).severity())
                .as("it ran before it came")
                .isEqualTo(Severity.CRITICAL);
        var fewer = only(Prints.history(gate(5, 0), gate(4, 1), gate(4, 1), gate(4, 1)));
        assertThat(fewer.severity()).as("one got a permit").isEqualTo(Severity.WARNING);
    }

    /// Those that return permits may take them again before the others.
    @Test
    void permits_that_are_returned_wake_threads_that_wait() {
        var before = gate(4, 2);
        var woken = before.replace("cpu=1.00ms", "cpu=1.30ms");
        assertThat(only(Prints.four(before)).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(only(Prints.history(before, before, woken, woken)).severity())
                .isEqualTo(Severity.WARNING);
    }

    /// Its library waits for a semaphore until another service has released the lock; a call to
    /// Redis is no such wait.
    @Test
    void a_lock_of_several_services_is_no_semaphore() {
        var acquire = "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)";
        var lock = "org.redisson.RedissonLock.lock(RedissonLock.java:224)";
        var finding =
                only(
                        Prints.four(
                                SampleThreads.threads(
                                        "elector-", 3, PARKED, PARK, acquire, lock, SHOP)));
        assertThat(finding.id()).isEqualTo(PermitBound.ID);
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.text().message()).contains("Redisson", SHOP).doesNotContain("permit");
        assertThat(finding.text().remedy()).doesNotContain("permits");
        assertThat(Permits.isAwaited(List.of(PARK, lock, SHOP))).isFalse();
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

    private static final String TOMCAT = "org.apache.coyote.AbstractProtocol.process(A.java:1)";

    /// A live service, and its virtual threads that serve a request and wait for a permit in each
    /// list.
    private static SampleEvidence listed(int... waiting) {
        return listed(TOMCAT, waiting);
    }

    /// @param caller of the method that waits for a permit
    private static SampleEvidence listed(String caller, int... waiting) {
        var stack =
                new PrintedStack(
                        List.of(
                                "java.lang.VirtualThread.park(VirtualThread.java:582)",
                                "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
                                "Gate.pass(Gate.java:9)",
                                caller),
                        Optional.empty(),
                        List.of());
        var lists =
                IntStream.of(waiting)
                        .mapToObj(count ->
                                IntStream.range(0, count)
                                        .mapToObj(i -> SampleThreads.listed(71 + i, stack))
                                        .toList())
                        .toList();
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "Gate.main(Gate.java:2)");
        var holders = SampleThreads.dump(3, SLEEP, "Gate.pass(Gate.java:10)");
        return new SampleEvidence()
                .printed(new ThreadHistory(Prints.four(main).moments(), List.of(), lists))
                .threads(holders);
    }

    /// Who holds a permit has left the method of the library that acquires one.
    @Test
    void the_permits_of_a_bulkhead_are_those_of_its_caller() {
        var bulkhead =
                "io.github.resilience4j.bulkhead.internal.SemaphoreBulkhead.tryEnterBulkhead(S.java:1)";
        var acquire = "java.util.concurrent.Semaphore.tryAcquire(java.base@25.0.4/S.java:1)";
        var threads =
                IntStream.range(0, 5)
                        .mapToObj(i ->
                                i < 3
                                        ? Prints.thread(
                                                "exec-" + i,
                                                30 + i,
                                                1,
                                                "TIMED_WAITING (parking)",
                                                PARK,
                                                acquire,
                                                bulkhead,
                                                SHOP)
                                        : Prints.thread(
                                                "exec-" + i, 30 + i, 1, PARKED, SLEEP, SHOP))
                        .collect(Collectors.joining());
        var finding = only(Prints.four(threads));
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(figure(finding, "taken")).isEqualTo(2);
        assertThat(finding.text().message()).contains("Semaphore", SHOP);
    }

    @Test
    void virtual_threads_that_wait_for_permits_in_two_lists_are_bound_by_them() {
        var finding = only(listed(0, 10, 12));
        assertThat(finding.id()).isEqualTo(PermitBound.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(figure(finding, "waiting")).isEqualTo(12);
        assertThat(figure(finding, "taken")).isEqualTo(3);
        assertThat(finding.text().message()).contains("Semaphore", "Gate.pass(Gate.java:9)");
        assertThat(only(listed("Crawler.fetch(Crawler.java:7)", 10, 10)).confidence())
                .as("a batch, or consumers with little to do")
                .isEqualTo(Confidence.LOW);
        assertThat(findings(listed(10))).as("one list").isEmpty();
        assertThat(findings(listed(10, 9, 10))).as("few").isEmpty();
        assertThat(findings(listed(200, 100))).as("without a bound").isEmpty();
    }

    /// A semaphore that signals work has no permit where there is none.
    @Test
    void virtual_threads_that_wait_for_a_signal_to_work_are_not_named() {
        var idle = SampleThreads.dump(3, SLEEP, "Shop.order(Shop.java:30)");
        assertThat(findings(listed("Worker.run(Worker.java:7)", 10, 10).threads(idle))).isEmpty();
        assertThat(only(listed(10, 10).threads(idle)).evidence().getFirst())
                .as("of requests")
                .contains("no other thread is in this method");
    }

    /// They may have been lost, where no thread is in the method that takes one.
    @Test
    void what_does_not_return_permits_is_to_be_found_where_no_thread_seems_to_have_one() {
        var idle = SampleThreads.dump(3, SLEEP, "Shop.order(Shop.java:30)");
        assertThat(only(listed(10, 10).threads(idle)).text().remedy()).contains("finally");
        assertThat(only(listed(10, 10)).text().remedy()).doesNotContain("finally");
    }

    /// Three threads that wait for a permit at all moments.
    ///
    /// @param lines below the method that acquires it, separated by `;`, may be none
    private static ThreadHistory idle(String lines, String more) {
        var frames =
                Stream.concat(
                                Stream.of(
                                        PARK,
                                        "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)",
                                        "Worker.run(Worker.java:9)"),
                                Stream.of(lines.split(";", -1)).filter(line -> !line.isEmpty()))
                        .toArray(String[]::new);
        return Prints.four(SampleThreads.threads("worker-", 3, PARKED, frames) + more);
    }

    /// Workers that wait for a signal to work look as those of a gate whose permits are lost,
    /// unless their program is to wait, or others wait for them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | NOTE",
                "java.lang.Thread.run(Thread.java:1474) | NOTE",
                "Jobs.next(Jobs.java:3) | WARNING",
                "com.example.Jobs.consume(Jobs.java:3) | WARNING",
                "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer.run(K.java:1) | CRITICAL",
                "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1) | WARNING",
                "org.apache.coyote.AbstractProtocol.process(A.java:1) | CRITICAL"
            })
    void threads_that_wait_for_a_signal_to_work_are_no_queue(String lines, Severity severity) {
        assertThat(findings(idle(lines, "")))
                .filteredOn(finding -> finding.id().equals(PermitBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(severity);
    }

    @Test
    void virtual_threads_that_are_not_listed_may_wait_for_workers() {
        var hidden = new SampleEvidence().printed(idle("", "")).threads(Part.missing("crash"));
        assertThat(findings(hidden))
                .filteredOn(finding -> finding.id().equals(PermitBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.WARNING);
    }

    /// It waits for a monitor that one of the workers holds.
    @Test
    void a_request_behind_them_shows_that_permits_are_lost() {
        var request =
                Prints.thread(
                        "http",
                        60,
                        1,
                        SampleThreads.BLOCKED,
                        SHOP,
                        "- waiting to lock <0xb0> (a java.lang.Object)",
                        TOMCAT);
        assertThat(findings(idle("- locked <0xb0> (a java.lang.Object)", request)))
                .filteredOn(finding -> finding.id().equals(PermitBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.CRITICAL);
    }

    /// A request waits for a result, as of a task of these threads.
    @Test
    void a_request_that_may_wait_for_their_tasks_shows_that_permits_are_lost() {
        var get = "java.util.concurrent.FutureTask.get(java.base@25.0.4/F.java:207)";
        var request = Prints.thread("http", 60, 1, PARKED, PARK, get, SHOP, TOMCAT);
        assertThat(findings(idle(SampleThreads.WORKER, request)))
                .filteredOn(finding -> finding.id().equals(PermitBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.CRITICAL);
    }

    @Test
    void permits_that_nothing_returns_are_critical() {
        var finding = only(Prints.history(gate(3, 0), gate(3, 0), gate(3, 1), gate(3, 0)));
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
