package dev.loombench.run.server;

import dev.loombench.launch.BatchProcess;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.result.Trial;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A host of servers that all have the same address, and that fail to end.
public final class FailingHost implements ServerHost {
    public static final String OBSERVERS = "observers";
    public static final String SERVER = "server";
    public static final String DEPENDENCIES = "dependencies";
    public static final String COMMAND = "command after the end";

    private final InetSocketAddress address;
    private final Set<String> failing;
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private volatile boolean alive = true;

    /// @param failing what fails to end
    public FailingHost(InetSocketAddress address, String... failing) {
        this.address = address;
        this.failing = Set.of(failing);
    }

    /// What was requested to end, successfully or not.
    public Set<String> ended() {
        return ended;
    }

    /// From now on its servers have ended by themselves.
    public void loseServers() {
        alive = false;
    }

    private void end(String part) {
        ended.add(part);
        if (failing.contains(part)) {
            throw new IllegalStateException("no end of the " + part);
        }
    }

    @Override
    public ServerStart start(Trial trial, Path folder) {
        return new Start();
    }

    @Override
    public BatchProcess startBatch(Trial trial, Path folder) {
        throw new UnsupportedOperationException();
    }

    private final class Start implements ServerStart {
        @Override
        public TestedServer launch() {
            return new Server();
        }

        @Override
        public void ended() {
            ended.add(COMMAND);
        }

        @Override
        public void close() {
            end(DEPENDENCIES);
        }
    }

    private final class Server implements TestedServer {
        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public boolean isStopped() {
            return false;
        }

        @Override
        public void kill() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String describeEnd() {
            return "is lost";
        }

        @Override
        public List<String> logTail(int maxLines) {
            return List.of();
        }

        @Override
        public ObservationSession observe() {
            return new ObservationSession() {
                @Override
                public void sample() {
                    // nothing to observe
                }

                @Override
                public List<Observation> read() {
                    return List.of();
                }

                @Override
                public void close() {
                    end(OBSERVERS);
                }
            };
        }

        @Override
        public CpuClock cpu() {
            return () -> 0;
        }

        @Override
        public CpuClock compilers() {
            return () -> 0;
        }

        @Override
        public Optional<Unavailable> threadListRefusal(List<Observation> observations) {
            return Optional.empty();
        }

        @Override
        public void close() {
            end(SERVER);
        }
    }
}
