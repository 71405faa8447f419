package dev.loombench.observe.jmx;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/// A live service whose carriers are governed from now until `close`.
///
/// The governor itself works inside the service, where a newcomer's wait can be felt: it is loaded
/// as an agent by attach, and watched and stopped through its management bean. Should this process
/// die without `close`, the service goes on being governed.
public final class GovernorClient implements AutoCloseable {
    private static final ObjectName GOVERNOR =
            JmxConnection.bean("dev.loombench:type=CarrierGovernor");
    private static final ObjectName SCHEDULER =
            JmxConnection.bean("jdk.management:type=VirtualThreadScheduler");
    private static final int FIRST_JDK = 24;

    private final JmxConnection link;

    private GovernorClient(JmxConnection link) {
        this.link = link;
    }

    /// @param agent `governor.jar`
    /// @param max carriers; the governor's own limit if empty
    /// @throws SpecError when that process cannot be governed
    /// @throws IOException when it ends meanwhile
    public static GovernorClient start(long pid, Path agent, OptionalInt max) throws IOException {
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new SpecError("there is no process " + pid);
        }
        refuseThoseOfOthers(pid);
        var link = attach(pid);
        try {
            refuseOldOrGoverned(link, pid);
            load(pid, agent, max);
            return new GovernorClient(link);
        } catch (SpecError | IOException e) {
            link.close();
            throw e;
        }
    }

    private static void refuseThoseOfOthers(long pid) {
        var owner = ProcessHandle.of(pid).flatMap(process -> process.info().user());
        var us = ProcessHandle.current().info().user();
        if (owner.isPresent() && us.isPresent() && !owner.equals(us)) {
            throw new SpecError(
                    "process %d belongs to %s, and a JVM lets only its own user attach: run this as %s"
                            .formatted(pid, owner.get(), owner.get()));
        }
    }

    private static JmxConnection attach(long pid) {
        try {
            return JmxConnection.attach(pid);
        } catch (IOException e) {
            throw new SpecError("cannot attach to process %d: %s".formatted(pid, e.getMessage()));
        }
    }

    private static void refuseOldOrGoverned(JmxConnection link, long pid) throws IOException {
        var jvm = link.attributes(JmxConnection.bean("java.lang:type=Runtime"), "SpecVersion");
        var version = String.valueOf(jvm.values().get("SpecVersion"));
        if (link.attributes(SCHEDULER, "Parallelism").isEmpty()) {
            throw new SpecError(
                    "process %d runs on JDK %s, and the number of carriers can be changed from JDK %d on; before, it is set once, by -Djdk.virtualThreadScheduler.parallelism"
                            .formatted(pid, version, FIRST_JDK));
        }
        if (!link.attributes(GOVERNOR, "Max").isEmpty()) {
            throw new SpecError(
                    "a governor is at work in process %d already: stop it first (its bean is %s)"
                            .formatted(pid, GOVERNOR));
        }
    }

    private static void load(long pid, Path agent, OptionalInt max) throws IOException {
        var order = max.isPresent() ? "start,max=" + max.getAsInt() : "start";
        try {
            var machine = VirtualMachine.attach(Long.toString(pid));
            try {
                machine.loadAgent(agent.toAbsolutePath().toString(), order);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new SpecError("cannot attach to process %d: %s".formatted(pid, e.getMessage()));
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new SpecError(
                    "process %d does not take the governor: %s; its standard error may say more (a limit below the carriers it has, or -XX:-EnableDynamicAgentLoading)"
                            .formatted(pid, e.getMessage()));
        }
    }

    /// How the governor and the scheduler fare.
    ///
    /// @param parallelism carriers that may be used now
    /// @param base what was found
    /// @param max never above
    /// @param carriers there are, at work or not
    /// @param mounted virtual threads on a carrier at the governor's last look
    /// @param queued virtual threads that waited for one then
    /// @param signal what that look said, in words
    /// @param changes made so far
    /// @param decisions the last changes with their reasons, oldest first, at most 64
    public record View(
            long parallelism,
            long base,
            long max,
            long carriers,
            long mounted,
            long queued,
            String signal,
            long changes,
            List<String> decisions) {}

    /// @throws IOException when the service is gone, or somebody else has stopped the governor
    public View look() throws IOException {
        var told =
                link.attributes(
                        GOVERNOR,
                        "Parallelism",
                        "Base",
                        "Max",
                        "Mounted",
                        "Queued",
                        "State",
                        "Changes",
                        "Decisions");
        if (told.isEmpty()) {
            throw new IOException("its governor is at work no more");
        }
        var decisions =
                told.values().get("Decisions") instanceof String[] all ? all : new String[0];
        return new View(
                told.number("Parallelism").orElse(0),
                told.number("Base").orElse(0),
                told.number("Max").orElse(0),
                link.number(SCHEDULER, "PoolSize").orElse(0),
                told.number("Mounted").orElse(0),
                told.number("Queued").orElse(0),
                String.valueOf(told.values().get("State")),
                told.number("Changes").orElse(0),
                List.of(decisions));
    }

    /// Carriers that may be used now, governed or not.
    public long parallelism() throws IOException {
        return link.number(SCHEDULER, "Parallelism").orElse(0);
    }

    /// Ends the governor, which puts back the number that it found.
    ///
    /// @throws IOException when the service is gone
    public void stop() throws IOException {
        try {
            link.beans().invoke(GOVERNOR, "stop", new Object[0], new String[0]);
        } catch (InstanceNotFoundException stopped) {
            return; // somebody was quicker
        } catch (JMException e) {
            throw new IOException("its governor does not stop", e);
        }
    }

    /// Lets go of the service; `stop` ends the governor.
    @Override
    public void close() {
        link.close();
    }
}
