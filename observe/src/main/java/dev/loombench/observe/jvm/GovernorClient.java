package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.attach.JmxConnection;
import dev.loombench.observe.jvm.attach.JvmAttachment;
import dev.loombench.observe.jvm.attach.NamedJvm;
import dev.loombench.observe.proc.ProcessState;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/// A live service whose carriers are governed until `close`, or until this process ends otherwise.
///
/// The governor runs inside the service, where the wait of a new virtual thread can be measured. It
/// is loaded as an agent by attach, and observed and stopped through its management bean.
public final class GovernorClient implements AutoCloseable {
    private static final ObjectName GOVERNOR =
            JmxConnection.bean("dev.loombench:type=CarrierGovernor");
    private static final ObjectName SCHEDULER =
            JmxConnection.bean("jdk.management:type=VirtualThreadScheduler");
    private static final int FIRST_JDK = 24;

    /// A service that ends closes its connections before its process ends.
    private static final Duration END = Duration.ofSeconds(5);

    private final long pid;
    private final JmxConnection connection;

    private GovernorClient(long pid, JmxConnection connection) {
        this.pid = pid;
        this.connection = connection;
    }

    /// Connects to a service whose carriers can be governed and are not yet.
    ///
    /// @throws WrongInput when that process cannot be governed
    /// @throws IOException when it ends meanwhile
    public static GovernorClient connect(long pid) throws IOException {
        var connection = NamedJvm.attach(pid);
        try {
            requireGovernable(connection, pid);
            return new GovernorClient(pid, connection);
        } catch (WrongInput | IOException e) {
            connection.close();
            throw e;
        }
    }

    /// Starts to govern.
    ///
    /// @param agent `governor.jar`
    /// @param max number of carriers; the governor's own limit if empty
    /// @throws WrongInput when the service does not load the governor
    /// @throws IOException when it ends meanwhile
    public void start(Path agent, OptionalInt max) throws IOException {
        load(pid, agent, max);
        connection.atEnd(GOVERNOR, "stop");
    }

    /// Completed work that the service counts in its management beans; empty where it counts none.
    public Optional<CountedWork> counted() throws IOException {
        for (var work : CountedWork.values()) {
            if (completed(work).isPresent()) {
                return Optional.of(work);
            }
        }
        return Optional.empty();
    }

    /// How much of it has been completed since the service started; empty where it is not counted.
    public OptionalLong completed(CountedWork work) throws IOException {
        return switch (work) {
            case REQUESTS -> PoolBeans.requests(connection);
            case TASKS -> PoolBeans.readAll(connection).completed();
        };
    }

    private static void requireGovernable(JmxConnection connection, long pid) throws IOException {
        var jvm =
                connection.attributes(JmxConnection.bean("java.lang:type=Runtime"), "SpecVersion");
        var version = String.valueOf(jvm.values().get("SpecVersion"));
        if (connection.attributes(SCHEDULER, "Parallelism").isEmpty()) {
            throw new WrongInput(
                    "process %d runs on JDK %s, and changing the number of carriers needs JDK %d or later; earlier JDKs only have -Djdk.virtualThreadScheduler.parallelism"
                            .formatted(pid, version, FIRST_JDK));
        }
        if (!connection.attributes(GOVERNOR, "Max").isEmpty()) {
            throw new WrongInput(
                    "a governor already runs in process %d: stop it first (its bean is %s)"
                            .formatted(pid, GOVERNOR));
        }
    }

    private static void load(long pid, Path agent, OptionalInt max) throws IOException {
        var options = max.isPresent() ? "start,max=" + max.getAsInt() : "start";
        try {
            JvmAttachment.load(
                    pid,
                    jvm -> {
                        jvm.loadAgent(agent, options);
                        return agent;
                    });
        } catch (JvmAttachment.NotLoaded e) {
            throw new WrongInput(
                    "process %d did not load the governor: %s; its standard error may give the reason (a limit below the present number of carriers, or -XX:-EnableDynamicAgentLoading)"
                            .formatted(pid, e.getMessage()));
        } catch (IOException e) {
            if (ProcessState.endsWithin(pid, END)) {
                throw e;
            }
            throw NamedJvm.refusal(pid, e);
        }
    }

    /// The state of the governor and the scheduler.
    ///
    /// @param parallelism present limit of carriers
    /// @param base limit before the governor started
    /// @param max highest limit that the governor sets
    /// @param carriers existing carriers, busy or not
    /// @param mounted virtual threads on a carrier at the governor's last sample
    /// @param queued virtual threads that waited for a carrier at that sample
    /// @param signal the state in that sample, in words
    /// @param changes number of changes so far
    /// @param decisions the last changes with their reasons, oldest first, at most 64
    public record Status(
            long parallelism,
            long base,
            long max,
            long carriers,
            long mounted,
            long queued,
            String signal,
            long changes,
            List<String> decisions) {}

    /// @throws IOException when the service has ended or the governor was stopped from elsewhere
    public Status status() throws IOException {
        var attributes =
                connection.attributes(
                        GOVERNOR,
                        "Parallelism",
                        "Base",
                        "Max",
                        "Mounted",
                        "Queued",
                        "State",
                        "Changes",
                        "Decisions");
        if (attributes.isEmpty()) {
            throw new IOException("its governor no longer runs");
        }
        var decisions =
                attributes.values().get("Decisions") instanceof String[] all ? all : new String[0];
        return new Status(
                attributes.number("Parallelism").orElse(0),
                attributes.number("Base").orElse(0),
                attributes.number("Max").orElse(0),
                connection.number(SCHEDULER, "PoolSize").orElse(0),
                attributes.number("Mounted").orElse(0),
                attributes.number("Queued").orElse(0),
                String.valueOf(attributes.values().get("State")),
                attributes.number("Changes").orElse(0),
                List.of(decisions));
    }

    /// The present limit of carriers, governed or not.
    public long parallelism() throws IOException {
        return connection.number(SCHEDULER, "Parallelism").orElse(0);
    }

    /// Stops the governor, which restores the limit that it found.
    ///
    /// @throws IOException when the service has ended
    public void stop() throws IOException {
        try {
            connection.beans().invoke(GOVERNOR, "stop", new Object[0], new String[0]);
        } catch (InstanceNotFoundException e) {
            return; // already stopped
        } catch (JMException e) {
            throw new IOException("its governor cannot be stopped", e);
        }
    }

    /// Disconnects from the service, which ends the governor.
    @Override
    public void close() {
        connection.close();
    }
}
