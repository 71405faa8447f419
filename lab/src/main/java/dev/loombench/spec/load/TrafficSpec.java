package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.text.TextSanitizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a load sends, and over which connections.
///
/// @param requests of which each is sent as often as its weight says, drawn by the run's seed; all
///   of one protocol and with one timeout
/// @param values name -> source, for every name that the requests use
/// @param errors what requests that fail say of the result
/// @param expectedStatuses the statuses of good responses; of no meaning where lines are sent
public record TrafficSpec(
        @JsonProperty("requests") List<Request> requests,
        @JsonProperty("values") Map<String, ValueSource> values,
        @JsonProperty("connections") ConnectionPolicy connections,
        @JsonProperty("errors") ErrorPolicy errors,
        @JsonProperty("expectedStatuses") ExpectedStatuses expectedStatuses) {

    /// Nothing, for a batch.
    public static final TrafficSpec NONE =
            new TrafficSpec(List.of(), Map.of(), ConnectionPolicy.DEFAULT);

    public TrafficSpec {
        var names = new HashSet<String>();
        for (var request : requests) {
            if (!names.add(request.name())) {
                throw new SpecError(
                        "two requests are named %s; give one a name of its own"
                                .formatted(TextSanitizer.quoted(request.name())));
            }
            if (!request.timeout().equals(requests.getFirst().timeout())) {
                throw new SpecError("the requests of a load have one timeout");
            }
            if (request.protocol() != requests.getFirst().protocol()) {
                throw new SpecError("the requests of a load are of one protocol");
            }
            checkedNames(request, values);
        }
        long weights = requests.stream().mapToLong(Request::weight).sum();
        if (weights > Integer.MAX_VALUE) {
            throw new SpecError("the weights must not add up to more than 2^31 - 1");
        }
        requests = List.copyOf(requests);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        // Runs recorded before there was such a key have none.
        errors = errors == null ? ErrorPolicy.DEFAULT : errors;
        expectedStatuses = expectedStatuses == null ? ExpectedStatuses.DEFAULT : expectedStatuses;
    }

    /// In which failures are a reason to doubt.
    public TrafficSpec(
            List<Request> requests, Map<String, ValueSource> values, ConnectionPolicy connections) {
        this(requests, values, connections, ErrorPolicy.DEFAULT, ExpectedStatuses.DEFAULT);
    }

    /// One request over and over, over connections that are kept.
    public static TrafficSpec of(Request request) {
        return new TrafficSpec(List.of(request), Map.of(), ConnectionPolicy.DEFAULT);
    }

    /// @throws SpecError when such a load cannot be made of it
    public void requireCompatible(Workload load) {
        if (load instanceof Workload.Batch != requests.isEmpty()) {
            throw new SpecError(
                    requests.isEmpty()
                            ? "a load needs at least one request, and has none"
                            : "a batch sends no requests");
        }
        if (load instanceof LoadModel.HeldConnections && !connections.keepAlive()) {
            throw new SpecError(
                    "hold keeps its connections open; without keep-alive each closes with its"
                            + " answer");
        }
    }

    private static void checkedNames(Request request, Map<String, ValueSource> values) {
        for (var name : request.valueNames()) {
            if (!values.containsKey(name)) {
                throw new SpecError(
                        "request %s uses ${%s}, which values does not have%s"
                                .formatted(
                                        TextSanitizer.quoted(request.name()),
                                        name,
                                        Suggestions.hint(name, new ArrayList<>(values.keySet()))));
            }
        }
    }

    public Protocol protocol() {
        return requests.getFirst().protocol();
    }

    /// How long an answer may take, counted from the intended send.
    public Duration timeout() {
        return requests.getFirst().timeout();
    }

    /// The same with another time that an answer may take.
    public TrafficSpec withTimeout(Duration limit) {
        return new TrafficSpec(
                requests.stream().map(request -> request.withTimeout(limit)).toList(),
                values,
                connections,
                errors,
                expectedStatuses);
    }

    /// Whether no value may be sent twice.
    public boolean hasCounter() {
        return values.values().stream().anyMatch(ValueSource.Counter.class::isInstance);
    }

    public boolean isMix() {
        return requests.size() > 1;
    }

    public boolean expectsErrors() {
        return errors == ErrorPolicy.EXPECTED;
    }

    /// Whether any request asks for a path that begins so.
    public boolean hasPathPrefix(String prefix) {
        return requests.stream().anyMatch(request -> request.path().startsWith(prefix));
    }

    /// As in `GET /hello` or `3 of GET /a, 1 of POST /b`.
    public String summary() {
        if (!isMix()) {
            return requests.getFirst().summary();
        }
        return requests.stream()
                .map(request -> "%d of %s".formatted(request.weight(), request.summary()))
                .collect(Collectors.joining(", "));
    }
}
