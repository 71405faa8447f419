package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.observe.jvm.RecordedPins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
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
            waitPinned(
                    SlowToInitialise.Inner::touch,
                    SlowToInitialise.ENTERED,
                    SlowToInitialise.LEAVE);
        }
    }

    private static void waitPinned(
            Runnable initialise, CountDownLatch entered, CountDownLatch leave)
            throws InterruptedException {
        var pinned = Thread.ofVirtual().start(initialise);
        entered.await();
        while (pinned.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        Thread.sleep(20); // longer than the shortest wait that is recorded
        leave.countDown();
        pinned.join();
    }

    /// As the one above; a class is initialised once.
    private static final class AlsoSlowToInitialise {
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

    /// The JVM records what any recording asks for, and shows it to all of them.
    @Test
    void a_shorter_wait_that_only_another_recording_asks_for_passes() throws Exception {
        try (var other = new Recording();
                var watch = PinningWatch.start(Duration.ofHours(1))) {
            other.enable(RecordedPins.EVENT).withThreshold(Duration.ZERO);
            other.start();
            waitPinned(
                    AlsoSlowToInitialise.Inner::touch,
                    AlsoSlowToInitialise.ENTERED,
                    AlsoSlowToInitialise.LEAVE);
            assertThat(watch.end()).isEmpty();
        }
    }

    /// Its waits would be none, and the test would pass.
    @Test
    void a_recording_with_an_event_that_cannot_be_read_is_no_evidence() {
        try (var watch = PinningWatch.start(Duration.ofHours(1))) {
            watch.failed(new IllegalStateException("of an event"));
            assertThatThrownBy(watch::end)
                    .isInstanceOf(IllegalStateException.class)
                    .hasRootCauseMessage("of an event");
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

    static final class TooShort {
        @Test
        @NoBlockedCarrier(longerThan = "1ms")
        void cannot_be_seen() {}
    }

    static final class WithoutUnit {
        @Test
        @NoPinning(longerThan = "20")
        void is_wrong() {}
    }

    @Test
    void a_wrong_time_is_named_with_its_annotation() {
        assertThat(AnnotatedTests.run(TooShort.class).message())
                .startsWith("@NoBlockedCarrier: longerThan must be at least 50ms")
                .endsWith("was 1ms");
        assertThat(AnnotatedTests.run(WithoutUnit.class).message())
                .startsWith("@NoPinning: longerThan \"20\" has no unit");
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

    static final class OwnProcess {
        @ServicePid final ProcessHandle service = ProcessHandle.current();

        @Test
        @NoBlockedCarrier
        void is_here() {}
    }

    @Test
    void the_process_of_the_test_itself_is_checked() {
        assumeThat(OwnCarriers.unavailable()).isEmpty();
        assertThat(AnnotatedTests.run(OwnProcess.class).status()).isEqualTo(Status.SUCCESSFUL);
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
