package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.requests;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static dev.loombench.diagnose.SampleThreads.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.pool.PoolExhausted;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads that stand still in one call, or await a lock that nothing will release.
class NoProgressTest {
    /// The thread that initialises the subclass has no frame of it while it waits for the
    /// superclass.
    @Test
    void a_subclass_and_its_superclass_may_wait_for_each_other() {
        var print =
                Prints.thread(
                                "a",
                                31,
                                1,
                                "RUNNABLE",
                                "Base.<clinit>(Shop.java:3)",
                                "- waiting on the Class initialization monitor for Derived")
                        + Prints.thread(
                                "b",
                                32,
                                1,
                                "RUNNABLE",
                                "Shop.order(Shop.java:5)",
                                "- waiting on the Class initialization monitor for Base");
        var finding = only(Prints.four(print));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(figure(finding, "affected")).isEqualTo(2);
        assertThat(finding.text().message()).contains("Base.<clinit>(Shop.java:3)", "Derived");
        assertThat(finding.text().remedy()).contains("a thread that initialises a subclass");
        assertThat(finding.lost()).isCloseTo(1, within(0.01)); // but for collections
    }

    /// The threads of the pool stand still, and the requests that wait for them are a consequence.
    @Test
    void requests_that_wait_for_threads_in_calls_are_no_finding_of_their_own() {
        var print = requests(10, 10, SLEEP, "Shop.order(Shop.java:30)");
        var waiting = Optional.of(Prints.connections(60, 50, 0));
        var found = findings(Prints.history(waiting, print, print, print, print));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(NoProgress.ID, PoolExhausted.ID);
        assertThat(found.getLast().isConsequenceOf(found.getFirst())).isTrue();
    }

