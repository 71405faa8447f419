package dev.loombench.result.foreign;

import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads a file that another tool wrote, and recognises the tool by the content.
///
/// A file may hold several results one after another, as `>>` writes them.
public final class ForeignReader {
    /// What is read, for messages.
    private static final String KNOWN =
            "JMH (-rf json), hyperfine (--export-json), k6 (--summary-export, handleSummary), wrk, wrk2,"
                    + " h2load, oha (JSON), vegeta (report -type=json), hey, ab, autocannon (-j),"
                    + " loombench load (--output json)";

    /// What has no value is `NaN` without quotes in the results of some, as kotlinx-benchmark.
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private ForeignReader() {}

    /// @throws WrongInput when the file cannot be read, is larger than 64 MiB, or is none of these
    public static List<ForeignResult> read(Path file) {
        return parse(TextSanitizer.of(file.toString()), TextFile.read(file));
    }

    /// @param name of the file, for messages
    static List<ForeignResult> parse(String name, String text) {
        try {
            var results = text.isBlank() ? List.<ForeignResult>of() : results(name, text);
            if (results.stream().allMatch(result -> result.figures().isEmpty())) {
                throw new WrongInput(
                        "%s: holds no result; expected the output of %s".formatted(name, KNOWN));
            }
            return results;
        } catch (WrongInput e) {
            throw e.getMessage().startsWith(name)
                    ? e
                    : new WrongInput(name + ": " + e.getMessage());
        }
    }

    private static List<ForeignResult> results(String name, String text) {
        var start = text.stripLeading();
        return start.startsWith("{") || start.startsWith("[")
                ? json(name, text)
                : lines(name, text.lines().toList());
    }

    private static List<ForeignResult> json(String name, String text) {
        var documents = documents(name, text);
        var results = new ArrayList<ForeignResult>();
        for (int i = 0; i < documents.size(); i++) {
            var label = ToolLines.numbered(name, i, documents.size());
            results.add(result(label, JsonValue.top(label, documents.get(i))));
        }
        return results;
    }

    /// The values in a file that follow each other.
    private static List<JsonNode> documents(String name, String text) {
        var documents = new ArrayList<JsonNode>();
        try (var parser = JSON.createParser(text)) {
            while (parser.nextToken() != null) {
                JsonNode document = parser.readValueAsTree();
                if (documents.isEmpty()) {
                    refuseStream(name, document);
                }
                documents.add(document);
            }
        } catch (JacksonException e) {
            var place = e.getLocation();
            throw new WrongInput(
                    "%s:%d: is not valid JSON: %s"
                            .formatted(
                                    name,
                                    place == null ? 1 : place.getLineNr(),
                                    e.getOriginalMessage()));
        }
        return documents;
    }

    /// The points of k6 are not its summary, and may be many.
    private static void refuseStream(String name, JsonNode first) {
        var type = first.path("type").asString("");
        if (first.has("metric") && (type.equals("Metric") || type.equals("Point"))) {
            throw new WrongInput(
                    "%s: holds the points of k6 (--out json); expected its summary: k6 run --summary-export FILE"
                            .formatted(name));
        }
    }

    private static ForeignResult result(String name, JsonValue document) {
        return switch (tool(document).orElseThrow(() -> unknown(name, document))) {
            case JMH -> JmhReader.read(name, document);
            case HYPERFINE -> HyperfineReader.read(name, document);
            case K6 -> K6Reader.read(name, document);
            case OHA -> OhaReader.read(name, document);
            case VEGETA -> VegetaReader.read(name, document);
            case AUTOCANNON -> AutocannonReader.read(name, document);
            case LOOMBENCH -> LoadReader.read(name, document);
            case WRK, WRK2, H2LOAD, HEY, AB ->
                    throw new IllegalStateException("these tools write text: " + name);
        };
    }

    /// By keys that no other of these tools writes; newer versions of oha have `metrics` too.
    private static Optional<ForeignTool> tool(JsonValue document) {
        if (document.node().isArray()) {
            return document.node().path(0).has("primaryMetric")
                    ? Optional.of(ForeignTool.JMH)
                    : Optional.empty();
        }
        if (document.at("results").node().path(0).has("command")) {
            return Optional.of(ForeignTool.HYPERFINE);
        }
        if (document.at("summary").at("requestsPerSec").exists()) {
            return Optional.of(ForeignTool.OHA);
        }
        if (document.at("metrics").node().isObject()
                || document.at("results").at("metrics").node().isArray()) {
            return Optional.of(ForeignTool.K6);
        }
        if (document.at("latencies").exists() && document.at("status_codes").exists()) {
            return Optional.of(ForeignTool.VEGETA);
        }
        if (document.at("non2xx").exists() && document.at("latency").exists()) {
            return Optional.of(ForeignTool.AUTOCANNON);
        }
        return document.at("throughputPerSecond").exists() && document.at("load").exists()
                ? Optional.of(ForeignTool.LOOMBENCH)
                : Optional.empty();
    }

    private static WrongInput unknown(String name, JsonValue document) {
        if (document.node().isArray() && document.node().isEmpty()) {
            return new WrongInput(
                    "%s: holds no result; JMH writes an empty list where all benchmarks failed"
                            .formatted(name));
        }
        return document.at("experiment").exists() && document.at("variants").exists()
                ? new WrongInput(
                        "%s: is the result of loombench run; its own report has the verdicts: loombench report RUN"
                                .formatted(name))
                : new WrongInput(
                        "%s: is JSON of no tool that is known; expected the output of %s"
                                .formatted(name, KNOWN));
    }

    private static List<ForeignResult> lines(String name, List<String> lines) {
        if (ToolLines.contains(lines, WrkReader.START)) {
            return ToolLines.split(name, lines, WrkReader.START).stream()
                    .map(WrkReader::read)
                    .toList();
        }
        if (ToolLines.contains(lines, H2loadReader.FIGURES)) {
            return H2loadReader.split(name, lines).stream().map(H2loadReader::read).toList();
        }
        if (HeyReader.wrote(lines)) {
            return HeyReader.split(name, lines).stream().map(HeyReader::read).toList();
        }
        if (ToolLines.contains(lines, AbReader.START)) {
            return ToolLines.split(name, lines, AbReader.START).stream()
                    .map(AbReader::read)
                    .toList();
        }
        throw new WrongInput(
                "%s: is text of no tool that is known; expected the output of %s"
                        .formatted(name, KNOWN));
    }
}
