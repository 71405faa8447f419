package dev.loombench.observe.file.text;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reader of the reply of Loki to a query (`/loki/api/v1/query_range`): the lines of several
/// streams, the newest first unless the query asks for another order.
///
/// Lines of different containers have the names of these in front, as other logs have them.
///
/// Source: Loki HTTP API, `resultType` `streams`.
public final class LokiReply {
    /// A reply has 5,000 unless Loki is set otherwise.
    private static final int MOST_LINES = 500_000;

    /// All lines are kept until they are in order.
    private static final long MOST_CHARACTERS = 100_000_000;

    /// Elements of an entry, which may have others.
    private static final int TIME_AND_TEXT = 2;

    /// Labels that tell programs apart; `stream`, `level` or `filename` do not.
    private static final List<String> NAMES =
            List.of("namespace", "pod", "container", "instance", "host", "service_name", "app");

    private static final JsonFactory JSON = JsonFactory.builder().build();

    private final JsonParser parser;
    private final List<LogStream> streams = new ArrayList<>();
    private int lines;
    private long characters;

    private LokiReply(JsonParser parser) {
        this.parser = parser;
    }

    /// @param time ns since 1970 as digits
    private record Line(String time, String text) {
        private static final Comparator<Line> BY_TIME =
                Comparator.<Line>comparingInt(line -> line.time.length()).thenComparing(Line::time);
    }

    /// @param name of its program, as far as its labels show it
    private record LogStream(String name, List<Line> lines) {
        /// Lines of one time keep the order in which they were written.
        LogStream {
            boolean newestFirst =
                    lines.size() > 1 && Line.BY_TIME.compare(lines.getFirst(), lines.getLast()) > 0;
            lines = newestFirst ? lines.reversed() : lines;
        }
    }

    /// The lines in the order of time.
    ///
    /// @param what is read, for a message
    /// @throws WrongInput when it has too many
    /// @throws IOException when it cannot be read
    /// @throws tools.jackson.core.JacksonException when it is no such reply, or ends too early
    public static List<String> lines(Reader json, String what) throws IOException {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            return new LokiReply(parser).lines(what);
        }
    }

    private List<String> lines(String what) {
        for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.START_ARRAY && "result".equals(parser.currentName())) {
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    streams.add(stream(what));
                    count("", what); // it may have no line
                }
            }
        }
        boolean several = streams.stream().map(LogStream::name).distinct().count() > 1;
        return streams.stream()
                .flatMap(stream -> several ? named(stream) : stream.lines.stream())
                .sorted(Line.BY_TIME)
                .map(Line::text)
                .flatMap(text -> text.isEmpty() ? Stream.of(text) : text.lines())
                .toList();
    }

    /// An entry may have several lines.
    private static Stream<Line> named(LogStream stream) {
        var front = "[" + stream.name + "] ";
        return stream.lines.stream()
                .map(line -> new Line(line.time, front + line.text.replace("\n", "\n" + front)));
    }

    private LogStream stream(String what) {
        Map<String, String> labels = Map.of();
        List<Line> values = List.of();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var key = parser.currentName();
            var token = parser.nextToken();
            if (key.equals("stream") && token == JsonToken.START_OBJECT) {
                labels = labels();
            } else if (key.equals("values") && token == JsonToken.START_ARRAY) {
                values = values(what);
            } else {
                parser.skipChildren();
            }
        }
        return new LogStream(name(labels), values);
    }

    private static String name(Map<String, String> labels) {
        return NAMES.stream()
                .filter(labels::containsKey)
                .map(label -> labels.getOrDefault(label, ""))
                .collect(Collectors.joining("/"));
    }

    private Map<String, String> labels() {
        var labels = new HashMap<String, String>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var key = parser.currentName();
            if (parser.nextToken() == JsonToken.VALUE_STRING && NAMES.contains(key)) {
                labels.put(key, parser.getString());
            } else {
                parser.skipChildren();
            }
        }
        return labels;
    }

    /// `["1570818238000000000", "a line", {"trace_id": "1"}]`, each in an array.
    private List<Line> values(String what) {
        var values = new ArrayList<Line>();
        while (parser.nextToken() == JsonToken.START_ARRAY) {
            var parts = new ArrayList<String>();
            for (var token = parser.nextToken(); isElement(token); token = parser.nextToken()) {
                if (token.isScalarValue() && parts.size() < TIME_AND_TEXT) {
                    parts.add(String.valueOf(parser.getString()));
                }
                parser.skipChildren();
            }
            if (parts.size() == TIME_AND_TEXT) {
                values.add(new Line(parts.get(0), parts.get(1)));
                count(parts.get(1), what);
            }
        }
        return values;
    }

    private void count(String line, String what) {
        lines++;
        characters += line.length();
        if (lines > MOST_LINES || characters > MOST_CHARACTERS) {
            throw new WrongInput(
                    "%s has more than %,d lines or %,d million characters; ask Loki for a shorter time"
                            .formatted(what, MOST_LINES, MOST_CHARACTERS / 1_000_000));
        }
    }

    private static boolean isElement(@Nullable JsonToken token) {
        return token != null && token != JsonToken.END_ARRAY;
    }
}
