package dev.loombench.requests;

import dev.loombench.requests.log.ExtendedFormat;
import dev.loombench.requests.log.JsonLogLine;
import dev.loombench.requests.log.LogDay;
import dev.loombench.requests.log.LogEntries;
import dev.loombench.requests.log.LogLine;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.Figures;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Replay;
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

/// Reads the requests of an access log in common, combined or W3C's extended format, of Envoy, of
/// AWS's Application Load Balancer or in JSON, with their frequencies. An entry is a line, or an
/// object of JSON. The file may be compressed by gzip.
///
/// Only `GET` and `HEAD` are sent: the log has no bodies. Entries with a status of 4xx or 5xx are
/// left out. The request rate of the log is a note.
public final class AccessLog {
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    /// Lower rates are the result of wrong times.
    private static final double MIN_RATE = 0.001;

    /// A time without arrivals is worth a note from here on, where it is a quarter of the log.
    private static final long MIN_GAP_NANOS = 60_000_000_000L;

    /// Which entries of the log are used.
    private enum Use {
        /// The requests, by their frequency.
        REQUESTS,
        /// The requests, each at its time.
        ARRIVALS,
        /// The times of all entries.
        TIMES
    }

    private final String label;
    private final Use use;
    private final RequestTally tally = new RequestTally();
    private final RequestSecrets secrets = new RequestSecrets(Set.of());
    private final Map<Integer, Integer> redirects = new TreeMap<>();

    /// Second since the epoch -> requests that are sent.
    private final Map<Long, Integer> seconds = new HashMap<>();

    private final TimedEntries entries = new TimedEntries();
    private long untimed;

    /// Of the lines that follow; empty where none has named columns.
    private Optional<ExtendedFormat> columns = Optional.empty();

    private final LogDay day = new LogDay();

    /// Entries, which are lines in most logs.
    private long lines;

    private long wrongLines;

    /// Its number in the file.
    private long firstWrongLine;

    private long otherMethods;
    private long failed;
    private long invalid;

    private AccessLog(String label, Use use) {
        this.label = label;
        this.use = use;
    }

    /// A log as arrivals.
    ///
    /// @param requests those of the log; empty where only the times are used
    /// @param notes on the times and on what was left out
    public record Replayed(
            RecordedArrivals arrivals,
            Replay replay,
            Optional<GivenRequests> requests,
            List<String> notes) {
        public Replayed {
            notes = List.copyOf(notes);
        }
    }

    /// @throws WrongInput when the file cannot be read, is larger than 64 MiB, or is no access log
    public static GivenRequests read(Path file) {
        return parse(TextSanitizer.of(file.toString()), text(file));
    }

    /// Reads the times of the entries, and their requests if they are wanted.
    ///
    /// @param ownRequests whether each arrival sends the request that the log has; then only
    ///   entries whose request can be sent are arrivals, and otherwise all
    /// @param seed of the times within a second, for a log of whole seconds
    /// @throws WrongInput as in [#read], or when the log has no times
    public static Replayed replay(Path file, boolean ownRequests, long seed) {
        return replay(file, text(file), ownRequests, seed);
    }

    static Replayed replay(Path file, String text, boolean ownRequests, long seed) {
        var label = TextSanitizer.of(file.toString());
        var log = new AccessLog(label, ownRequests ? Use.ARRIVALS : Use.TIMES);
        LogEntries.read(text, log::add);
        return log.replayed(file, seed);
    }

    /// One character per byte: what is not ASCII cannot be a valid path.
    private static String text(Path file) {
        return new String(TextFile.unpacked(file, TextFile.MAX_BYTES), StandardCharsets.ISO_8859_1);
    }

    /// @param label the name of the file in messages
    static GivenRequests parse(String label, String text) {
        var log = new AccessLog(label, Use.REQUESTS);
        LogEntries.read(text, log::add);
        return log.requests();
    }

    /// @param number of the line in the file
    private void add(String text, long number) {
        lines++;
        if (ExtendedFormat.isDirective(text)) {
            day.read(text);
            columns = ExtendedFormat.of(text, day).or(() -> columns);
        } else if (!text.isBlank()) {
            entry(text).ifPresentOrElse(this::add, () -> addWrongLine(number));
        }
    }

    private Optional<LogLine> entry(String text) {
        var json = text.strip();
        return json.startsWith("{")
                ? JsonLogLine.parse(json)
                : columns.flatMap(format -> format.parse(text)).or(() -> LogLine.parse(text));
    }

    private void addWrongLine(long number) {
        firstWrongLine = wrongLines == 0 ? number : firstWrongLine;
        wrongLines++;
    }

    private void add(LogLine entry) {
        if (entry.isOfTcp()) {
            invalid++;
            return;
        }
        if (use == Use.TIMES) {
            addArrival(entry, RecordedArrivals.ANY);
            return;
        }
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
        int number;
        try {
            number = tally.add(method, secrets.path(target), Map.of(), "");
        } catch (WrongInput _) {
            invalid++;
            return;
        }
        if (use == Use.ARRIVALS) {
            addArrival(entry, number);
        }
        entry.seconds().ifPresent(second -> seconds.merge(second, 1, Integer::sum));
        // Without its condition, a request for a changed resource gets the resource.
        if (entry.status() >= 300 && entry.status() != 304) {
            redirects.merge(entry.status(), 1, Integer::sum);
        }
    }

    private void addArrival(LogLine entry, int number) {
        if (entry.nanos().isPresent()) {
            entries.add(entry.nanos().getAsLong(), entry.durationNanos(), number);
        } else {
            untimed++;
        }
    }

