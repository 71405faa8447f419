import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The results of a [Suite] as a Markdown table, one row per ratio of known truth.
final class SuiteTable {
    private static final String HEADER =
            """
            | workload | server | metric | truth | counted | by default | mode chosen | `interleaved` | `sequential` |
            |---|---|---|---|---|---|---|---|---|
            """;

    private final StringBuilder rows = new StringBuilder();
    private final Set<String> reasons = new LinkedHashSet<>();
    private final List<Judgement> judgements = new ArrayList<>();
    private double seconds;

    /// @param truth resolved
    /// @param runs of each mode that was run
    record Row(
            Workload workload,
            Workload.Case of,
            Workload.Truth truth,
            Map<Workload.Mode, List<SuiteRun>> runs) {

        private List<Reading> readings(Workload.Mode mode) {
            return runs.getOrDefault(mode, List.of()).stream()
                    .map(run -> Reading.of(run, of.server(), of.metric()))
                    .toList();
        }
    }

    /// @return its line
    String add(Row row) throws IOException {
        var line =
                "| %s | %s | %s | %s | %s | %s | %s | %s | %s |"
                        .formatted(
                                row.workload.name(),
                                row.of.server(),
                                row.of.metric(),
                                truth(row.truth),
                                counted(row),
                                cell(row, Workload.Mode.DEFAULT),
                                chosen(row),
                                cell(row, Workload.Mode.INTERLEAVED),
                                cell(row, Workload.Mode.SEQUENTIAL));
        rows.append(line).append('\n');
        return line;
    }

    /// Whether no figure is wrong, and no command failed.
    boolean acceptable() {
        return judgements.stream().allMatch(Judgement::acceptable);
    }

    String text() {
        var summary =
                judgements.stream()
                        .collect(Collectors.groupingBy(j -> j, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(e -> "%d %s".formatted(e.getValue(), e.getKey().label()))
                        .collect(Collectors.joining(", "));
        return HEADER
                + rows
                + reasons.stream().map(r -> "\n" + r).collect(Collectors.joining("\n"))
                + "\n\n%d figures: %s.%n".formatted(judgements.size(), summary);
    }

    private static String truth(Workload.Truth truth) {
        return switch (truth) {
            case Workload.Truth.Ratio(var value, var formula) ->
                    "%.3f (%s)".formatted(value, formula);
            case Workload.Truth.None(var reason, _) -> "none: " + reason;
            case Workload.Truth.LongRun(var workload) -> workload.name();
        };
    }

    private String cell(Row row, Workload.Mode mode) {
        var readings = row.readings(mode);
        if (readings.isEmpty()) {
            return row.runs.containsKey(Workload.Mode.DEFAULT) ? "as by default" : "";
        }
        var judgement = Judgement.of(row.truth, readings);
        judgements.add(judgement);
        var shown = readings.size() == 1 ? shown(readings.getFirst()) : shown(row.truth, readings);
        return judgement == Judgement.REFUSED && shown.isEmpty()
                ? judgement.label()
                : "%s **%s**".formatted(shown, judgement.label());
    }

    private String shown(Reading reading) {
        return switch (reading) {
            case Reading.Figure f -> "%.3f [%.3f, %.3f]".formatted(f.point(), f.low(), f.high());
            case Reading.Refused(var by) -> note(by);
            case Reading.Failed(var message) -> note(message);
        };
    }

    private static String shown(Workload.Truth truth, List<Reading> readings) {
        var figures =
                readings.stream()
                        .filter(Reading.Figure.class::isInstance)
                        .map(Reading.Figure.class::cast)
                        .toList();
        var refused =
                "%d of %d refused".formatted(readings.size() - figures.size(), readings.size());
        if (figures.size() < 2) {
            return refused;
        }
        var mean = Judgement.mean(figures);
        var shown =
                "mean %.3f [%.3f, %.3f], %s"
                        .formatted(mean.point(), mean.low(), mean.high(), refused);
        return truth instanceof Workload.Truth.Ratio(var value, _)
                ? "%s, %d of %d intervals contain the truth"
                        .formatted(
                                shown,
                                figures.stream()
                                        .filter(f -> f.low() <= value && value <= f.high())
                                        .count(),
                                figures.size())
                : shown;
    }

    private String chosen(Row row) {
        var runs = row.runs.getOrDefault(Workload.Mode.DEFAULT, List.of());
        runs.stream()
                .filter(run -> !run.modeReason().isEmpty())
                .forEach(run ->
                        reasons.add(
                                "%s is sequential: %s"
                                        .formatted(row.workload.name(), run.modeReason())));
        return runs.stream().map(SuiteRun::mode).distinct().collect(Collectors.joining(", "));
    }

    /// A long text goes below the table.
    private String note(String text) {
        var line = text.lines().collect(Collectors.joining(" ")).replace('|', '/');
        if (line.length() <= 40) {
            return line;
        }
        reasons.add("(%d) %s".formatted(reasons.size() + 1, line));
        return "(%d)".formatted(reasons.size());
    }

    /// The ratio that the servers counted in the run whose load rested least.
    private static String counted(Row row) throws IOException {
        var run =
                row.runs.values().stream()
                        .flatMap(List::stream)
                        .filter(SuiteRun::measured)
                        .max(Comparator.comparing(r -> r.mode().equals("sequential")));
        if (run.isEmpty()) {
            return "";
        }
        var counted = Counted.of(Path.of(run.get().report().path("results").asString()));
        var own = counted.get(row.of.server());
        var baseline = counted.get(row.workload.servers().getFirst().name());
        if (own == null || baseline == null) {
            return "";
        }
        return row.of.metric().equals("cpu-per-request")
                ? "%.3f".formatted(own.cpuMicros() / baseline.cpuMicros())
                : "%.2f ms late".formatted(own.lateMicros() / 1e3);
    }
}
