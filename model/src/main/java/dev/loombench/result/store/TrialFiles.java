package dev.loombench.result.store;

import dev.loombench.export.DurableFile;
import dev.loombench.load.result.LatencyLog;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The part of a trial in separate files: its latencies, all observed series, and the stacks of its
/// profiles.
///
/// Their checksums are in the trial's line of `trials.jsonl`. A file that does not match its
/// checksum is not read.
public final class TrialFiles {
    private static final String LATENCIES = "latency.hlog";
    private static final String SERIES = "series.csv";

    private TrialFiles() {}

    /// A file of a trial that differs from what was written.
    static final class Damaged extends Exception {
        private static final long serialVersionUID = 1L;
        final String file;

        Damaged(String file, String problem) {
            super(problem);
            this.file = file;
        }
    }

    /// Writes the files, durably.
    ///
    /// @return name -> checksum
    static Map<String, String> write(Path folder, TrialResult result) throws IOException {
        var checksums = new LinkedHashMap<String, String>();
        for (var file : contents(result).entrySet()) {
            DurableFile.write(folder.resolve(file.getKey()), file.getValue());
            checksums.put(file.getKey(), Checksum.of(file.getValue()));
        }
        return checksums;
    }

    private static Map<String, byte[]> contents(TrialResult result) {
        var contents = new LinkedHashMap<String, byte[]>();
        long origin = result.startedNanos();
        if (result.outcome() instanceof Completed completed) {
            contents.put(LATENCIES, utf8(LatencyLog.text(origin, completed.load().intervals())));
        }
        if (result.outcome() instanceof Successful measured) {
            contents.put(SERIES, utf8(SeriesTable.text(origin, series(measured))));
            for (var observation : measured.observations()) {
                if (observation instanceof Profile profile) {
                    contents.put(name(profile.cost()), CollapsedStacks.bytes(profile.stacks()));
                }
            }
        }
        return contents;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The file with the stacks of a cost.
    static String name(ProfiledCost cost) {
        return "profile-%s.collapsed.gz".formatted(cost.label());
    }

    public static List<Series> series(Successful measured) {
        return measured.observations().stream()
                .filter(Series.class::isInstance)
                .map(Series.class::cast)
                .toList();
    }

    /// The trial without the part in separate files.
    static TrialResult without(TrialResult result) {
        return switch (result.outcome()) {
            case Failed _ -> result;
            case BatchCompleted ran -> result.with(ran.with(allButSeries(ran)));
            case Completed completed ->
                    result.with(
                            completed
                                    .with(completed.load().with(List.of()))
                                    .with(allButSeries(completed)));
        };
    }

    private static List<Observation> allButSeries(Successful measured) {
        return measured.observations().stream()
                .filter(o -> !(o instanceof Series))
                .map(o -> o instanceof Profile profile ? profile.with(List.of()) : o)
                .toList();
    }

    /// The complete trial, from its line and its files.
    ///
    /// @param checksums of the files, from the line
    static TrialResult read(Path folder, TrialResult line, Map<String, String> checksums)
            throws Damaged {
        return switch (line.outcome()) {
            case Failed _ -> line;
            case BatchCompleted ran ->
                    line.with(ran.with(observations(folder, line, ran, checksums)));
            case Completed completed -> {
                var latencies = content(folder, LATENCIES, checksums);
                var intervals =
                        parsed(LATENCIES, () -> LatencyLog.parse(latencies, line.startedNanos()));
                yield line.with(
                        completed
                                .with(completed.load().with(intervals))
                                .with(observations(folder, line, completed, checksums)));
            }
        };
    }

    /// The observations of the separate file and of the line.
    private static List<Observation> observations(
            Path folder, TrialResult result, Successful line, Map<String, String> checksums)
            throws Damaged {
        var text = content(folder, SERIES, checksums);
        var all = new ArrayList<Observation>();
        all.addAll(parsed(SERIES, () -> SeriesTable.parse(text, result.startedNanos())));
        for (var observation : line.observations()) {
            all.add(
                    observation instanceof Profile profile
                            ? withStacks(folder, profile, checksums)
                            : observation);
        }
        return all;
    }

    private static Profile withStacks(Path folder, Profile profile, Map<String, String> checksums)
            throws Damaged {
        var name = name(profile.cost());
        var content = bytes(folder, name, checksums);
        return profile.with(parsed(name, () -> CollapsedStacks.parse(content)));
    }

    private static String content(Path folder, String name, Map<String, String> checksums)
            throws Damaged {
        return new String(bytes(folder, name, checksums), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Path folder, String name, Map<String, String> checksums)
            throws Damaged {
        byte[] content;
        try {
            content = ResultFile.read(folder.resolve(name));
        } catch (IOException e) {
            throw new Damaged(name, FileFault.of(e));
        }
        if (!Checksum.of(content).equals(checksums.get(name))) {
            throw new Damaged(
                    name, "it differs from what the run wrote: its checksum does not match");
        }
        return content;
    }

    private interface Parser<T> {
        T parse() throws IOException;
    }

    private static <T> T parsed(String name, Parser<T> parser) throws Damaged {
        try {
            return parser.parse();
        } catch (IOException e) {
            throw new Damaged(name, FileFault.of(e));
        }
    }
}
