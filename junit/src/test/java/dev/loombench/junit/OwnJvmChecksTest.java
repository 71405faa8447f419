package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult.Status;

/// Checks of pinned waits, and of carriers in a process that they cannot see.
class OwnJvmChecksTest {
    /// Waits in its initialiser, where a virtual thread cannot leave its carrier.
    private static final class SlowToInitialise {
        static final CountDownLatch ENTERED = new CountDownLatch(1);
        static final CountDownLatch LEAVE = new CountDownLatch(1);

        private static final class Inner {
            static {
                ENTERED.countDown();
                await(LEAVE);
            }

            private static void touch() {}
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static final class Pinning {
        @Test
        @NoPinning
        void waits_in_an_initialiser() throws InterruptedException {
            var pinned = Thread.ofVirtual().start(SlowToInitialise.Inner::touch);
            SlowToInitialise.ENTERED.await();
            while (pinned.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
            Thread.sleep(20); // longer than the shortest wait that is recorded
            SlowToInitialise.LEAVE.countDown();
            pinned.join();
        }
    }

    @Test
    void a_pinned_wait_fails_with_its_place() {
        var ended = AnnotatedTests.run(Pinning.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message())
                .startsWith("@NoPinning: virtual threads were pinned in ")
                .contains("in a class initialiser; remedy: initialise such classes at the start");
    }

    abstract static class WithNested {
        @Nested
        class Inside {
            @Test
            void runs() {
                throw new IllegalStateException("the test is not reached");
            }
        }
    }

    /// Aborted before its body, as the service is another process.
    @NoBlockedCarrier
    static final class DerivedWithNested extends WithNested {
        @ServicePid final long pid = 1;
    }

    @Test
    void an_annotation_holds_for_nested_tests_of_its_base_class() {
        assertThat(AnnotatedTests.run(DerivedWithNested.class).status()).isEqualTo(Status.ABORTED);
    }

    static final class NotPinned {
        @Test
        @NoPinning
        void waits_without_a_native_frame() throws InterruptedException {
            var latch = new CountDownLatch(1);
            var waiting = Thread.ofVirtual().start(() -> await(latch));
            latch.countDown();
            waiting.join();
        }
    }

    @Test
    void a_wait_that_releases_the_carrier_passes() {
        assertThat(AnnotatedTests.run(NotPinned.class).status()).isEqualTo(Status.SUCCESSFUL);
    }

    static final class OtherProcess {
        @ServicePid
        long pid() {
            return 1;
        }

        @Test
        @NoBlockedCarrier
        void is_elsewhere() {}
    }

    @Test
    void carriers_of_another_process_abort_the_test_with_the_reason() {
        var ended = AnnotatedTests.run(OtherProcess.class);
        assertThat(ended.status()).isEqualTo(Status.ABORTED);
        assertThat(ended.message()).endsWith("the service runs in process 1");
    }

    @NoBlockedCarrier
    abstract static class WithCarriers {
        @ServicePid final long pid = 1;
    }

    static final class DerivedWithCarriers extends WithCarriers {
        @Test
        void is_elsewhere() {}
    }

    @NoPinning
    abstract static class WithPinning {
        @ServicePid final long pid = 1;
    }

    static final class DerivedWithPinning extends WithPinning {
        @Test
        void is_elsewhere() {}
    }

    /// The service of another process aborts a test that is checked.
    @Test
    void checks_of_carriers_and_pinning_hold_for_derived_classes() {
        for (var type : List.of(DerivedWithCarriers.class, DerivedWithPinning.class)) {
            assertThat(AnnotatedTests.run(type).status()).isEqualTo(Status.ABORTED);
        }
    }
}
