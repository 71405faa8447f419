package dev.loombench.analysis.judge;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.foreign.ForeignFinding.CoordinatedOmission;
import dev.loombench.analysis.validity.foreign.ForeignFinding.FiguresLeftOut;
import dev.loombench.analysis.validity.foreign.ForeignFinding.NotInterleaved;
import dev.loombench.analysis.validity.foreign.ForeignFinding.OneProcess;
import dev.loombench.analysis.validity.foreign.ForeignFinding.RateFixed;
import dev.loombench.analysis.validity.foreign.ForeignFinding.ServerProcessUnknown;
import dev.loombench.analysis.validity.foreign.ForeignFinding.SettingsDiffer;
import dev.loombench.analysis.validity.foreign.ForeignFinding.TailNotReported;
import dev.loombench.analysis.validity.foreign.ForeignFinding.ToolWarning;
import dev.loombench.analysis.validity.foreign.SideFinding.MeasurementsFailed;
import dev.loombench.analysis.validity.foreign.SideFinding.OneSided;
import dev.loombench.analysis.validity.foreign.SideFinding.TwoKinds;
import dev.loombench.result.foreign.ForeignFigure;
import dev.loombench.result.foreign.ForeignLoad;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignResult.Warning;
import dev.loombench.result.foreign.ForeignTool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the results of a comparison lack, or what makes them invalid.
record JudgementFindings(
        ForeignTool tool, JudgeRules rules, List<ForeignResult> base, List<ForeignResult> head) {

    /// Those that make the result invalid first.
    ///
    /// @param deciding comparisons by the metrics that decide
    /// @param onlyInBase benchmarks that only the base has, and `onlyInHead` likewise
    List<ResultFinding> of(
            List<JudgedFigure> deciding, List<String> onlyInBase, List<String> onlyInHead) {
        var findings = new ArrayList<ResultFinding>();
        of(Judgement.BASE, base, deciding, JudgedFigure::nameInBase, onlyInBase, findings);
        of(Judgement.HEAD, head, deciding, JudgedFigure::benchmark, onlyInHead, findings);
        findings.addAll(warnings());
        oneProcess(deciding, findings);
        for (var figure : deciding) {
            twoKinds(Judgement.BASE, figure, figure.base(), findings);
            twoKinds(Judgement.HEAD, figure, figure.head(), findings);
        }
        settings(deciding, findings);
        ofLoads(findings);
        if (!rules.paired()) {
            findings.add(new NotInterleaved());
        }
        var leftOut = results().flatMap(r -> r.leftOut().stream()).distinct().toList();
        if (!leftOut.isEmpty()) {
            findings.add(new FiguresLeftOut(leftOut));
        }
        findings.sort(Comparator.comparing((ResultFinding f) -> f.severity()).reversed());
        return List.copyOf(findings);
    }

    private Stream<ForeignResult> results() {
        return Stream.concat(base.stream(), head.stream());
    }

    private void of(
            String side,
            List<ForeignResult> results,
            List<JudgedFigure> deciding,
            Function<JudgedFigure, String> name,
            List<String> only,
            List<ResultFinding> findings) {
        failed(side, results, deciding.stream().map(name)).ifPresent(findings::add);
        if (!only.isEmpty()) {
            findings.add(new OneSided(side, only));
        }
    }

    /// A warning of a result.
    private record Warned(String side, ForeignResult result, Warning warning) {}

    /// What the tool says, once for all results of which it says so.
    private List<ToolWarning> warnings() {
        return Stream.concat(
                        base.stream().flatMap(result -> warned(Judgement.BASE, result)),
                        head.stream().flatMap(result -> warned(Judgement.HEAD, result)))
                .collect(
                        Collectors.groupingBy(
                                w -> new Warning(w.warning.kind(), "", w.warning.invalid()),
                                LinkedHashMap::new,
                                Collectors.toList()))
                .values()
                .stream()
                .map(this::warning)
                .toList();
    }

    private static Stream<Warned> warned(String side, ForeignResult result) {
        return result.warnings().stream().map(warning -> new Warned(side, result, warning));
    }

    /// @param alike of one kind, at least one
    private ToolWarning warning(List<Warned> alike) {
        var first = alike.getFirst();
        return new ToolWarning(
                alike.stream().map(Warned::side).distinct().toList(),
                tool.label(),
                (int) alike.stream().map(Warned::result).distinct().count(),
                first.result.name(),
                first.warning.text(),
                first.warning.invalid());
    }

    /// Those of all benchmarks, or of one that is compared, whose figures they make invalid: they
    /// may be few among the requests of all.
    private Optional<MeasurementsFailed> failed(
            String side, List<ForeignResult> results, Stream<String> compared) {
        var what = tool.startsProcesses() ? MeasurementsFailed.RUN : MeasurementsFailed.REQUEST;
        var ofEach =
                compared.distinct()
                        .map(benchmark -> sum(results.stream().map(r -> r.failures(benchmark))));
        return Stream.concat(Stream.of(sum(results.stream().map(ForeignResult::failures))), ofEach)
                .flatMap(failures -> MeasurementsFailed.of(side, what, failures).stream())
                .max(Comparator.comparing(MeasurementsFailed::severity));
    }

    private static Failures sum(Stream<Failures> failures) {
        return failures.reduce(Failures.NONE, Failures::and);
    }

    private void oneProcess(List<JudgedFigure> deciding, List<ResultFinding> findings) {
        var sides = new ArrayList<String>();
        if (deciding.stream().anyMatch(f -> f.base().values().size() == 1)) {
            sides.add(Judgement.BASE);
        }
        if (deciding.stream().anyMatch(f -> f.head().values().size() == 1)) {
            sides.add(Judgement.HEAD);
        }
        if (!sides.isEmpty()) {
            findings.add(new OneProcess(sides, tool.startsProcesses(), tool.moreProcesses()));
        }
    }

    private void twoKinds(
            String side, JudgedFigure figure, Sample sample, List<ResultFinding> findings) {
        if (sample.isPositive()) {
            TwoKinds.of(
                            side,
                            figure.benchmark(),
                            figure.metric().name(),
                            sample.array(),
                            rules.margin())
                    .ifPresent(findings::add);
        }
    }

    /// A setting differs where two results have different values of it. Other names of JMH are
    /// other benchmarks; the command of hyperfine names the version.
    private void settings(List<JudgedFigure> deciding, List<ResultFinding> findings) {
        var keys = new TreeSet<String>();
        results().forEach(r -> keys.addAll(r.settings().keySet()));
        keys.removeIf(key ->
                results()
                                .flatMap(r -> Optional.ofNullable(r.settings().get(key)).stream())
                                .distinct()
                                .count()
                        < 2);
        if (tool == ForeignTool.JMH
                && deciding.stream().anyMatch(f -> f.baseBenchmark().isPresent())) {
            keys.add("benchmark");
        }
        if (!keys.isEmpty()) {
            findings.add(new SettingsDiffer(List.copyOf(keys)));
        }
    }

    private void ofLoads(List<ResultFinding> findings) {
        if (tool.startsProcesses()) {
            return;
        }
        var highest =
                results()
                        .flatMap(r -> r.figures().stream())
                        .map(ForeignFigure::metric)
                        .filter(metric -> metric.percent().isPresent())
                        .max(Comparator.comparingDouble(metric -> metric.percent().orElse(0)));
        // Our own percentiles of a closed load are those of a request that arrives at any moment.
        if (highest.isPresent()
                && tool != ForeignTool.LOOMBENCH
                && results().anyMatch(r -> r.load() != ForeignLoad.OPEN)) {
            findings.add(
                    new CoordinatedOmission(
                            tool.label(), results().anyMatch(r -> r.load() == ForeignLoad.CLOSED)));
        }
        if (results().anyMatch(r -> r.load() != ForeignLoad.CLOSED)) {
            findings.add(
                    new RateFixed(
                            tool.label(), results().anyMatch(r -> r.load() == ForeignLoad.OPEN)));
        }
        double tail = highest.map(metric -> metric.percent().orElse(0)).orElse(0.0);
        if (tail < TailNotReported.TAIL) {
            findings.add(
                    new TailNotReported(
                            tool.label(), highest.map(metric -> metric.name()).orElse("")));
        }
        findings.add(new ServerProcessUnknown(tool.label()));
    }
}
