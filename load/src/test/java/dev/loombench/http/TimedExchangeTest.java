package dev.loombench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimedExchangeTest {
    /// The stacks of all threads are those of platform threads.
    @Test
    void the_limit_needs_no_carrier_of_virtual_threads() throws IOException {
        try (var socket = new Socket()) {
            boolean waits =
                    TimedExchange.run(
                            socket,
                            Duration.ofMinutes(1),
                            () ->
                                    Thread.getAllStackTraces().keySet().stream()
                                            .map(Thread::getName)
                                            .anyMatch("loombench-exchange-limit"::equals));
            assertThat(waits).isTrue();
        }
    }

    /// Its socket is closed, which a later exchange would find.
    @Test
    void an_exchange_that_ends_after_its_limit_has_lasted_too_long() throws IOException {
        try (var socket = new Socket()) {
            assertThatThrownBy(() ->
                            TimedExchange.run(
                                    socket,
                                    Duration.ofMillis(1),
                                    () -> {
                                        while (!socket.isClosed()) {
                                            Thread.onSpinWait();
                                        }
                                        return true;
                                    }))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }
}
