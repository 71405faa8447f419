package dev.loombench.report;

import static java.util.Map.entry;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.Consequences;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The consequences of a finding, in half a line each.
public final class ConsequenceText {
    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    entry("agent-behind", "an agent that sent less"),
                    entry("compilers-starved", "compilers that waited for a processor"),
                    entry("connections-closed", "closed connections"),
                    entry("connections-not-achieved", "missing connections"),
                    entry("cpu-contention-before", "other processes before the run"),
                    entry("cpu-contention-during", "other processes within the windows"),
                    entry("cpu-pressure", "waits for a processor"),
                    entry("errors", "failed requests"),
                    entry("generator-stalled", "a load generator that stood still"),
                    entry("generator-starved", "a load generator that waited for CPU"),
                    entry("incomplete", "missing trials"),
                    entry("littles-law-broken", "Little's law"),
                    entry("memory-short", "waits for memory"),
                    entry("not-steady", "a warm-up that was never steady"),
                    entry("no-good-response", "no good response"),
                    entry("non-stationary", "windows that are not flat"),
                    entry("open-littles-law-broken", "Little's law"),
                    entry("outlying-trial", "an outlying trial"),
                    entry("overloaded", "a growing backlog"),
                    entry("paused-by-collector", "pauses of the collector"),
                    entry("rate-not-achieved", "missing responses"),
                    entry("requests-not-sent", "requests that were not sent"),
                    entry("requests-unfinished", "unfinished requests"),
                    entry("resting-servers-busy", "busy resting servers"),
                    entry("schedule-lagged", "requests sent late"),
                    entry("server-idle", "an idle server"),
                    entry("still-compiling", "compilers at work"),
                    entry("trials-failed", "failed trials"),
                    entry("window-drift", "figures that drift within the windows"),
                    entry("window-too-short", "a window of few response times"));

    private ConsequenceText() {}

    /// `So also: requests sent late (invalid), windows that are not flat.`; empty without
    /// consequences.
    public static Optional<String> sentence(Analysis analysis, Consequences group) {
        return sentence(
                group.findings().stream().map(f -> name(f, analysis.severity(f))).distinct());
    }

    /// The same of kinds that are all invalid.
    public static Optional<String> ofInvalid(List<String> kinds) {
        return sentence(kinds.stream().map(ConsequenceText::name).distinct());
    }

    private static Optional<String> sentence(Stream<String> names) {
        var all = names.collect(Collectors.joining(", "));
        return all.isEmpty() ? Optional.empty() : Optional.of("So also: " + all + ".");
    }

    private static String name(Finding finding, Severity severity) {
        return name(finding.kind()) + (severity == Severity.INVALID ? " (invalid)" : "");
    }

    /// A kind in words.
    static String name(String kind) {
        return NAMES.getOrDefault(kind, kind.replace('-', ' '));
    }
}
