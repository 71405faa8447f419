package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.rule.lock.NoProgress;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Pool;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Executors without a free thread for the tasks in their queues.
class ExecutorExhaustedTest {
    private static PoolReading executor(int readings, long inUse, long waiting) {
        return executor(readings, inUse, waiting, 80);
    }

    private static PoolReading executor(int readings, long inUse, long waiting, double perSecond) {
        return new PoolReading(
                Collections.nCopies(
                        readings,
                        new Pool(
                                "attach",
                                0,
                                "executor",
                                "orders",
                                4,
                                OptionalLong.of(inUse),
                                OptionalLong.of(waiting))),
                OptionalDouble.of(perSecond));
    }

    /// Four threads end 80 tasks per second: S = 4 / 80 s.
    @Test
    void an_executor_with_a_queue_is_named_with_what_it_allows() {
        var findings = findings(new SampleEvidence().executors(List.of(executor(4, 4, 12))));
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().figures())
                .isEqualTo(
                        new PoolExhausted.Figures(
                                4, 12, 1, OptionalDouble.of(0.05), OptionalDouble.of(80)));
        assertThat(findings.getFirst().text().message()).contains("orders");
    }

    /// The event loops of Dubbo read all calls, and the requests of Tomcat wait in connections.
    @ParameterizedTest
    @CsvSource({"DubboServerHandler-10.0.0.7:20880-thread, 1", "http-nio-8080-exec, 0"})
    void an_executor_whose_queue_has_the_requests_of_a_server_is_named(String name, int expected) {
        var pool =
                new Pool("attach", 0, "executor", name, 4, OptionalLong.of(4), OptionalLong.of(12));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        assertThat(findings(new SampleEvidence().executors(List.of(reading))))
                .extracting(ServiceFinding::id)
                .isEqualTo(Collections.nCopies(expected, PoolExhausted.ID));
    }

    /// As the workers of a scheduler of Reactor, each of which is an executor of one thread.
    @Test
    void executors_with_one_name_are_one_finding() {
        var names = List.of("boundedElastic", "boundedElastic (2)", "boundedElastic (3)");
        var executors =
                IntStream.range(0, 3)
                        .mapToObj(i ->
                                new PoolReading(
                                        Collections.nCopies(
                                                4,
                                                new Pool(
                                                        "attach",
                                                        0,
                                                        "executor",
                                                        names.get(i),
                                                        1,
                                                        OptionalLong.of(1),
                                                        OptionalLong.of(3 + i))),
                                        OptionalDouble.empty()))
                        .toList();
        var print = threads("boundedElastic-", 3, PARKED, SLEEP, "Shop.order(Shop.java:7)", WORKER);
        var findings =
                findings(
                        new SampleEvidence()
                                .printed(Prints.history(print, print))
                                .executors(executors));
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().figures())
                .isEqualTo(
                        new PoolExhausted.Figures(
                                1, 5, 1, OptionalDouble.empty(), OptionalDouble.empty()));
        assertThat(findings.getFirst().text().message()).contains("executor boundedElastic is");
        assertThat(findings.getFirst().text().remedy())
                .contains("reactor.schedulers.defaultBoundedElasticSize");
        assertThat(findings.getFirst().evidence())
                .anyMatch(line -> line.startsWith("3 executors with this name"));
        assertThat(findings.getFirst().frames()).containsExactly("Shop.order(Shop.java:7)");
    }

    /// Those that the framework creates; 4 threads, and 12 tasks that wait.
    @ParameterizedTest
    @CsvSource({
        "spring-boot, task, spring.task.execution.pool.core-size",
        "spring-boot, scheduling, spring.task.scheduling.pool.size",
        "micronaut-inject, scheduled-executor-thread, micronaut.executors.scheduled.core-pool-size"
    })
    void an_executor_of_a_framework_has_a_property_for_its_threads(
            String jar, String name, String property) {
        var pool =
                new Pool("attach", 0, "executor", name, 4, OptionalLong.of(4), OptionalLong.of(12));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        var sample = new SampleEvidence().executors(List.of(reading));
        assertThat(findings(sample).getFirst().setting()).isEmpty();
        var finding =
                findings(sample.libraries(new Library(jar, "4.1.1"))).stream()
                        .filter(f -> f.id().equals(PoolExhausted.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.setting()).contains(new Setting(property, 4, 16));
        assertThat(finding.text().remedy()).contains(property);
    }

    @Test
    void an_executor_with_a_free_thread_or_two_waiting_tasks_is_healthy() {
        assertThat(findings(new SampleEvidence().executors(List.of(executor(4, 3, 12))))).isEmpty();
        assertThat(findings(new SampleEvidence().executors(List.of(executor(4, 4, 2))))).isEmpty();
    }

    /// The only thread of a scheduler, whose second task is due at all readings; a queue of another
    /// executor would have more.
    @ParameterizedTest
    @CsvSource({"ScheduledThreadPoolExecutor$ScheduledFutureTask.run, 1", "FutureTask.run, 0"})
    void a_scheduled_task_that_is_always_late_is_named(String task, int expected) {
        var prints =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "scheduling-1",
                                        40,
                                        10 * i,
                                        "TIMED_WAITING (sleeping)",
                                        SLEEP,
                                        "Shop.report(Shop.java:7)",
                                        "java.util.concurrent." + task + "(A.java:1)",
                                        WORKER))
                        .toArray(String[]::new);
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "scheduling",
                        1,
                        OptionalLong.of(1),
                        OptionalLong.of(1));
        var late = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        var found =
                findings(
                        new SampleEvidence()
                                .printed(Prints.history(prints))
                                .executors(List.of(late)));
        assertThat(found).hasSize(expected);
        for (var finding : found) {
            assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
            assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
            assertThat(finding.figures())
                    .isEqualTo(
                            new PoolExhausted.Figures(
                                    1, 1, 1, OptionalDouble.empty(), OptionalDouble.empty()));
            assertThat(finding.frames()).containsExactly("Shop.report(Shop.java:7)");
        }
    }

    @Test
    void tasks_that_wait_for_a_task_behind_them_make_no_progress() {
        var print =
                threads(
                        "orders-",
                        4,
                        PARKED,
                        PARK,
                        "java.util.concurrent.FutureTask.get(java.base@25.0.4/FutureTask.java:1)",
                        "Shop.order(Shop.java:7)",
                        WORKER);
        var findings =
                findings(
                        new SampleEvidence()
                                .printed(Prints.four(print))
                                .executors(List.of(executor(4, 4, 4))));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(NoProgress.ID, PoolExhausted.ID);
        assertThat(findings.getFirst().evidence())
                .anyMatch(line -> line.startsWith("4 of 4 ") && line.contains("(FutureTask)"));
        assertThat(findings.getFirst().text().remedy()).contains("queue");
    }

    /// All threads of an executor wait for a response, the end of a process or of a thread, while
    /// tasks are in its queue: another executor would help none of them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.ProcessImpl.waitFor",
                "java.lang.Thread.join",
                "java.util.concurrent.CompletableFuture.get"
            })
    void what_is_no_task_of_the_queue_needs_a_limit_of_time(String call) {
        var print =
                threads(
                        "orders-",
                        4,
                        PARKED,
                        PARK,
                        call + "(java.base@25.0.4/A.java:1)",
                        call.contains("Future")
                                ? "jdk.internal.net.http.HttpClientImpl.send(java.net.http@25.0.4/H.java:1)"
                                : "Shop.run(Shop.java:9)",
                        "Shop.order(Shop.java:7)",
                        WORKER);
        var findings =
                findings(
                        new SampleEvidence()
                                .printed(Prints.four(print))
                                .executors(List.of(executor(4, 4, 4))));
        assertThat(findings).extracting(ServiceFinding::id).contains(NoProgress.ID);
        assertThat(findings.getFirst().text().remedy()).doesNotContain("queue");
    }

    /// The queue of an executor is not in a thread dump.
    @Test
    void threads_that_are_all_of_an_executor_may_wait_for_tasks_in_its_queue() {
        var get = "java.util.concurrent.CompletableFuture.get(java.base@25.0.4/C.java:1)";
        var waiting = threads("orders-", 3, PARKED, PARK, get, "Shop.order(S:7)", WORKER);
        var finding = only(Prints.four(waiting));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.evidence()).anyMatch(line -> line.contains("executor orders"));
        var free =
                Prints.thread(
                        "orders-3",
                        49,
                        1,
                        PARKED,
                        PARK,
                        "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                        WORKER);
        assertThat(only(Prints.four(waiting + free)).evidence()).hasSize(1);
    }
}
