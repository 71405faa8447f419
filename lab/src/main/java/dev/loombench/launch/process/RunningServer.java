package dev.loombench.launch.process;

import java.net.InetSocketAddress;
import java.util.List;

/// A server under test that accepts requests. Thread-safe.
public sealed interface RunningServer extends AutoCloseable permits StartedServer, RunningEndpoint {
    InetSocketAddress address();

    /// False once it has ended.
    boolean isAlive();

    /// How it ended, after a wait for its end.
    String describeEnd();

    /// Its last lines from both streams in order of arrival, at most 200; untrusted text, but
    /// printable. None of a service that the lab did not start.
    List<String> logTail(int maxLines);

    /// Ends it if the lab has started it.
    @Override
    void close();
}
