package dev.loombench.requests;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.RequestTarget;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the requests of an HTTP archive (HAR 1.2), as browsers export it.
///
/// Source: http://www.softwareishard.com/blog/har-12-spec/.
public final class HarFile {
    private static final Pattern HTTP = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);

    /// What a parser's message quotes of the file, which may be a secret.
    private static final Pattern QUOTED = Pattern.compile("'[^']{2,}'");

    private final String label;
    private final Omissions omissions;
    private final List<Entry> entries = new ArrayList<>();
    private int number;
    private int elsewhere;
    private int otherSchemes;
    private int unanswered;
    private int withoutBody;
    private int errors;

    private HarFile(String label, Omissions omissions) {
        this.label = label;
        this.omissions = omissions;
    }

    /// @param number 1 for the first of the file
    /// @param status of its response
    private record Entry(
            int number, int line, RequestTarget target, JsonNode request, int status) {}

    /// @throws WrongInput when the file cannot be read, is larger than 64 MiB or is wrong; names
    ///   the line and the entry
    public static GivenRequests read(Path file, Omissions omissions) {
        return parse(
                TextSanitizer.of(file.toString()),
                TextFile.unpacked(file, TextFile.MAX_BYTES),
                omissions);
    }

    /// @param label the name of the file in messages
    static GivenRequests parse(String label, byte[] json, Omissions omissions) {
        var file = new HarFile(label, omissions);
        try (var parser = JsonMapper.shared().createParser(json)) {
            file.readEntries(parser);
        } catch (JacksonException e) {
            var place = e.getLocation();
            throw new WrongInput(
                    "%s:%d: is not valid JSON: %s"
                            .formatted(
                                    label,
                                    place == null ? 1 : place.getLineNr(),
                                    QUOTED.matcher(e.getOriginalMessage()).replaceAll("'…'")));
        }
        return file.requests();
    }

    private void readEntries(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT
                || !enter(parser, "log", JsonToken.START_OBJECT)
                || !enter(parser, "entries", JsonToken.START_ARRAY)) {
            throw new WrongInput(label + ": is not a HAR file: it has no list log.entries");
        }
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            int line = parser.currentTokenLocation().getLineNr();
            addEntry(parser.readValueAsTree(), line);
        }
        if (parser.currentToken() != JsonToken.END_ARRAY) {
            throw error(number + 1, parser.currentTokenLocation().getLineNr(), "is not an object");
        }
        while (parser.nextToken() != null) {
            parser.skipChildren();
        }
    }

    /// Moves to the value of a key of the current object.
    ///
    /// @return whether it exists and begins with that token
    private static boolean enter(JsonParser parser, String key, JsonToken start) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean found = key.equals(parser.currentName());
            var token = parser.nextToken();
            if (found) {
                return token == start;
            }
            parser.skipChildren();
        }
        return false;
    }

    private void addEntry(JsonNode entry, int line) {
        number++;
        var request = entry.path("request");
        int status = entry.at("/response/status").asInt(0);
        var url = request.path("url").asString("");
        if (url.isEmpty() || request.path("method").asString("").isEmpty()) {
            throw error(number, line, "request.url or request.method is missing");
        }
        if (!HTTP.matcher(url).lookingAt()) { // without a scheme it is no URL here, unlike in curl
            otherSchemes++;
            return;
        }
        try {
            RequestTarget.find(url)
                    .ifPresentOrElse(
                            target -> addEntry(new Entry(number, line, target, request, status)),
                            () -> elsewhere++);
        } catch (WrongInput e) {
            throw error(number, line, e.getMessage());
        }
    }

    /// Status 0 is a request that was blocked or ended without a response.
    private void addEntry(Entry entry) {
        if (entry.status < 200) {
            unanswered++;
        } else if (omissions.errors() && entry.status >= 400) {
            errors++;
        } else {
            entries.add(entry);
        }
    }

    private GivenRequests requests() {
        var counts = new LinkedHashMap<String, Integer>();
        entries.forEach(entry -> counts.merge(entry.target.origin(), 1, Integer::sum));
        var origin =
                counts.entrySet().stream()
                        .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                        .map(Map.Entry::getKey)
                        .orElseThrow(() ->
                                new WrongInput(
                                        label
                                                + ": contains no request over HTTP with a response"
                                                + (errors > 0 ? " below status 400" : "")));
        elsewhere += entries.size() - counts.getOrDefault(origin, 0);
        var sent = entries.stream().filter(e -> e.target.origin().equals(origin)).toList();
        var secrets = new RequestSecrets(variables(sent));
        var tally = new RequestTally();
        var statuses = new TreeMap<Integer, Integer>();
        sent.forEach(entry -> count(entry, tally, statuses, secrets));
        if (tally.isEmpty()) {
            throw new WrongInput(
                    label + ": contains no request to %s with its body".formatted(origin));
        }
        var requests = tally.requests();
        return new GivenRequests(
                requests,
                secrets.sources(requests),
                List.of(origin),
                notes(origin, tally, statuses));
    }

    private Set<String> variables(List<Entry> sent) {
        var variables = new HashSet<String>();
        sent.forEach(entry -> variables.addAll(headers(entry).variables()));
        return variables;
    }

    private void count(
            Entry entry,
            RequestTally tally,
            Map<Integer, Integer> statuses,
            RequestSecrets secrets) {
        var body = HarBody.of(entry.request);
        if (body.isEmpty()) {
            withoutBody++;
            return;
        }
        try {
            tally.add(
                    entry.request.path("method").asString(""),
                    secrets.path(entry.target.path()),
                    headers(entry).templates(secrets),
                    secrets.content(body.get()));
        } catch (WrongInput e) {
            throw error(entry.number, entry.line, e.getMessage());
        }
        if (entry.status >= 300) {
            statuses.merge(entry.status, 1, Integer::sum);
        }
    }

    private ImportedHeaders headers(Entry entry) {
        var headers = new ImportedHeaders();
        for (var header : entry.request.path("headers")) {
            headers.add(header.path("name").asString(""), header.path("value").asString(""));
        }
        if (omissions.cookies()) {
            headers.dropCookies();
        }
        return headers;
    }

    private List<String> notes(String origin, RequestTally tally, Map<Integer, Integer> statuses) {
        var notes = new ArrayList<String>();
        addLeftOut("to other hosts than " + origin, elsewhere, notes);
        addLeftOut("not over HTTP (data:, blob:, ws: …)", otherSchemes, notes);
        addLeftOut("without a response", unanswered, notes);
        addLeftOut("with a status of 4xx or 5xx", errors, notes);
        addLeftOut("with a body that the file does not have, or not whole", withoutBody, notes);
        if (!statuses.isEmpty()) {
            notes.add(ImportedStatuses.note(statuses));
        }
        tally.rest().ifPresent(notes::add);
        return notes;
    }

    private static void addLeftOut(String which, int count, List<String> notes) {
        if (count > 0) {
            notes.add("requests left out, %s: %,d".formatted(which, count));
        }
    }

    private WrongInput error(int entry, int line, String message) {
        return new WrongInput("%s:%d: entry %d: %s".formatted(label, line, entry, message));
    }
}
