package dev.loombench.launch.process;

import java.net.InetSocketAddress;
import java.util.List;

/// A service that the lab did not start, in one round of a comparison. Nothing here can end it.
///
/// @param process behind the address
public record RunningEndpoint(InetSocketAddress address, EndpointProcess process)
        implements RunningServer {

    /// False once its process has ended; true where that is not known.
    @Override
    public boolean isAlive() {
        return switch (process) {
            case EndpointProcess.Known known -> known.isAlive();
            case EndpointProcess.Unknown _ -> true;
        };
    }

    @Override
    public String describeEnd() {
        return switch (process) {
            case EndpointProcess.Known known ->
                    "ended: its process %d is gone%s"
                            .formatted(
                                    known.pid(),
                                    known.kills()
                                            .since()
                                            .map(kill -> "; " + kill.describe())
                                            .orElse(""));
            case EndpointProcess.Unknown _ -> "ended";
        };
    }

    @Override
    public List<String> logTail(int maxLines) {
        return List.of();
    }

    @Override
    public void close() {
        // It continues to run.
    }
}
