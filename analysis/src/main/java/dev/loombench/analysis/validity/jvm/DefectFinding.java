package dev.loombench.analysis.validity.jvm;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.result.TrialOutcome.Successful;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Known defects of a server's JDK and libraries, where it ran virtual threads, which all of them
/// are about.
///
/// @param variants that have the same ones
/// @param applicable those that apply
/// @param seen those of them whose calls are on a listed stack
public record DefectFinding(
        List<String> variants, List<Applicable> applicable, List<Applicable> seen)
        implements ResultFinding {
    public static final Kind KIND =
            new Kind(
                    "known-defects",
                    "a server that ran virtual threads has a JDK or library with a [known defect](../inspect/findings.md#known-defects); its calls are on a listed stack",
                    "information; note");

    public DefectFinding {
        variants = List.copyOf(variants);
        applicable = List.copyOf(applicable);
        seen = List.copyOf(seen);
    }

    /// The defects of a variant.
    private record Defects(Set<Applicable> applicable, Set<Applicable> seen) {}

    public static List<DefectFinding> of(List<VariantTrials> trials, KnownDefects table) {
        var variants = new LinkedHashMap<Defects, List<String>>();
        for (var variant : trials) {
            variants.computeIfAbsent(of(variant, table), _ -> new ArrayList<>())
                    .add(variant.variant());
        }
        return variants.entrySet().stream()
                .filter(entry -> !entry.getKey().applicable.isEmpty())
                .map(entry ->
                        new DefectFinding(
                                entry.getValue(),
                                List.copyOf(entry.getKey().applicable),
                                List.copyOf(entry.getKey().seen)))
                .toList();
    }

    private static Defects of(VariantTrials trials, KnownDefects table) {
        var defects = new Defects(new LinkedHashSet<>(), new LinkedHashSet<>());
        for (var trial : trials.successful()) {
            for (var defect : of(trial, table)) {
                defects.applicable.add(defect);
                if (stacks(trial).anyMatch(defect.defect()::isShownBy)) {
                    defects.seen.add(defect);
                }
            }
        }
        return defects;
    }

    private static List<Applicable> of(Successful trial, KnownDefects table) {
        return observations(trial, Libraries.class)
                .filter(l -> usedVirtualThreads(trial, l))
                .flatMap(l -> table.of(l.java(), l.libraries()).stream())
                .toList();
    }

    /// Before JDK 24 there is no account of carriers.
    private static boolean usedVirtualThreads(Successful trial, Libraries libraries) {
        var carriers = TrialMetrics.highest(trial, MetricId.CARRIERS_POOL);
        return carriers.isPresent() ? carriers.getAsDouble() > 0 : libraries.mayUseVirtualThreads();
    }

    private static Stream<List<String>> stacks(Successful trial) {
        return Stream.concat(
                observations(trial, ThreadDump.class)
                        .flatMap(dump -> dump.groups().stream())
                        .map(StackGroup::frames),
                observations(trial, Pinned.class)
                        .flatMap(pinned -> pinned.waits().stream())
                        .map(PinnedWaitGroup::frames));
    }

    private static <T extends Observation> Stream<T> observations(Successful trial, Class<T> type) {
        return trial.observations().stream().filter(type::isInstance).map(type::cast);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Topic topic() {
        return Topic.JVM;
    }

    @Override
    public Severity severity() {
        return seen.isEmpty() ? Severity.INFORMATION : Severity.NOTE;
    }

    /// Where every run on such a JDK has them, and this one shows no more: `loombench doctor` names
    /// them. Libraries are those of a service.
    @Override
    public boolean ofMachine() {
        return seen.isEmpty() && applicable.stream().allMatch(d -> d.defect().isOfJdk());
    }

    @Override
    public FindingText words(LongerRun longer) {
        var defects = seen.isEmpty() ? applicable : seen;
        return new FindingText(
                "%s: %s"
                        .formatted(
                                seen.isEmpty()
                                        ? "known defects apply and were not seen"
                                        : "known defects are at work",
                                String.join(", ", names(defects))),
                distinct(defects.stream().map(d -> d.defect().what()).toList()),
                distinct(defects.stream().map(d -> d.defect().remedy()).toList()));
    }

    /// @param applicable those that apply, and `seen` those at work: `JDK-8373120 of JDK 25.0.3`
    public record Figures(List<String> applicable, List<String> seen) {}

    @Override
    public Record figures() {
        return new Figures(names(applicable), names(seen));
    }

    private static List<String> names(List<Applicable> defects) {
        return defects.stream()
                .map(d -> "%s of %s".formatted(d.defect().id(), d.subject()))
                .toList();
    }

    private static String distinct(List<String> clauses) {
        return clauses.stream().distinct().collect(Collectors.joining("; "));
    }
}