    private Replayed replayed(Path file, long seed) {
        boolean own = use == Use.ARRIVALS;
        var requests = own ? Optional.of(requests()) : Optional.<GivenRequests>empty();
        if (!own) {
            checkFormat();
        }
        int notSent = own ? entries.keepSent(tally.indices()) : 0;
        int earlier = entries.keepBegunWithin();
        if (entries.count() == 0) {
            throw new WrongInput(
                    "%s: has no times to replay, in %,d lines; expected [12/Nov/2026:06:25:24 +0000], a time in ISO 8601 or seconds since the epoch"
                            .formatted(label, lines));
        }
        var recorded = RecordedArrivals.of(entries, seed);
        var replay = recorded.replay(file, own, seed);
        var notes = new ArrayList<String>();
        notes.add(timesNote(replay, RecordedArrivals.spreadTimes(entries.times())));
        gapNote(recorded).ifPresent(notes::add);
        notes.add(durationsNote());
        if (earlier > 0) {
            notes.add("requests that began before the log left out: %,d".formatted(earlier));
        }
        if (untimed > 0) {
            notes.add("entries without a time left out: %,d".formatted(untimed));
        }
        if (notSent > 0) {
            notes.add("arrivals of requests that are not sent left out: %,d".formatted(notSent));
        }
        if (!own) {
            addLeftOut("no valid HTTP", invalid, notes);
        }
        if (!own && wrongLines > 0) {
            notes.add(wrongLinesNote());
        }
        requests.ifPresent(given -> notes.addAll(given.notes()));
        return new Replayed(recorded, replay, requests, notes);
    }

    /// A part that a log lacks is one in which the load rests.
    private static Optional<String> gapNote(RecordedArrivals recorded) {
        long gap = recorded.longestGapNanos();
        if (gap < MIN_GAP_NANOS || gap < recorded.lengthNanos() / 4) {
            return Optional.empty();
        }
        return Optional.of(
                "the longest time without an arrival is %s; if the log lacks entries there, replay the parts before and after it by themselves"
                        .formatted(Figures.time((double) gap)));
    }

    /// Whether arrivals are the times of the log, or earlier.
    private String durationsNote() {
        int ends = entries.ends();
        if (ends == 0) {
            return "no entry has a duration that is known: its time is taken as that of the arrival";
        }
        return "the durations of %,d of %,d entries are subtracted from their times, which are those of the ends"
                .formatted(ends, entries.count());
    }

    /// @param spread number of times that are spread within their second
    private static String timesNote(Replay replay, long spread) {
        return "%s over %s, %s/s on average; times of the log are %s"
                .formatted(
                        Figures.counted(replay.arrivals(), "arrival"),
                        Figures.time((double) replay.length().toNanos()),
                        rounded(replay.rate()),
                        precision(replay, spread));
    }

    private static String precision(Replay replay, long spread) {
        var seconds = "whole seconds, spread within each at random (seed %d)";
        if (spread == replay.arrivals()) {
            return seconds.formatted(replay.seed());
        }
        var steps = "in steps of " + Units.text(replay.resolution());
        return spread == 0
                ? steps
                : steps + (", but %,d of them " + seconds).formatted(spread, replay.seed());
    }

    private void checkFormat() {
        if (wrongLines * 100 > lines) {
            throw new WrongInput(
                    "%s:%d: is not in common or combined log format (%,d of %,d lines); expected host ident user [time] \"request\" status bytes, a line of Envoy or of AWS's balancer, W3C's extended format with its line #Fields:, or JSON with a method, a path and a status"
                            .formatted(label, firstWrongLine, wrongLines, lines));
        }
    }

    private GivenRequests requests() {
        checkFormat();
        if (tally.isEmpty()) {
            var leftOut = new ArrayList<String>();
            addLeftOut(leftOut);
            throw new WrongInput(
                    "%s: contains no GET or HEAD request with a status of 2xx or 3xx that can be sent, in %,d lines%s"
                            .formatted(
                                    label,
                                    lines,
                                    leftOut.isEmpty() ? "" : "; " + String.join("; ", leftOut)));
        }
        var requests = tally.requests();
        return new GivenRequests(requests, secrets.sources(requests), List.of(), notes());
    }

    private List<String> notes() {
        var notes = new ArrayList<String>();
        if (use == Use.REQUESTS) {
            rate().ifPresent(notes::add);
        }
        addLeftOut(notes);
        if (wrongLines > 0) {
            notes.add(wrongLinesNote());
        }
        if (!redirects.isEmpty()) {
            notes.add(ImportedStatuses.note(redirects));
        }
        tally.rest().ifPresent(notes::add);
        return notes;
    }

    private void addLeftOut(List<String> notes) {
        addLeftOut("with other methods than GET and HEAD", otherMethods, notes);
        addLeftOut("with a status of 4xx, 5xx or below 200", failed, notes);
        addLeftOut("no valid HTTP", invalid, notes);
    }

    private String wrongLinesNote() {
        return "lines left out, in another format: %,d, the first is line %,d"
                .formatted(wrongLines, firstWrongLine);
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
        var rate = rounded(mean);
        return Optional.of(
                "rate of the log: %s/s over %,d s, %,d/s in the busiest second; --rate %s/s reproduces the mean"
                        .formatted(rate, length, busiest, rate));
    }

    private static String rounded(double rate) {
        return new BigDecimal(rate).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
