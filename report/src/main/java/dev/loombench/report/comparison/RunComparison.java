package dev.loombench.report.comparison;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.RunRatio;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Metric;
import dev.loombench.export.PageTable;
import dev.loombench.report.Format;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricText;
import dev.loombench.report.RatioText;
import dev.loombench.text.Figures;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The comparison of two runs: differences between experiments, machines and modes, and each
/// variant in both.
///
/// @param first name of the first run, and `second` of the second
/// @param firstHeadline of the first run, and `secondHeadline` of the second
/// @param changes differences; empty when only the time differs
/// @param rows one per variant, in the order of the first run
/// @param scores one per variant of both runs
/// @param batch whether both are batches
/// @param load of the second run
public record RunComparison(
        String first,
        String second,
        String firstHeadline,
        String secondHeadline,
        List<Change> changes,
        List<Row> rows,
        List<Scores> scores,
        boolean batch,
        Workload load) {

    /// What the intervals of two runs leave out, and how to judge a difference.
    public static final String CAUTION =
            "Intervals contain the spread of trials within each run, and not what differs from run to run, as the state of the machine and of its memory. Two runs do not show how much that is, so no difference is judged. To judge one, measure both in the same blocks: loombench compare OLD.jar NEW.jar, or loombench run FILE with both as variants.";

    /// Why runs under different loads have no ratios.
    static final String DIFFERENT_LOADS =
            "Figures under different loads or requests differ by these as well as by the servers, so no ratio is shown. To compare, measure both in the same blocks under one load: loombench compare OLD.jar NEW.jar, or loombench run FILE with both as variants.";

    /// Where the load and its requests are in an experiment.
    private static final List<String> LOAD =
            List.of("experiment.scenario.load", "experiment.scenario.traffic");

    /// What is checked of the responses, which changes no request.
    private static final List<String> CHECKS =
            List.of(
                    "experiment.scenario.traffic.errors",
                    "experiment.scenario.traffic.expectedBody");

    /// The key of a change of mode.
    public static final String MODE = "mode";

    private static final String NOT_STEADY = "…";

    /// What the marks of figures mean.
    public static final String MARKS =
            "! invalid by a finding of its run, (figure) or …: not steady.";

    /// @param key path, as in `machine.jdk`
    public record Change(String key, String first, String second) {}

    /// @param ratio second / first by [#metric], with its 95 % interval, and the finding that makes
    ///   it invalid; `…` where the metric was not steady, `n/a` when one run has too few trials,
    ///   empty where a run does not have the variant
    public record Row(String variant, Side first, Side second, String ratio) {}

    /// The figures of a variant in the second run over those in the first.
    ///
    /// @param second its summary in the second run
    /// @param cardOfFirst the scorecard of the first run, and `cardOfSecond` of the second
    /// @param load of the second run
    public record Scores(
            VariantSummary second, Scorecard cardOfFirst, Scorecard cardOfSecond, Workload load) {
        /// Second / first by each metric of both scorecards.
        public Map<Metric, RunRatio> ratios() {
            return cardOfSecond.comparedWith(cardOfFirst, second.variant().name());
        }

        /// Second / first by any metric.
        public Optional<RunRatio> ratio(Metric metric) {
            return cardOfSecond.comparedWith(cardOfFirst, second.variant().name(), metric);
        }

        /// The trials of the run that has fewer.
        public int trials() {
            return Stream.of(cardOfFirst, cardOfSecond)
                    .mapToInt(card ->
                            card.trials().getOrDefault(second.variant().name(), List.of()).size())
                    .min()
                    .orElse(0);
        }

        /// Printable.
        public String variant() {
            return plain(second.variant().name());
        }
    }

    /// A variant in one run, its figures with the marks of that run.
    public record Side(String throughput, String p99, String cpuPerRequest, String peakRss) {
        /// Of a variant that the run does not have.
        private static final Side ABSENT = new Side("", "", "", "");

        /// Of a variant without a completed trial.
        private static final Side WITHOUT_TRIAL =
                new Side(Format.MISSING, Format.MISSING, Format.MISSING, Format.MISSING);

        static Side of(Optional<VariantSummary> variant, Scorecard card) {
            return variant.isEmpty() ? ABSENT : measured(variant, card);
        }

        private static Side measured(Optional<VariantSummary> variant, Scorecard card) {
            return variant.filter(v -> v.counts().completed() > 0)
                    .map(v ->
                            new Side(
                                    marked(
                                            Figures.number(v.throughput().mean()) + "/s",
                                            v,
                                            Metric.THROUGHPUT,
                                            card),
                                    marked(
                                            Format.time(v.latency().requests().percentile(99)),
                                            v,
                                            Metric.P99,
                                            card),
                                    marked(
                                            Format.time(v.cost().cpuPerRequest()),
                                            v,
                                            Metric.CPU_PER_REQUEST,
                                            card),
                                    marked(
                                            Format.bytes(v.cost().peakRss()),
                                            v,
                                            Metric.PEAK_RSS,
                                            card)))
                    .orElse(WITHOUT_TRIAL);
        }

        private static String marked(
                String figure, VariantSummary v, Metric metric, Scorecard card) {
            return card.invalidating(v.variant().name(), metric)
                    .filter(_ -> !figure.equals(Format.MISSING))
                    .map(by -> by.isUnsteady() ? "(%s)".formatted(figure) : "! " + figure)
                    .orElse(figure);
        }
    }

    /// @param nameA folder of the first run, and `nameB` of the second
    public static RunComparison of(String nameA, Analysis a, String nameB, Analysis b) {
        var names = new LinkedHashSet<String>();
        a.variants().forEach(v -> names.add(v.variant().name()));
        b.variants().forEach(v -> names.add(v.variant().name()));
        boolean batch = a.manifest().experiment().isBatch() && b.manifest().experiment().isBatch();
        var rows = new ArrayList<Row>();
        for (var name : names) {
            var first = find(a, name);
            var second = find(b, name);
            rows.add(
                    new Row(
                            plain(name),
                            Side.of(first, a.scorecard()),
                            Side.of(second, b.scorecard()),
                            first.isEmpty() || second.isEmpty()
                                    ? ""
                                    : ratio(compared(a, b, name), metric(batch))));
        }
        return new RunComparison(
                plain(nameA),
                plain(nameB),
                Headline.of(a).sentence(),
                Headline.of(b).sentence(),
                RunDifferences.of(a, b),
                rows,
                scores(a, b),
                batch,
                b.manifest().experiment().load());
    }

    /// Whether both runs had the same load and requests: else no figure of one compares with that
    /// of the other.
    public boolean isOfOneLoad() {
        return changes.stream()
                .map(Change::key)
                .filter(key -> CHECKS.stream().noneMatch(key::startsWith))
                .noneMatch(key -> LOAD.stream().anyMatch(key::startsWith));
    }

    /// What a reader has to know of differences between the runs.
    public String caution() {
        return isOfOneLoad() ? CAUTION : DIFFERENT_LOADS;
    }

    /// The meaning of the marks in [#table] and of those of [#scores]; empty without any.
    public Optional<String> legend() {
        boolean inTable =
                table().rows().stream()
                        .flatMap(List::stream)
                        .anyMatch(cell -> cell.text().matches("! .*|\\(.*|" + NOT_STEADY));
        boolean inScores =
                scores.stream()
                        .filter(_ -> isOfOneLoad())
                        .flatMap(s -> s.ratios().values().stream())
                        .anyMatch(ratio -> ratio.invalidBy().isPresent());
        return inTable || inScores ? Optional.of(MARKS) : Optional.empty();
    }

    /// The unit of throughput: `request` or `task`.
    public String unitOfWork() {
        return MetricText.unitOfWork(batch);
    }

    /// The metric of the ratios.
    public Metric metric() {
        return metric(batch);
    }

    private static Metric metric(boolean batch) {
        return batch ? Metric.ELAPSED : Metric.THROUGHPUT;
    }

    /// `p99`, or what a closed load measures where both runs had it.
    public String p99Title() {
        return isOfOneLoad() ? MetricText.label(Metric.P99, load) : Metric.P99.label();
    }

    /// `throughput ratio`.
    public String ratioTitle() {
        return metric().label() + " ratio";
    }

    /// The figures: a row per variant and run that has it, and the ratio to the first run in the
    /// row of the second, unless they had different loads. Each row names its run, because a table
    /// that is wider than a terminal is divided.
    public PageTable table() {
        var work = unitOfWork();
        var cells = new ArrayList<List<String>>();
        for (var row : rows) {
            addTo(cells, row.variant() + " (1)", row.first(), "");
            addTo(cells, row.variant() + " (2)", row.second(), row.ratio());
        }
        var columns =
                List.of("", work + "s/s", p99Title(), "CPU/" + work, "peak RSS", ratioTitle());
        return PageTable.ofTexts(
                columns.subList(0, columns()),
                cells.stream().map(row -> row.subList(0, columns())).toList());
    }

    /// The last column has the ratio.
    private int columns() {
        return isOfOneLoad() ? 6 : 5;
    }

    private static void addTo(List<List<String>> cells, String name, Side side, String ratio) {
        if (!side.equals(Side.ABSENT)) {
            cells.add(
                    List.of(
                            name,
                            side.throughput(),
                            side.p99(),
                            side.cpuPerRequest(),
                            side.peakRss(),
                            ratio));
        }
    }

    /// The differences, a row per key.
    ///
    /// @param columns names of the key and of both runs
    public PageTable differences(String... columns) {
        return table(changes, columns);
    }

    /// Whether the differences are too many for a screen.
    public boolean differsInMuch() {
        return changes.size() > DifferenceTopics.MOST;
    }

    /// The differences, a row per topic.
    public PageTable topics(String... columns) {
        return table(DifferenceTopics.of(changes), columns);
    }

    private static PageTable table(List<Change> changes, String... columns) {
        return PageTable.ofTexts(
                List.of(columns),
                changes.stream().map(c -> List.of(c.key(), c.first(), c.second())).toList());
    }

    private static List<Scores> scores(Analysis a, Analysis b) {
        var experiment = b.manifest().experiment();
        var all = new ArrayList<Scores>();
        for (var second : b.variants()) {
            if (!compared(a, b, second.variant().name()).isEmpty()) {
                all.add(new Scores(second, a.scorecard(), b.scorecard(), experiment.load()));
            }
        }
        return all;
    }

    private static Optional<VariantSummary> find(Analysis analysis, String name) {
        return analysis.variants().stream()
                .filter(v -> v.variant().name().equals(name))
                .findFirst();
    }

    private static Map<Metric, RunRatio> compared(Analysis a, Analysis b, String variant) {
        return b.scorecard().comparedWith(a.scorecard(), variant);
    }

    /// `1.06× [1.04, 1.08], invalid by window-drift`.
    private static String ratio(Map<Metric, RunRatio> ratios, Metric metric) {
        return Optional.ofNullable(ratios.get(metric))
                .map(ratio ->
                        ratio.invalidBy().filter(ResultFinding::isUnsteady).isPresent()
                                ? NOT_STEADY
                                : ratio.interval()
                                        .map(r -> RatioText.withInterval(r) + invalidBy(ratio))
                                        .orElse(Format.MISSING))
                .orElse(Format.MISSING);
    }

    private static String invalidBy(RunRatio ratio) {
        return ratio.invalidBy().map(f -> ", invalid by " + f.kind()).orElse("");
    }
}
