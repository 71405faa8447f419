package dev.loombench.observe.jvm;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reader of the thread list that a JVM writes as JSON (`Thread.dump_to_file`); groups threads with
/// equal stacks.
///
/// A thread is virtual when the list says so (JDK 25) or when `VirtualThread.run` is the root of
/// its stack (JDK 21, where a running virtual thread has neither name nor stack). Carriers are all
/// workers of each pool in which some worker runs a virtual thread now. When there is no such pool
/// but there are virtual threads, they are the workers of the JVM's first pool.
final class ThreadDumpFile {
    /// Limits of the groups kept, and of the frames of each: the file has all. A call over TLS has
    /// about 20 frames of the JDK above the first of the application.
    private static final int GROUPS = 60;

    private static final int FRAMES = 32;

    private static final Pattern WORKER = Pattern.compile("(ForkJoinPool-\\d+)-worker-\\d+");
    private static final String FIRST_POOL = "ForkJoinPool-1";
    private static final String ROOT_OF_VIRTUAL = "java.lang.VirtualThread.run(";
    private static final String ROOT_OF_CARRIER = "java.lang.VirtualThread.runContinuation(";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ThreadDumpFile() {}

    /// @param nanos when it was written, on the monotonic clock
    /// @throws IOException when it cannot be read
    /// @throws tools.jackson.core.JacksonException when it is not JSON
    static ThreadDump read(Path file, String observer, long nanos) throws IOException {
        var threads = new ThreadCounts();
        forEach(file, threads::add);
        return threads.dump(observer, nanos);
    }

    /// Reads each thread in turn.
    ///
    /// @throws IOException when the file cannot be read
    /// @throws tools.jackson.core.JacksonException when it is not JSON
    static void forEach(Path file, Consumer<JsonNode> thread) throws IOException {
        try (var in = Files.newInputStream(file);
                var parser = MAPPER.createParser(in)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY
                        && "threads".equals(parser.currentName())) {
                    readThreads(parser, thread);
                }
            }
        }
    }

    private static void readThreads(JsonParser parser, Consumer<JsonNode> thread) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            thread.accept(parser.readValueAsTree());
        }
    }

    /// `java.base/java.lang.Thread.sleep(Thread.java:540)` without its module. The name of a hidden
    /// class contains a slash too, before a number.
    static String withoutModule(String frame) {
        int end = frame.indexOf('(');
        int slash = frame.lastIndexOf('/', end < 0 ? frame.length() : end);
        while (slash >= 0 && frame.startsWith("0x", slash + 1)) {
            slash = frame.lastIndexOf('/', slash - 1);
        }
        return frame.substring(slash + 1);
    }

    /// @param pool the pool of which it is a worker; empty for other threads
    private record ThreadEntry(String pool, boolean virtual, String state, List<String> stack) {}

    /// The threads read so far, with equal ones counted once.
    private static final class ThreadCounts {
        private final Map<ThreadEntry, Integer> counts = new HashMap<>();
        private final Set<String> carrierPools = new HashSet<>();

        void add(JsonNode thread) {
            var stack = new ArrayList<String>();
            thread.path("stack").forEach(frame -> stack.add(withoutModule(frame.asString())));
            var name = thread.path("name").asString("");
            var worker = WORKER.matcher(name);
            var pool = worker.matches() ? worker.group(1) : "";
            boolean virtual =
                    thread.path("virtual").asBoolean(false)
                            || (stack.isEmpty()
                                    ? name.isEmpty()
                                    : stack.getLast().startsWith(ROOT_OF_VIRTUAL));
            if (!virtual
                    && !pool.isEmpty()
                    && stack.stream().anyMatch(f -> f.startsWith(ROOT_OF_CARRIER))) {
                carrierPools.add(pool);
            }
            var state = thread.path("state").asString("");
            counts.merge(
                    new ThreadEntry(pool, virtual, state, List.copyOf(stack)), 1, Integer::sum);
        }

        ThreadDump dump(String observer, long nanos) {
            if (carrierPools.isEmpty() && counts.keySet().stream().anyMatch(ThreadEntry::virtual)) {
                carrierPools.add(FIRST_POOL);
            }
            var groupCounts = new HashMap<StackGroup, Integer>(); // each key with a count of 1
            counts.forEach((entry, count) ->
                    groupCounts.merge(
                            new StackGroup(kind(entry), entry.state, 1, top(entry.stack)),
                            count,
                            Integer::sum));
            var groups = new ArrayList<StackGroup>();
            groupCounts.forEach((entry, count) ->
                    groups.add(new StackGroup(entry.kind(), entry.state(), count, entry.frames())));
            groups.sort(
                    Comparator.comparingInt(StackGroup::count)
                            .reversed()
                            .thenComparing(g -> String.join("\n", g.frames())));
            return new ThreadDump(
                    observer,
                    nanos,
                    count(groups, ThreadKind.PLATFORM),
                    count(groups, ThreadKind.CARRIER),
                    count(groups, ThreadKind.VIRTUAL),
                    groups.stream().limit(GROUPS).toList());
        }

        private ThreadKind kind(ThreadEntry entry) {
            if (entry.virtual) {
                return ThreadKind.VIRTUAL;
            }
            return carrierPools.contains(entry.pool) ? ThreadKind.CARRIER : ThreadKind.PLATFORM;
        }

        private static List<String> top(List<String> stack) {
            return stack.subList(0, Math.min(FRAMES, stack.size()));
        }

        private static int count(List<StackGroup> groups, ThreadKind kind) {
            return groups.stream().filter(g -> g.kind() == kind).mapToInt(StackGroup::count).sum();
        }
    }
}
