package dev.loombench.observe.threads;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.Thread.State;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Reader of the list of all threads that a JVM writes as JSON (`Thread.dump_to_file
/// -format=json`), thread by thread, so that its length does not matter; also of the list of
/// platform threads of the endpoints of Spring Boot (`/actuator/threaddump`) and Micronaut
/// (`/threaddump`), which is an array.
///
/// Numbers are texts before JDK 27 (`"tid": "71"`).
///
/// Sources: `jdk.internal.vm.ThreadDumper` of JDK 21 and 25; `threadDump.html` of JDK 27, beside
/// the documentation of `HotSpotDiagnosticMXBean`; `java.lang.management.ThreadInfo`.
public final class ThreadListJson {
    /// The longest name or frame: more is no list of threads.
    private static final int LONGEST_TEXT = 1 << 16;

    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxStringLength(LONGEST_TEXT).build())
                    .build();

    /// More than an object of a thread has beside its stack.
    private static final int MOST_VALUES = 50;

    private final JsonParser parser;
    private final SharedFrames frames = new SharedFrames();
    private ThreadListHeader header = ThreadListHeader.NONE;

    private ThreadListJson(JsonParser parser) {
        this.parser = parser;
    }

    /// @param threads takes each thread
    /// @return what stands before them
    /// @throws IOException when it cannot be read
    /// @throws tools.jackson.core.JacksonException when it is not such a list, or ends too early
    public static ThreadListHeader read(InputStream in, Consumer<ListedThread> threads)
            throws IOException {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), in)) {
            return new ThreadListJson(parser).read(threads);
        }
    }

    /// The same of a text.
    public static ThreadListHeader read(Reader text, Consumer<ListedThread> threads)
            throws IOException {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            return new ThreadListJson(parser).read(threads);
        }
    }

    private ThreadListHeader read(Consumer<ListedThread> threads) {
        for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.START_ARRAY && isOfThreads(parser.currentName())) {
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    threads.accept(new ThreadObject().read());
                }
            } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
                header = header.with(String.valueOf(parser.currentName()), parser.getString());
            }
        }
        return header;
    }

    /// @param name of an array; null of one that is the whole list
    private static boolean isOfThreads(@Nullable String name) {
        return name == null || name.equals("threads");
    }

    /// A thread whose object is read.
    private final class ThreadObject {
        private final ListedStack stack = new ListedStack(frames);
        private OptionalLong number = OptionalLong.empty();
        private OptionalLong carrier = OptionalLong.empty();
        private OptionalLong blocker = OptionalLong.empty();
        private String name = "";
        private boolean virtual;
        private Optional<State> state = Optional.empty();
        private Optional<Instant> listed = Optional.empty();
        private String awaited = "";

        ListedThread read() {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var key = parser.currentName();
                parser.nextToken();
                field(key);
            }
            boolean isVirtual = virtual || (stack.isEmpty() ? name.isEmpty() : stack.isOfVirtual());
            boolean blocked = state.filter(s -> s == State.BLOCKED).isPresent();
            if (!awaited.isEmpty()) {
                stack.waitsFor(awaited, blocked);
            }
            return new ListedThread(
                    number.orElse(0),
                    name,
                    isVirtual,
                    state,
                    carrier,
                    blocker,
                    listed,
                    stack.build(blocked));
        }

        private void field(String key) {
            switch (key) {
                case "tid", "threadId" -> number = ThreadListHeader.number(text());
                case "name", "threadName" -> name = text();
                case "virtual" -> virtual = parser.currentToken() == JsonToken.VALUE_TRUE;
                case "state", "threadState" -> state = state(text());
                case "time" -> listed = ThreadListHeader.instant(text());
                case "carrier" -> carrier = ThreadListHeader.number(text());
                case "blockedOn" -> stack.blockedOn(text());
                case "waitingOn" -> stack.waitingOn(text());
                case "parkBlocker" -> parkBlocker();
                case "stack" -> frames();
                case "monitorsOwned" -> monitors();
                case "stackTrace" -> objects(this::element);
                case "lockInfo" -> awaited = lock(object());
                case "lockOwnerId" -> blocker = ThreadListHeader.number(text());
                case "lockedMonitors" -> objects(this::monitor);
                default -> parser.skipChildren();
            }
        }

        /// The text of a value, also of a number; empty for an object or array, which is skipped.
        private String text() {
            var token = parser.currentToken();
            if (token.isScalarValue()) {
                return token == JsonToken.VALUE_NULL ? "" : parser.getString();
            }
            parser.skipChildren();
            return "";
        }

        /// `{"object": "Shop@1f", "owner": "71"}`; the owner since JDK 26.
        private void parkBlocker() {
            var blocking = object();
            blocker = ThreadListHeader.number(blocking.getOrDefault("owner", ""));
            Optional.ofNullable(blocking.get("object")).ifPresent(stack::parkedFor);
        }

        /// A frame as an object.
        private void element(Map<String, String> frame) {
            var file = frame.getOrDefault("fileName", "");
            stack.frame(
                    "%s.%s(%s)"
                            .formatted(
                                    frame.get("className"),
                                    frame.get("methodName"),
                                    "true".equals(frame.get("nativeMethod"))
                                            ? "Native Method"
                                            : file.isEmpty()
                                                    ? "Unknown Source"
                                                    : file + ":" + frame.get("lineNumber")));
        }

        private void monitor(Map<String, String> monitor) {
            var depth = ThreadListHeader.number(monitor.getOrDefault("lockedStackDepth", ""));
            stack.owns((int) depth.orElse(0), lock(monitor));
        }

        /// `java.lang.Object@1b2c3`; empty where there is none.
        private static String lock(Map<String, String> object) {
            return object.containsKey("className")
                    ? object.get("className") + "@" + object.get("identityHashCode")
                    : "";
        }

        /// The objects of an array.
        private void objects(Consumer<Map<String, String>> each) {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return;
            }
            while (isElement(parser.nextToken())) {
                each.accept(object());
            }
        }

        /// The texts and numbers of an object by their names.
        private Map<String, String> object() {
            var values = new HashMap<String, String>();
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                parser.skipChildren();
                return values;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var key = parser.currentName();
                parser.nextToken();
                var value = text();
                if (values.size() < MOST_VALUES) {
                    values.put(key, value);
                }
            }
            return values;
        }

        private void frames() {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return;
            }
            while (isElement(parser.nextToken())) {
                stack.frame(text());
            }
        }

        private void monitors() {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return;
            }
            while (isElement(parser.nextToken())) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    monitorsOfFrame();
                } else {
                    parser.skipChildren();
                }
            }
        }

        /// `{"depth": 4, "locks": ["Shop@1f", null]}`, where null is a lock that was eliminated.
        private void monitorsOfFrame() {
            int depth = 0;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var key = parser.currentName();
                parser.nextToken();
                if (key.equals("locks") && parser.currentToken() == JsonToken.START_ARRAY) {
                    while (isElement(parser.nextToken())) {
                        var lock = text();
                        if (!lock.isEmpty()) {
                            stack.owns(depth, lock);
                        }
                    }
                } else {
                    var value = ThreadListHeader.number(text());
                    depth = key.equals("depth") ? (int) value.orElse(0) : depth;
                }
            }
        }

        private static boolean isElement(@Nullable JsonToken token) {
            return token != null && token != JsonToken.END_ARRAY;
        }
    }

    static Optional<State> state(String word) {
        return Stream.of(State.values()).filter(s -> s.name().equals(word)).findFirst();
    }
}
