package dev.loombench.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// An exchange over a socket within a time, as a response may never end, and a server may not read
/// the request: a write has no limit of its own.
public final class TimedExchange {
    private TimedExchange() {}

    /// Reads and writes, which block.
    ///
    /// @param <T> what they return
    @FunctionalInterface
    public interface Exchange<T> {
        T run() throws IOException;
    }

    /// Runs an exchange, and closes its socket where it lasts too long. A platform thread waits for
    /// that: the service may run in this JVM, and block all carriers of virtual threads. What ends
    /// just then has lasted too long as well, as its socket is of no more use.
    ///
    /// @param socket below any TLS, whose close would wait for a write
    /// @throws SocketTimeoutException where it lasted too long
    public static <T> T run(Socket socket, Duration limit, Exchange<T> exchange)
            throws IOException {
        var over = new AtomicBoolean(); // set by the exchange or its limit, whichever ends first
        var timer =
                Thread.ofPlatform()
                        .daemon()
                        .name("loombench-exchange-limit")
                        .start(() -> closeAfter(limit, socket, over));
        T result;
        try {
            result = exchange.run();
        } catch (IOException e) {
            throw over.getAndSet(true) ? tooLong() : e;
        } finally {
            timer.interrupt();
        }
        if (over.getAndSet(true)) {
            throw tooLong();
        }
        return result;
    }

    private static SocketTimeoutException tooLong() {
        return new SocketTimeoutException("the response did not end within the timeout");
    }

    private static void closeAfter(Duration limit, Socket socket, AtomicBoolean over) {
        try {
            Thread.sleep(limit);
            if (!over.getAndSet(true)) {
                socket.close();
            }
        } catch (InterruptedException | IOException _) {
            // The exchange has ended, or the socket is closed.
        }
    }
}
