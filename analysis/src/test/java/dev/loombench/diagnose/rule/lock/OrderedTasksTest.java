package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import org.junit.jupiter.api.Test;

/// Tasks of Vert.x that wait for others.
class OrderedTasksTest {
    private static final String CALL = "com.example.Tool.call(Tool.java:12)";
    private static final String GET =
            "java.util.concurrent.CompletableFuture.get(java.base@21.0.5/C.java:2072)";
    private static final String ORDERED = "io.vertx.core.impl.TaskQueue.run(TaskQueue.java:76)";
    private static final String WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1144)";

    /// A worker of Vert.x beside a free one.
    private static ThreadHistory worker(String state, String... lines) {
        return Prints.four(
                Prints.thread("vert.x-worker-thread-0", 31, 10, state, lines)
                        + Prints.thread(
                                "vert.x-worker-thread-1",
                                32,
                                10,
                                PARKED,
                                PARK,
                                "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                                WORKER));
    }

    /// A model's tool, whose HTTP client executes its own blocking code on the same context.
    @Test
    void an_ordered_task_that_waits_for_a_result_is_named() {
        var finding = only(worker(PARKED, PARK, GET, CALL, ORDERED, WORKER));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(finding.text().remedy()).contains("ordered=false");
        assertThat(finding.frames()).containsExactly(CALL);
    }

    @Test
    void other_tasks_and_other_waits_of_one_thread_are_not_named() {
        assertThat(findings(worker(PARKED, PARK, GET, CALL, WORKER))).as("not ordered").isEmpty();
        var read = "sun.nio.ch.Net.poll(java.base@21.0.5/Native Method)";
        assertThat(findings(worker("RUNNABLE", read, CALL, ORDERED, WORKER))).as("data").isEmpty();
    }
}
