package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.analysis.comparison.RunRatio;
import dev.loombench.export.CsvRows;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.comparison.RunComparison.Scores;
import dev.loombench.stats.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Two runs side by side as data for other programs. Its keys are stable and documented in
/// docs/output/json.md. There is no verdict: no difference of two runs is judged.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param first the document of the first run, and `second` of the second
/// @param comparable whether both had the same load and requests
/// @param ratios of the variants that both have; none where the runs are not comparable
/// @param differences of their experiments and machines
public record ComparisonJson(
        int format,
        boolean comparable,
        String caution,
        RunJson first,
        RunJson second,
        List<VariantJson> ratios,
        List<RunComparison.Change> differences) {
    private static final int FORMAT = 1;

    /// @param metrics second / first by the name of the metric
    record VariantJson(String variant, Map<String, RatioJson> metrics) {
        static VariantJson of(Scores scores) {
            var metrics = new LinkedHashMap<String, RatioJson>();
            scores.ratios()
                    .forEach((metric, ratio) -> metrics.put(metric.label(), RatioJson.of(ratio)));
            return new VariantJson(scores.second().variant().name(), metrics);
        }
    }

    /// @param ratio null with too few trials, or trials that differ too much
    /// @param invalidBy the kind of the finding that makes it invalid, else null
    record RatioJson(Optional<Interval> ratio, Optional<String> invalidBy) {
        static RatioJson of(RunRatio ratio) {
            return new RatioJson(ratio.shownInterval(), ratio.invalidBy().map(f -> f.kind().id()));
        }
    }

    /// The figures of one variant in one run in a row.
    ///
    /// @param run 1 or 2
    record Row(int run, @JsonUnwrapped RunRow figures) {}

    public static ComparisonJson of(RunComparison runs, RunJson first, RunJson second) {
        return new ComparisonJson(
                FORMAT,
                runs.isOfOneLoad(),
                runs.caution(),
                first,
                second,
                runs.scores().stream()
                        .filter(_ -> runs.isOfOneLoad())
                        .map(VariantJson::of)
                        .toList(),
                runs.changes());
    }

    /// A row per run and variant.
    public CsvRows rows() {
        return CsvRows.of(Row.class, Stream.concat(rows(1, first), rows(2, second)).toList());
    }

    private static Stream<Row> rows(int number, RunJson run) {
        return RunRow.of(run).stream().map(row -> new Row(number, row));
    }
}
