package dev.loombench.load.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Waits of every available transport: their length, and what ends them.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TransportWaitTest extends TransportFixture {
    TransportWaitTest(TransportChoice choice) {
        super(choice);
    }

    @Test
    void a_wake_up_from_another_thread_ends_a_wait() throws Exception {
        try (var transport = open(1)) {
            var returned = new CountDownLatch(3);
            Thread.ofVirtual()
                    .start(() -> {
                        while (returned.getCount() > 0) {
                            transport.wakeUp();
                        }
                    });
            while (returned.getCount() > 0) {
                transport.await(in(Long.MAX_VALUE / 2), log);
                returned.countDown();
            }
            assertThat(log.events).isEmpty();
        }
    }

    @Test
    void a_wake_up_before_the_wait_is_not_lost_and_one_after_close_is_harmless() throws Exception {
        var transport = open(1);
        transport.wakeUp();
        transport.await(in(Long.MAX_VALUE / 2), log);
        transport.close();
        transport.wakeUp();
    }

    @Test
    void a_wait_without_events_lasts_its_full_time() throws Exception {
        try (var transport = open(1)) {
            transport.await(in(0), log);
            long start = System.nanoTime();
            transport.await(in(20 * MILLI), log);
            // The clocks of the kernel and of the JVM may differ by microseconds.
            assertThat(System.nanoTime() - start).isGreaterThan(19 * MILLI);
        }
    }

    @Test
    void the_time_of_a_wait_counts_as_waited() throws Exception {
        try (var transport = open(1)) {
            transport.await(in(0), log);
            // A busy machine may wake the thread late, which does not count as waiting, or stop it
            // before its wait, of which less is left then.
            long most = 0;
            for (int i = 0; i < 10 && most <= 50 * MILLI; i++) {
                long before = transport.waitedNanos();
                transport.await(in(100 * MILLI), log);
                most = Math.max(most, transport.waitedNanos() - before);
            }
            assertThat(most).isGreaterThan(50 * MILLI);
        }
    }

    /// A worker behind its schedule never waits. Over io_uring, time without a CPU counts instead.
    @Test
    void a_look_for_events_is_work() throws Exception {
        assumeTrue(choice == TransportChoice.NIO);
        try (var transport = open(1)) {
            transport.await(in(0), log);
            assertThat(transport.waitedNanos()).isZero();
        }
    }
}
