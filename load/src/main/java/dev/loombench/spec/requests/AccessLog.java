package dev.loombench.spec.requests;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextFile;
import dev.loombench.spec.text.TextSanitizer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Reads the requests of an access log in common or combined format or in JSON, with their
/// frequencies. The file may be compressed by gzip.
///
/// Only `GET` and `HEAD` are sent: the log has no bodies. Entries with a status of 4xx or 5xx are
/// left out. The request rate of the log is a note.
public final class AccessLog {
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    /// Lower rates are the result of wrong times.
    private static final double MIN_RATE = 0.001;

    private final String label;
    private final RequestTally tally = new RequestTally();
    private final RequestSecrets secrets = new RequestSecrets(Set.of());
    private final Map<Integer, Integer> redirects = new TreeMap<>();

    /// Second since the epoch -> requests that are sent.
    private final Map<Long, Integer> seconds = new HashMap<>();

    private long lines;
    private long wrongLines;
    private long firstWrongLine;
    private long otherMethods;
    private long failed;
    private long invalid;

    private AccessLog(String label) {
        this.label = label;
    }

    /// @throws SpecError when the file cannot be read, is larger than 64 MiB, or is no access log
    public static GivenRequests read(Path file) {
        // One character per byte: what is not ASCII cannot be a valid path.
        var text =
                new String(
                        TextFile.unpacked(file, TextFile.MAX_BYTES), StandardCharsets.ISO_8859_1);
        return parse(TextSanitizer.of(file.toString()), text);
    }

    /// @param label the name of the file in messages
    static GivenRequests parse(String label, String text) {
        var log = new AccessLog(label);
        text.lines().forEach(log::add);
        return log.requests();
    }

    private void add(String line) {
        lines++;
        if (!line.isBlank()) {
            var entry = line.startsWith("{") ? JsonLogLine.parse(line) : LogLine.parse(line);
            entry.ifPresentOrElse(this::add, this::addWrongLine);
        }
    }

    private void addWrongLine() {
        firstWrongLine = wrongLines == 0 ? lines : firstWrongLine;
        wrongLines++;
    }

    private void add(LogLine entry) {
        if (entry.status() < 200 || entry.status() >= 400) {
            failed++;
            return;
        }
        var parts = entry.parts();
        if (parts.length != 3 || !parts[2].startsWith("HTTP/")) {
            invalid++;
        } else if (METHODS.contains(parts[0])) {
            addRequest(parts[0], parts[1], entry);
        } else {
            otherMethods++;
        }
    }

    private void addRequest(String method, String target, LogLine entry) {
        // The log escapes characters that no valid path has.
        if (!target.startsWith("/") || target.contains("\\")) {
            invalid++;
            return;
        }
        try {
            tally.add(method, secrets.path(target), Map.of(), "");
        } catch (SpecError _) {
            invalid++;
            return;
        }
        entry.seconds().ifPresent(second -> seconds.merge(second, 1, Integer::sum));
        // Without its condition, a request for a changed resource gets the resource.
        if (entry.status() >= 300 && entry.status() != 304) {
            redirects.merge(entry.status(), 1, Integer::sum);
        }
    }

    private GivenRequests requests() {
        if (wrongLines * 100 > lines) {
            throw new SpecError(
                    "%s:%d: is not in common or combined log format (%,d of %,d lines); expected host ident user [time] \"request\" status bytes, or JSON with a method, a path and a status"
                            .formatted(label, firstWrongLine, wrongLines, lines));
        }
        if (tally.isEmpty()) {
            throw new SpecError(
                    "%s: contains no GET or HEAD request with a status of 2xx or 3xx, in %,d lines"
                            .formatted(label, lines));
        }
        var requests = tally.requests();
        return new GivenRequests(requests, secrets.sources(requests), List.of(), notes());
    }

    private List<String> notes() {
        var notes = new ArrayList<String>();
        rate().ifPresent(notes::add);
        addLeftOut("with other methods than GET and HEAD", otherMethods, notes);
        addLeftOut("with a status of 4xx, 5xx or below 200", failed, notes);
        addLeftOut("no valid HTTP", invalid, notes);
        if (wrongLines > 0) {
            notes.add(
                    "lines left out, in another format: %,d, the first is line %,d"
                            .formatted(wrongLines, firstWrongLine));
        }
        if (!redirects.isEmpty()) {
            notes.add(ImportedStatuses.note(redirects));
        }
        tally.rest().ifPresent(notes::add);
        return notes;
    }

    private static void addLeftOut(String which, long count, List<String> notes) {
        if (count > 0) {
            notes.add("requests left out, %s: %,d".formatted(which, count));
        }
    }

    /// The mean rate of the requests to send, `requests / (last second - first second + 1)`: the
    /// log's times are whole seconds. Empty where times are missing or make no sense.
    private Optional<String> rate() {
        int timed = seconds.values().stream().mapToInt(Integer::intValue).sum();
        if (timed < tally.total()) {
            return Optional.empty();
        }
        long first = seconds.keySet().stream().min(Long::compare).orElseThrow();
        long last = seconds.keySet().stream().max(Long::compare).orElseThrow();
        int busiest = seconds.values().stream().max(Integer::compare).orElseThrow();
        long length = last - first + 1;
        double mean = (double) tally.total() / length;
        if (mean < MIN_RATE) {
            return Optional.empty();
        }
        var rate =
                new BigDecimal(mean).round(new MathContext(3)).stripTrailingZeros().toPlainString();
        return Optional.of(
                "rate of the log: %s/s over %,d s, %,d/s in the busiest second; --rate %s/s reproduces the mean"
                        .formatted(rate, length, busiest, rate));
    }
}
