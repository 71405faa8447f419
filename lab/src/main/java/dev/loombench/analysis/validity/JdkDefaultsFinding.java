package dev.loombench.analysis.validity;

import dev.loombench.analysis.defect.DefaultChange;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.Version;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.VirtualMachine;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Variants on several JDKs whose defaults differ, so that their comparison includes the effect.
///
/// @param oldest release of the JDK that a variant runs on
/// @param newest likewise
/// @param changes of defaults between the two, at least one
public record JdkDefaultsFinding(String oldest, String newest, List<DefaultChange> changes)
        implements Finding {
    public JdkDefaultsFinding {
        changes = List.copyOf(changes);
    }

    static Optional<JdkDefaultsFinding> of(List<VariantTrials> trials, KnownDefects table) {
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
    public String kind() {
        return "jdk-defaults";
    }

    @Override
    public Severity severity() {
        return Severity.INFORMATION;
    }
}
