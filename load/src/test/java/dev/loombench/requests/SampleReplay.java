package dev.loombench.requests;

import java.nio.file.Path;

/// A log to replay.
public final class SampleReplay {
    private SampleReplay() {}

    /// Four arrivals at 0, 250, 250 and 600 ms of 800 ms, of the requests 1, 0, 1 and 2.
    public static AccessLog.Replayed ofMillis() {
        var text =
                """
                192.0.2.7 - - [1794464724.250] "GET /a HTTP/1.1" 200 612
                192.0.2.7 - - [1794464724.000] "GET /b HTTP/1.1" 200 612
                192.0.2.7 - - [1794464724.250] "GET /b HTTP/1.1" 200 612
                192.0.2.7 - - [1794464724.600] "GET /c HTTP/1.1" 200 612
                """;
        return AccessLog.replay(Path.of("access.log"), text, true, 1);
    }
}
