package dev.loombench.observe.jmx;

import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.StackGroup;
import dev.loombench.result.StackGroup.ThreadKind;
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
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the list of threads that a JVM writes as JSON (`Thread.dump_to_file`), and counts those
/// that do the same.
///
/// A thread is virtual when the list says so (JDK 25) or when `VirtualThread.run` is the root of
/// its stack (JDK 21, where a virtual thread that runs has neither name nor stack). Carriers are
/// all workers of the pool of which some worker runs a virtual thread now; when none does, those of
/// the first pool of the JVM, if there are virtual threads.
final class ThreadDumpFile {
    /// Groups that are kept, and frames of each: the file has all.
    private static final int GROUPS = 60;

    private static final int FRAMES = 14;

    private static final Pattern WORKER = Pattern.compile("(ForkJoinPool-\\d+)-worker-\\d+");
    private static final String FIRST_POOL = "ForkJoinPool-1";
    private static final String ROOT_OF_VIRTUAL = "java.lang.VirtualThread.run(";
    private static final String CARRYING = "java.lang.VirtualThread.runContinuation(";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ThreadDumpFile() {}

    /// @param nanos when it was written, on the monotonic clock
    /// @throws IOException when it cannot be read
    /// @throws tools.jackson.core.JacksonException when it is no JSON
    static ThreadDump read(Path file, String observer, long nanos) throws IOException {
        var listed = new ThreadCounts();
        try (var in = Files.newInputStream(file);
                var parser = MAPPER.createParser(in)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY
                        && "threads".equals(parser.currentName())) {
                    readThreads(parser, listed);
                }
            }
        }
        return listed.dump(observer, nanos);
    }

    private static void readThreads(JsonParser parser, ThreadCounts listed) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            listed.add(parser.readValueAsTree());
        }
    }

    /// `java.base/java.lang.Thread.sleep(Thread.java:540)` without its module. The name of a hidden
    /// class holds a slash of its own, before a number.
    static String withoutModule(String frame) {
        int end = frame.indexOf('(');
        int slash = frame.lastIndexOf('/', end < 0 ? frame.length() : end);
        while (slash >= 0 && frame.startsWith("0x", slash + 1)) {
            slash = frame.lastIndexOf('/', slash - 1);
        }
        return frame.substring(slash + 1);
    }

    /// @param pool it is a worker of; empty when of none
    private record ThreadEntry(String pool, boolean virtual, String state, List<String> stack) {}

    /// The threads of one list, as far as it is read. Equal ones are kept once.
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
                    && stack.stream().anyMatch(f -> f.startsWith(CARRYING))) {
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
            var alike = new HashMap<StackGroup, Integer>(); // each key stands for one thread
            counts.forEach((one, count) ->
                    alike.merge(
                            new StackGroup(kind(one), one.state, 1, top(one.stack)),
                            count,
                            Integer::sum));
            var groups = new ArrayList<StackGroup>();
            alike.forEach((one, count) ->
                    groups.add(new StackGroup(one.kind(), one.state(), count, one.frames())));
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

        private ThreadKind kind(ThreadEntry one) {
            if (one.virtual) {
                return ThreadKind.VIRTUAL;
            }
            return carrierPools.contains(one.pool) ? ThreadKind.CARRIER : ThreadKind.PLATFORM;
        }

        private static List<String> top(List<String> stack) {
            return stack.subList(0, Math.min(FRAMES, stack.size()));
        }

        private static int count(List<StackGroup> groups, ThreadKind kind) {
            return groups.stream().filter(g -> g.kind() == kind).mapToInt(StackGroup::count).sum();
        }
    }
}
