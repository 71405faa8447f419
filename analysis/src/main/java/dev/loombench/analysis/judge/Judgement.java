package dev.loombench.analysis.judge;

import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.foreign.SideFinding.OneSided;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.ResponsesBeyond;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.result.foreign.ForeignTool;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.BlocksNeeded.Range;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Interval;
import dev.loombench.stats.PairedRatio;
import dev.loombench.stats.StudentT;
import dev.loombench.text.Suggestions;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Results of another tool for a base and a head, judged.
///
/// The ratio head / base of each metric of each benchmark has an interval over processes: within
/// pairs of results that were measured in turn, else that of [two independent
/// samples][StudentT#ratio]. All comparisons by the metrics that decide hold simultaneously at 95
/// %, and so do those by all others.
///
/// @param base its results, and `head` likewise
/// @param deciding comparisons by the metrics that decide, at least one
/// @param others comparisons by other metrics
/// @param findings those that make the result invalid first
public record Judgement(
        ForeignTool tool,
        JudgeRules rules,
        List<ForeignResult> base,
        List<ForeignResult> head,
        List<JudgedFigure> deciding,
        List<JudgedFigure> others,
        List<ResultFinding> findings) {
    /// The names of the sides in findings.
    public static final String BASE = "base";

    public static final String HEAD = "head";

    /// Values that an interval needs.
    private static final int MIN_VALUES = 2;

    public Judgement {
        base = List.copyOf(base);
        head = List.copyOf(head);
        deciding = List.copyOf(deciding);
        others = List.copyOf(others);
        findings = List.copyOf(findings);
    }

    /// A figure that both sides have.
    ///
    /// @param base its key there, whose benchmark may have another name
    /// @param responses good ones of the load of it that has the fewest; empty without a load that
    ///   counts them
    private record Common(
            SideFigures.Key base,
            SideFigures.Key head,
            Sample baseSample,
            Sample headSample,
            OptionalLong responses) {
        Optional<String> baseBenchmark() {
            return Optional.of(base.benchmark()).filter(name -> !name.equals(head.benchmark()));
        }
    }

    /// @param base at least one result
    /// @param head at least one result
    /// @throws WrongInput when the results cannot be compared
    public static Judgement of(
            List<ForeignResult> base, List<ForeignResult> head, JudgeRules rules) {
        var tool = tool(base, head);
        var loads = LoadBenchmarks.of(base, head);
        var namedBase = loads.named(base);
        var namedHead = loads.named(head);
        if (rules.paired()) {
            requirePairs(base, head);
            loads.requirePairs(namedBase, namedHead);
        }
        var baseFigures = SideFigures.of(namedBase);
        var headFigures = SideFigures.of(namedHead);
        var common = common(baseFigures, headFigures, rules.paired());
        if (common.isEmpty()) {
            throw nothingInCommon(baseFigures, headFigures, rules.paired());
        }
        var deciding = common.stream().filter(c -> decides(c.head, headFigures, rules)).toList();
        if (deciding.isEmpty()) {
            throw noMetric(common, rules);
        }
        var others = common.stream().filter(c -> !deciding.contains(c)).toList();
        var decided = judged(deciding, rules);
        var inBase = names(deciding, Common::base);
        var inHead = names(deciding, Common::head);
        var findings =
                new JudgementFindings(tool, rules, namedBase, namedHead)
                        .of(
                                decided,
                                missing(baseFigures, headFigures, rules, inBase),
                                missing(headFigures, baseFigures, rules, inHead));
        var invalid = findings.stream().filter(f -> f.severity() == Severity.INVALID).findFirst();
        return new Judgement(
                tool,
                rules,
                base,
                head,
                invalidated(decided, invalid),
                invalidated(judged(others, rules), invalid),
                findings);
    }

    private static WrongInput nothingInCommon(SideFigures base, SideFigures head, boolean paired) {
        if (paired && !common(base, head, false).isEmpty()) {
            return new WrongInput(
                    "--paired needs a benchmark that each result of base and head has");
        }
        boolean sameBenchmark =
                isSingle(base, head)
                        || base.benchmarks().stream().anyMatch(head.benchmarks()::contains);
        return sameBenchmark
                ? new WrongInput(
                        "base and head have no metric of a benchmark in common: base has %s, head has %s; measure both in the same mode"
                                .formatted(metrics(base), metrics(head)))
                : new WrongInput(
                        "base and head have no benchmark in common: base has %s, head has %s"
                                .formatted(names(base), names(head)));
    }

    private static WrongInput noMetric(List<Common> common, JudgeRules rules) {
        var known = common.stream().map(c -> c.head.metric().name()).distinct().toList();
        return rules.metric()
                .map(name -> Suggestions.unknown(name, "metric that both sides have", known))
                .orElseGet(() ->
                        new WrongInput(
                                "base and head have no metric in common that decides; --metric names another one: "
                                        + String.join(", ", known)));
    }

    private static ForeignTool tool(List<ForeignResult> base, List<ForeignResult> head) {
        var first = base.getFirst();
        Stream.concat(base.stream(), head.stream())
                .filter(result -> result.tool() != first.tool())
                .findFirst()
                .ifPresent(other -> {
                    throw new WrongInput(
                            "%s is a result of %s, %s of %s: figures of two tools are not compared, because they measure differently; give results of one tool for both sides, all of %s or all of %s"
                                    .formatted(
                                            first.name(),
                                            first.tool().label(),
                                            other.name(),
                                            other.tool().label(),
                                            first.tool().label(),
                                            other.tool().label()));
                });
        return first.tool();
    }

    private static void requirePairs(List<ForeignResult> base, List<ForeignResult> head) {
        if (base.size() != head.size() || base.size() < MIN_VALUES) {
            throw new WrongInput(
                    "--paired needs as many results of the head as of the base, at least %d; the base has %d, the head %d"
                            .formatted(MIN_VALUES, base.size(), head.size()));
        }
    }

    private static String names(SideFigures side) {
        return String.join(", ", side.benchmarks());
    }

    private static String metrics(SideFigures side) {
        return side.keys().stream()
                .map(key -> key.metric().name())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static boolean isSingle(SideFigures base, SideFigures head) {
        return base.benchmarks().size() == 1 && head.benchmarks().size() == 1;
    }

    /// In the order of the head. A single benchmark on each side is the same one, whatever its
    /// name: the command of hyperfine names the version.
    private static List<Common> common(SideFigures base, SideFigures head, boolean paired) {
        boolean single = isSingle(base, head);
        var common = new ArrayList<Common>();
        for (var key : head.keys()) {
            var other =
                    single ? new SideFigures.Key(base.benchmarks().getFirst(), key.metric()) : key;
            var baseSample = base.sample(other, paired);
            var headSample = head.sample(key, paired);
            if (baseSample.isPresent() && headSample.isPresent()) {
                var responses =
                        LongStream.concat(
                                base.responses(other.benchmark()), head.responses(key.benchmark()));
                common.add(
                        new Common(
                                other, key, baseSample.get(), headSample.get(), responses.min()));
            }
        }
        return common;
    }

    private static boolean decides(SideFigures.Key key, SideFigures side, JudgeRules rules) {
        return rules.metric()
                .map(name -> key.metric().name().equalsIgnoreCase(name))
                .orElseGet(() -> side.decides(key));
    }

    private static Set<String> names(List<Common> figures, Function<Common, SideFigures.Key> side) {
        return figures.stream()
                .map(side)
                .map(SideFigures.Key::benchmark)
                .collect(Collectors.toSet());
    }

    /// Benchmarks of the first side with a figure that decides and no comparison; with its metric
    /// where the other side has the benchmark too, in another mode or not in each pair.
    private static List<String> missing(
            SideFigures side, SideFigures other, JudgeRules rules, Set<String> compared) {
        var known = other.benchmarks();
        return side.keys().stream()
                .filter(key -> decides(key, side, rules) && !compared.contains(key.benchmark()))
                .map(key ->
                        known.contains(key.benchmark())
                                ? "%s by %s".formatted(key.benchmark(), key.metric().name())
                                : key.benchmark())
                .distinct()
                .toList();
    }

    private static List<JudgedFigure> judged(List<Common> figures, JudgeRules rules) {
        if (figures.isEmpty()) {
            return List.of();
        }
        double level = Bonferroni.levelOfEach(ConfidenceLevels.LEVEL, figures.size());
        return figures.stream()
                .map(figure ->
                        new JudgedFigure(
                                figure.head.benchmark(),
                                figure.baseBenchmark(),
                                figure.head.metric(),
                                figure.baseSample,
                                figure.headSample,
                                verdict(figure, rules, level)))
                .toList();
    }

    /// Whether fewer than ten responses of a load lie beyond a percentile.
    private static boolean isOfFew(ForeignMetric metric, OptionalLong responses) {
        return metric.percent().isPresent()
                && responses.isPresent()
                && ResponsesBeyond.areFew(
                        responses.getAsLong() * (100 - metric.percent().getAsDouble()) / 100);
    }

    private static Verdict verdict(Common figure, JudgeRules rules, double level) {
        if (isOfFew(figure.head.metric(), figure.responses)) {
            return new Verdict.NoEvidence(
                    "a load has fewer than %.0f responses beyond it, of %,d"
                            .formatted(ResponsesBeyond.ENOUGH, figure.responses.orElseThrow()));
        }
        var base = figure.baseSample;
        var head = figure.headSample;
        if (Math.min(base.values().size(), head.values().size()) < MIN_VALUES) {
            return new Verdict.NoEvidence(
                    "an interval needs at least %d values of both sides".formatted(MIN_VALUES));
        }
        if (!base.isPositive() || !head.isPositive()) {
            return new Verdict.NoEvidence("a ratio needs values above 0");
        }
        var ratio =
                rules.paired()
                        ? PairedRatio.of(head.array(), base.array(), level)
                        : StudentT.ratio(head.array(), base.array(), level);
        return ratio.map(interval -> rounded(interval, head, base))
                .map(interval ->
                        Verdict.of(
                                interval,
                                rules.margin(),
                                figure.head.metric().higherIsBetter(),
                                () ->
                                        new Verdict.Undecided(
                                                interval,
                                                Math.min(
                                                        base.values().size(), head.values().size()),
                                                needed(interval, head, base, rules, level))))
                .orElseGet(() -> new Verdict.NoEvidence("its values have no ratio"));
    }

    /// Not narrower than the rounding of the values. Values that are all rounded in the same way
    /// are off by the same amount, so that the mean of many is no better than one.
    private static Interval rounded(Interval ratio, Sample head, Sample base) {
        double above = head.roundingShare();
        double below = base.roundingShare();
        return ratio.widenedTo(
                ratio.point() * (1 - above) / (1 + below),
                ratio.point() * (1 + above) / (1 - below));
    }

    /// No number of values is enough where the rounding reaches an end of the margin.
    private static BlocksNeeded needed(
            Interval ratio, Sample head, Sample base, JudgeRules rules, double level) {
        var range = Range.equivalent(rules.margin());
        double rounding = head.roundingShare() + base.roundingShare();
        if (rounding >= range.distance(Math.log(ratio.point()))) {
            return BlocksNeeded.BEYOND_LIMIT;
        }
        if (!rules.paired()) {
            return BlocksNeeded.ofIndependent(head.array(), base.array(), 0, range, level);
        }
        var logs =
                IntStream.range(0, head.values().size())
                        .mapToDouble(i -> Math.log(head.values().get(i) / base.values().get(i)))
                        .toArray();
        return BlocksNeeded.of(logs, 0, range, level);
    }

    private static List<JudgedFigure> invalidated(
            List<JudgedFigure> figures, Optional<ResultFinding> invalid) {
        return figures.stream()
                .map(f ->
                        new JudgedFigure(
                                f.benchmark(),
                                f.baseBenchmark(),
                                f.metric(),
                                f.base(),
                                f.head(),
                                f.verdict().unless(invalid)))
                .toList();
    }

    /// The worst of the comparisons that decide; undecided where the head lacks a counterpart of a
    /// benchmark of the base, and invalid where a finding makes the figures invalid.
    public Outcome outcome() {
        if (findings.stream().anyMatch(f -> f.severity() == Severity.INVALID)) {
            return Outcome.INVALID;
        }
        if (!of(Outcome.FAILED).isEmpty()) {
            return Outcome.FAILED;
        }
        return of(Outcome.UNDECIDED).isEmpty() && lacking().isEmpty()
                ? Outcome.PASSED
                : Outcome.UNDECIDED;
    }

    /// Benchmarks of the base without a counterpart in the head; none where these lack on purpose.
    /// JMH leaves out one that failed.
    public List<String> lacking() {
        return findings.stream()
                .filter(_ -> !rules.partial())
                .filter(OneSided.class::isInstance)
                .map(OneSided.class::cast)
                .filter(finding -> finding.variant().equals(BASE))
                .flatMap(finding -> finding.benchmarks().stream())
                .toList();
    }

    /// The comparisons that decide, with this outcome; the largest difference first.
    public List<JudgedFigure> of(Outcome outcome) {
        return deciding.stream()
                .filter(f -> f.outcome() == outcome)
                .sorted(
                        Comparator.comparingDouble(
                                (JudgedFigure f) -> -Math.abs(Math.log(f.ratio().orElse(1)))))
                .toList();
    }

    /// All comparisons, those that decide first.
    public List<JudgedFigure> figures() {
        return Stream.concat(deciding.stream(), others.stream()).toList();
    }

    /// The metrics that decide, without repetitions.
    public List<ForeignMetric> metrics() {
        return deciding.stream().map(JudgedFigure::metric).distinct().toList();
    }
}
