package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestExecutionResult.Status;

/// Annotated tests where JUnit runs tests at once.
class TestsAtOnceTest {
    private static volatile CountDownLatch started = new CountDownLatch(2);

    /// Whether both had started before this one ended, of each test in the order of their ends.
    private static final List<Boolean> TOGETHER = new CopyOnWriteArrayList<>();

    @BeforeEach
    void reset() {
        started = new CountDownLatch(2);
        TOGETHER.clear();
    }

    private static void meet(long millis) throws InterruptedException {
        started.countDown();
        TOGETHER.add(started.await(millis, TimeUnit.MILLISECONDS));
    }

    static final class Watched {
        @Test
        @NoPinning
        void runs() throws InterruptedException {
            meet(500);
        }
    }

    static final class Other {
        @Test
        void runs() throws InterruptedException {
            meet(500);
        }
    }

    /// The first one ends without the other, which finds that both have started.
    @Test
    void an_annotated_test_runs_alone() {
        var ended = AnnotatedTests.runAtOnce(Watched.class, Other.class);
        assertThat(ended)
                .extracting(AnnotatedTests.Ended::status)
                .containsExactly(Status.SUCCESSFUL, Status.SUCCESSFUL);
        assertThat(TOGETHER).containsExactly(false, true);
    }

    static final class FirstOther {
        @Test
        void runs() throws InterruptedException {
            meet(60_000);
        }
    }

    static final class SecondOther {
        @Test
        void runs() throws InterruptedException {
            meet(60_000);
        }
    }

    /// Otherwise the test above would show nothing.
    @Test
    void tests_without_an_annotation_run_at_once() {
        AnnotatedTests.runAtOnce(FirstOther.class, SecondOther.class);
        assertThat(TOGETHER).containsExactly(true, true);
    }

    @Test
    void each_annotation_has_the_lock() {
        for (var type : List.of(HoldsObjective.class, NoBlockedCarrier.class, NoPinning.class)) {
            assertThat(AnnotationSupport.findRepeatableAnnotations(type, ResourceLock.class))
                    .extracting(ResourceLock::value)
                    .containsExactly(Resources.GLOBAL);
        }
    }
}
