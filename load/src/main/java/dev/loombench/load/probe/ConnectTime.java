package dev.loombench.load.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.OptionalLong;

/// The round trip to a server, as the time of a TCP connect.
public final class ConnectTime {
    private static final int CONNECTS = 3;
    private static final int LIMIT_MILLIS = 1_000;

    private ConnectTime() {}

    /// The shortest of three connects, ns; empty when the first fails, which the load then counts
    /// as an error.
    public static OptionalLong shortest(InetSocketAddress target) {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < CONNECTS; i++) {
            try (var socket = new Socket()) {
                long start = System.nanoTime();
                socket.connect(target, LIMIT_MILLIS);
                shortest = Math.min(shortest, System.nanoTime() - start);
            } catch (IOException _) {
                break;
            }
        }
        return shortest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(shortest);
    }
}
