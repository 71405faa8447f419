package dev.loombench.report.judgement;

import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.judge.JudgedFigure;
import dev.loombench.analysis.judge.Judgement;
import dev.loombench.analysis.judge.Sample;
import dev.loombench.export.CsvRows;
import dev.loombench.report.json.FindingJson;
import dev.loombench.report.json.TrialsNeededJson;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A judgement of results of other tools as data for other programs. Its keys are stable and
/// documented in docs/judge.md.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param outcome `passed`, `failed`, `undecided` or `invalid`
/// @param base names of its results, and `head` likewise
/// @param comparisons those that decide first
public record JudgementJson(
        int format,
        String tool,
        String outcome,
        String sentence,
        double margin,
        boolean paired,
        List<String> base,
        List<String> head,
        List<ComparedJson> comparisons,
        List<FindingJson> findings) {
    private static final int FORMAT = 1;

    /// @param baseBenchmark the name in the base, where it is another one; else null
    /// @param decides whether the outcome depends on it
    /// @param verdict as of a run
    /// @param ratio head / base; null without an interval, and without its upper end
    /// @param trialsNeeded of each side; null unless undecided
    /// @param reason why there is no verdict, else null
    record ComparedJson(
            String benchmark,
            Optional<String> baseBenchmark,
            String metric,
            String unit,
            boolean higherIsBetter,
            boolean decides,
            String verdict,
            Optional<Interval> ratio,
            Optional<TrialsNeededJson> trialsNeeded,
            Optional<String> reason,
            SampleJson base,
            SampleJson head) {
        static ComparedJson of(JudgedFigure figure, boolean decides) {
            return new ComparedJson(
                    figure.benchmark(),
                    figure.baseBenchmark(),
                    figure.metric().name(),
                    figure.metric().unit(),
                    figure.metric().higherIsBetter(),
                    decides,
                    figure.verdict().label(),
                    figure.verdict().shownInterval(),
                    figure.verdict().blocksNeeded().map(TrialsNeededJson::of),
                    figure.verdict() instanceof Verdict.NoEvidence(var reason)
                            ? Optional.of(reason)
                            : Optional.empty(),
                    SampleJson.of(figure.base()),
                    SampleJson.of(figure.head()));
        }
    }

    /// @param count of values
    /// @param interval of the mean, 95 %; null with a single value, and of values too noisy for one
    record SampleJson(int count, double mean, Optional<Interval> interval) {
        static SampleJson of(Sample sample) {
            return new SampleJson(sample.values().size(), sample.mean(), sample.interval());
        }
    }

    public static JudgementJson of(Judgement judgement) {
        return new JudgementJson(
                FORMAT,
                judgement.tool().label(),
                judgement.outcome().label(),
                JudgementText.headline(judgement),
                judgement.rules().margin(),
                judgement.rules().paired(),
                names(judgement.base()),
                names(judgement.head()),
                Stream.concat(
                                judgement.deciding().stream().map(f -> ComparedJson.of(f, true)),
                                judgement.others().stream().map(f -> ComparedJson.of(f, false)))
                        .toList(),
                judgement.findings().stream().map(JudgementJson::of).toList());
    }

    private static List<String> names(List<ForeignResult> results) {
        return results.stream().map(ForeignResult::name).toList();
    }

    private static FindingJson of(ResultFinding finding) {
        return FindingJson.of(finding, finding.severity(), Optional.empty(), finding.text());
    }

    /// A row per comparison.
    public CsvRows rows() {
        return CsvRows.of(ComparedJson.class, comparisons);
    }
}