    /// What they wait for has a finding of its own, which knows what to do.
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.Semaphore.acquire, permit-bound",
        "java.util.concurrent.ArrayBlockingQueue.put, queue-full"
    })
    void a_pool_that_stands_still_is_the_consequence_of_what_its_threads_wait_for(
            String wait, String cause) {
        var print =
                requestsIn(PARKED, 10, 10, PARK, wait + "(W.java:1)", "com.example.A.b(A.java:1)");
        var found = findings(print);
        assertThat(found).extracting(ServiceFinding::id).containsExactly(cause, NoProgress.ID);
        assertThat(found.getLast().endsWith(found.getFirst())).isTrue();
        assertThat(found.getFirst().severity()).isEqualTo(Severity.CRITICAL);
    }

    private static ThreadHistory calls(double cpuMillis, String more) {
        var call = "com.example.Partner.read(Partner.java:12)";
        return Prints.history(
                requests(10, 10, call) + more,
                requests(10, 10, call) + more,
                requests(10, 10 + cpuMillis, call) + more);
    }

    @Test
    void a_full_pool_whose_threads_do_not_run_makes_no_progress() {
        var finding = only(calls(1, ""));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(10, 10, 30));
        assertThat(finding.text().message()).contains("http-nio-8080-exec");
        assertThat(finding.frames()).containsExactly("com.example.Partner.read(Partner.java:12)");
        assertThat(findings(calls(1.01, ""))).as("they ran").isEmpty();
        assertThat(findings(calls(1, IDLE))).as("a thread is free").isEmpty();
    }

    /// No connection is to be limited where threads wait for one another.
    @ParameterizedTest
    @CsvSource({"java.util.concurrent.CountDownLatch.await", "java.lang.Object.wait0"})
    void what_to_do_depends_on_what_the_threads_of_a_pool_wait_for(String wait) {
        var call = "com.example.A.b(A.java:1)";
        var finding = only(Prints.four(requestsIn(PARKED, 10, 10, wait + "(W.java:1)", call)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().remedy()).doesNotContain("connect");
        assertThat(only(calls(1, "")).text().remedy()).contains("connect");
    }

    /// Streams of events may take all threads of a pool that can grow.
    @ParameterizedTest
    @CsvSource({"10, WARNING", "11, CRITICAL"})
    void threads_may_stand_still_by_intention_where_no_request_waits(
            int connections, Severity severity) {
        var print = requests(10, 10, "com.example.Events.send(Events.java:12)");
        var history =
                Prints.history(
                        Optional.of(Prints.connections(connections, 5, 0)), print, print, print);
        assertThat(findings(history))
                .filteredOn(f -> f.id().equals(NoProgress.ID))
                .singleElement()
                .extracting(ServiceFinding::severity)
                .isEqualTo(severity);
    }

    @Test
    void threads_that_await_a_monitor_of_no_thread_make_no_progress() {
        var finding = only(Prints.four(waiting(1, "0xa0", "Svc")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(finding.text().message()).contains("Svc.audited(Svc.java:16)", " Svc,");
        assertThat(findings(Prints.history(waiting(1, "0xa0", "Svc"), waiting(1, "0xa0", "Svc"))))
                .as("two moments")
                .isEmpty();
    }

    private static String parked(String type, String owners) {
        return Prints.thread(
                        "orders",
                        31,
                        1,
                        "WAITING (parking)",
                        "jdk.internal.misc.Unsafe.park(Native Method)",
                        "- parking to wait for  <0xa0> (a java.util.concurrent.locks.%s)"
                                .formatted(type),
                        "Svc.audited(Svc.java:16)")
                + Prints.thread("timer", 32, 1, "TIMED_WAITING (sleeping)", SLEEP)
                + owners;
    }

    /// The wake-up was lost, or its owner has ended.
    @Test
    void threads_that_await_a_lock_without_an_owner_make_no_progress() {
        var none = "   Locked ownable synchronizers:\n\t- None\n\n";
        var type = "ReentrantLock$NonfairSync";
        var finding = only(Prints.four(parked(type, none)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(finding.text().message()).contains("Svc.audited(Svc.java:16)", "ReentrantLock");
        assertThat(finding.text().remedy()).contains("unlock in finally");
        assertThat(findings(Prints.four(parked(type, "")))).as("owners are not printed").isEmpty();
        assertThat(findings(Prints.four(parked("ReentrantReadWriteLock$NonfairSync", ""))))
                .as("a writer is not printed")
                .isEmpty();
        var held =
                """
                   Locked ownable synchronizers:
                \t- <0xa0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

                """;
        assertThat(
                        findings(
                                Prints.history(
                                        parked(type, none),
                                        parked(type, held),
                                        parked(type, none),
                                        parked(type, none))))
                .as("it had an owner")
                .isEmpty();
    }

    /// Its readers are not known, and it may be one of them itself.
    @ParameterizedTest
    @CsvSource({
        "ReentrantReadWriteLock$NonfairSync, ReentrantReadWriteLock",
        "StampedLock, StampedLock"
    })
    void a_thread_that_awaits_a_lock_without_a_known_holder_makes_no_progress(
            String type, String name) {
        var none = "   Locked ownable synchronizers:\n\t- None\n\n";
        var finding = only(Prints.four(parked(type, none)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(finding.text().message()).contains("Svc.audited(Svc.java:16)", name);
    }

    /// The next owner of the monitor got no carrier, as both waited: one of them for this monitor,
    /// while it loaded a class.
    @Test
    void a_service_that_stood_still_is_named_by_its_monitor() throws IOException {
        var finding = only(Prints.four(resource("petclinic-25.0.3.txt")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().message())
                .isEqualTo(
                        "2 threads wait in org.hibernate.validator.internal.engine.validationcontext"
                                + ".AbstractValidationContext.createConstraintValidatorContextFor"
                                + "(AbstractValidationContext.java:296) for the monitor of a"
                                + " org.springframework.boot.loader.net.protocol.jar.UrlNestedJarFile,"
                                + " which no printed thread holds");
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(ThreadPrint.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
