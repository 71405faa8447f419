package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.transport.Route;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.load.worker.StubTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/// The cost of a wake-up by timer: of waits whose CPU time is scripted, and of real ones.
class TimerCostTest {
    private static final Route ANYWHERE =
            new Route(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), List.of());

    @Test
    void the_first_waits_whose_code_is_interpreted_do_not_count() throws IOException {
        assertThat(measured(wait -> wait < TimerCost.WAITS ? 90_000 : 24_000)).isEqualTo(24_000);
    }

    @Test
    void a_preemption_in_each_batch_does_not_count() throws IOException {
        assertThat(measured(wait -> wait % TimerCost.WAITS == 7 ? 5_000_000 : 4_000))
                .isEqualTo(4_000);
    }

    @Test
    void a_wait_that_ended_early_does_not_count() throws IOException {
        assertThat(measured(wait -> wait % TimerCost.WAITS == 7 ? 10 : 4_000)).isEqualTo(4_000);
    }

    /// @param costNanos CPU time of a wait by its number, from 0
    private static long measured(IntToLongFunction costNanos) throws IOException {
        var used = new AtomicLong(77);
        var waits = new AtomicInteger();
        var transport =
                waiting(() -> {
                    var _ = used.addAndGet(costNanos.applyAsLong(waits.getAndIncrement()));
                });
        long measured = TimerCost.measured(transport, used::get).orElseThrow();
        assertThat(waits).hasValue(TimerCost.WAITS * TimerCost.BATCHES);
        return measured;
    }

    @Test
    void it_is_unknown_where_the_clock_of_the_thread_stands_still() throws IOException {
        assertThat(TimerCost.measured(waiting(() -> {}), () -> -1)).isEmpty();
    }

    private static Transport waiting(Runnable action) {
        return new StubTransport((_, _) -> action.run());
    }

    @Test
    void it_is_measured_once_in_a_process() throws IOException {
        for (var choice : AvailableTransports.transports()) {
            var first = TimerCost.of(choice.label(), choice, ANYWHERE);
            assertThat(first).isPresent();
            assertThat(first.getAsLong()).isPositive();
            assertThat(TimerCost.of(choice.label(), choice, ANYWHERE)).isSameAs(first);
        }
    }

    @Test
    void that_of_an_earlier_part_of_a_run_is_taken_over() {
        TimerCost.assume("scripted", 23_900);
        TimerCost.assume("scripted", 5_000);
        assertThat(TimerCost.of("scripted", TransportChoice.AUTO, ANYWHERE)).hasValue(23_900);
    }
}
