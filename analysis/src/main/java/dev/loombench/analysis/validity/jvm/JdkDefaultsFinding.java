package dev.loombench.analysis.validity.jvm;

import dev.loombench.analysis.defect.DefaultChange;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.Version;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.VirtualMachine;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Variants on several JDKs whose defaults differ, so that their comparison includes the effect.
///
/// @param oldest release of the JDK that a variant runs on
/// @param newest likewise
/// @param changes of defaults between the two, at least one
public record JdkDefaultsFinding(String oldest, String newest, List<DefaultChange> changes)
        implements ResultFinding {
    public static final Kind KIND =
            new Kind(
                    "jdk-defaults",
                    "variants run on HotSpot before and from JDK 27 on, which changed defaults: G1 on every machine (JEP 523), compact object headers (JEP 534)",
                    "information");

    public JdkDefaultsFinding {
        changes = List.copyOf(changes);
    }

    public static Optional<JdkDefaultsFinding> of(List<VariantTrials> trials, KnownDefects table) {
        var releases =
                trials.stream()
                        .flatMap(JdkDefaultsFinding::runtimes)
                        .filter(java -> java.vm() == VirtualMachine.HOTSPOT)
                        .map(java -> new Version(java.release()))
                        .sorted(Comparator.naturalOrder())
                        .toList();
        if (releases.isEmpty()) {
            return Optional.empty();
        }
        var changes = table.between(releases.getFirst(), releases.getLast());
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new JdkDefaultsFinding(
                                releases.getFirst().text(), releases.getLast().text(), changes));
    }

    private static Stream<JavaRuntime> runtimes(VariantTrials trials) {
        return trials.successful().stream()
                .flatMap(trial -> trial.observations().stream())
                .filter(Libraries.class::isInstance)
                .map(libraries -> ((Libraries) libraries).java());
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
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "defaults of the JDKs differ: "
                        + changes.stream()
                                .map(change ->
                                        "from JDK %s on, %s (%s)"
                                                .formatted(
                                                        change.since(), change.what(), change.id()))
                                .collect(Collectors.joining("; ")),
                "the comparison of JDK %s and %s includes their effect".formatted(oldest, newest),
                changes.stream()
                        .map(DefaultChange::setting)
                        .collect(Collectors.joining(", and ", "to leave it out, set ", "")));
    }

    /// @param changes their ids: `JEP-534`
    public record Figures(String oldest, String newest, List<String> changes) {}

    @Override
    public Record figures() {
        return new Figures(oldest, newest, changes.stream().map(DefaultChange::id).toList());
    }
}
