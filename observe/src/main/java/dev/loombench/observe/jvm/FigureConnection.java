package dev.loombench.observe.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.observe.jvm.attach.AgentSocket;
import dev.loombench.observe.jvm.attach.AgentStreams;
import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import dev.loombench.observe.jvm.attach.JvmAttachment;
import dev.loombench.observe.jvm.figure.JvmSample;
import dev.loombench.observe.jvm.figure.LockOwner;
import dev.loombench.observe.jvm.figure.PublishedPools.PublishedPool;
import dev.loombench.observe.result.ThreadLocalSample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// The lab's end of the connection to the agent in another JVM that replies to requests of one
/// line. The agent's documentation (`FigureAgent`) defines them.
final class FigureConnection implements AutoCloseable {
    private static final int FIELDS = 7;
    private static final int MAX_REPLY = 1 << 20;

    private final AgentStreams agent;
    private final BufferedReader in;
    private final Writer out;

    FigureConnection(AgentStreams agent) {
        this.agent = agent;
        in = new BufferedReader(new InputStreamReader(agent.in(), UTF_8));
        out = new OutputStreamWriter(agent.out(), UTF_8);
    }

    /// @throws IOException when the JVM loads no agents, or ends meanwhile
    static FigureConnection open(JvmAttachment jvm) throws IOException {
        return new FigureConnection(AgentSocket.open(jvm, AgentSocket.Mode.FIGURES));
    }

    /// What the JVM is.
    ///
    /// @param publishes whether anything in it may have published a management bean
    record Jvm(
            Runtime.Version version,
            String vendor,
            String vmName,
            OptionalLong parallelism,
            int processors,
            long maxHeapBytes,
            boolean publishes) {}

    Jvm jvm() throws IOException {
        var fields = List.of(request("jvm", "").split("\t", -1));
        if (fields.size() != FIELDS) {
            throw new IOException("expected %d fields: %s".formatted(FIELDS, fields));
        }
        try {
            return new Jvm(
                    Runtime.Version.parse(fields.get(0)),
                    fields.get(1),
                    fields.get(2),
                    fields.get(3).matches("\\d{1,9}")
                            ? OptionalLong.of(Long.parseLong(fields.get(3)))
                            : OptionalLong.empty(),
                    Integer.parseInt(fields.get(4)),
                    Long.parseLong(fields.get(5)),
                    Boolean.parseBoolean(fields.get(6)));
        } catch (IllegalArgumentException e) {
            throw new IOException("not a JVM that describes itself: " + fields, e);
        }
    }

    /// The platform threads that Java code runs on.
    long threads() throws IOException {
        return number("threads").orElse(0);
    }

    /// The frames of the stacks of all platform threads, about.
    ///
    /// @throws IOException where the runtime lacks the module `java.management`
    long frames() throws IOException {
        return number("frames").orElse(0);
    }

    /// The owners of the locks of `java.util.concurrent` that some threads wait for now.
    ///
    /// @param waiters numbers of threads, at least one
    List<LockOwner> lockOwners(List<Long> waiters) throws IOException {
        return LockOwner.parse(
                request(
                        "owners",
                        waiters.stream().map(String::valueOf).collect(Collectors.joining(" "))));
    }

    /// Writes the stacks of the platform threads, read a few threads at a time, into a file.
    ///
    /// @param file by the path that the JVM uses
    void stacks(Path file) throws IOException {
        request("stacks", file.toString());
    }

    /// The figures of this moment.
    ///
    /// @param all whether they are more than the heap
    /// @param scheduler whether the scheduler of virtual threads is read too, which starts it
    JvmSample sample(boolean all, boolean scheduler) throws IOException {
        return JvmSample.parse(
                request("sample", (all ? "all" : "fast") + (scheduler ? " scheduler" : "")));
    }

    /// The collectors, and the heap in use after collections (`heap-after`).
    ///
    /// @throws IOException where the runtime lacks the module `java.management`
    JvmSample collections() throws IOException {
        return JvmSample.parse(request("collections", ""));
    }

    /// Memory of direct buffers, bytes; empty where the JVM does not know it.
    OptionalLong directBytes() throws IOException {
        return number("direct");
    }

    /// Other memory outside the heap, and its limits.
    JvmSample limits() throws IOException {
        return JvmSample.parse(request("limits", ""));
    }

    private OptionalLong number(String request) throws IOException {
        var text = request(request, "");
        return text.matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /// The thread-local values of no more than this many virtual threads.
    ///
    /// @param jar of the agent, by the path that the JVM uses
    /// @throws IOException before JDK 21
    ThreadLocalSample threadLocals(int threads, Path jar) throws IOException {
        return ThreadLocalSample.parse(request("thread-locals", threads + " " + jar));
    }

    /// The executors of the JDK that have a thread, by what these show.
    ///
    /// @param jar of the agent, by the path that the JVM uses
    /// @throws IOException before JDK 21
    List<PublishedPool> executors(Path jar) throws IOException {
        return ReadExecutors.parse(request("executors", jar.toString()), System.nanoTime());
    }

    /// Whether the JVM has created a virtual thread.
    boolean ranVirtualThreads() throws IOException {
        return Boolean.parseBoolean(request("virtual", ""));
    }

    /// Those of some packages of which the JVM has loaded a class.
    ///
    /// @param packages their names, at least one
    Set<String> loaded(Collection<String> packages) throws IOException {
        var found = request("loaded", String.join(" ", packages));
        return Set.copyOf(List.of(found.split(" ")));
    }

    /// Starts a recording of Flight Recorder, which ends with this connection.
    void record(Map<String, String> settings) throws IOException {
        request(
                "record",
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining("\t")));
    }

    /// Ends the recording.
    ///
    /// @param file which the JVM writes, by the path that it uses
    void stop(Path file) throws IOException {
        request("stop", file.toString());
    }

    /// @throws ConnectionLost when the other JVM has ended
    /// @throws OlderAgentException when the agent in it does not know the request
    private String request(String name, String argument) throws IOException {
        var reply = exchange((name + " " + argument).strip() + "\n");
        if (reply.equals("ok") || reply.startsWith("ok ")) {
            return reply.substring("ok".length()).strip();
        }
        var reason = reply.replaceFirst("^failed ", "");
        throw reason.equals("unknown request " + name)
                ? new OlderAgentException(name)
                : new IOException(reason);
    }

    private String exchange(String line) throws ConnectionLost {
        try {
            out.write(line);
            out.flush();
            return reply();
        } catch (IOException e) {
            throw new ConnectionLost(e);
        }
    }

    private String reply() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("closed by the JVM");
            }
            if (line.length() == MAX_REPLY) {
                throw new IOException("a reply of more than %,d characters".formatted(MAX_REPLY));
            }
            line.append((char) c);
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            agent.close();
        } catch (IOException e) {
            // Nothing was left to send: the socket is closed all the same.
        }
    }
}
