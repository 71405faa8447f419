package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.finding.Kind;
import java.util.List;
import java.util.Optional;

/// Variants already ran: all trials of each are rounds of the same process.
public record SameProcess(List<String> variants) implements EvidenceFinding {
    public static final Kind KIND =
            new Kind(
                    "same-process",
                    "a variant is a service that already runs, whose trials are rounds of the same process",
                    "information");

    public SameProcess {
        variants = List.copyOf(variants);
    }

    public static Optional<SameProcess> of(Experiment experiment) {
        var running =
                experiment.variants().stream()
                        .filter(v -> v.endpoint().isPresent())
                        .map(Variant::name)
                        .toList();
        return running.isEmpty() ? Optional.empty() : Optional.of(new SameProcess(running));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the service already ran: all trials of a variant are rounds of the same process",
                "the result holds for these processes only: its intervals leave out differences between starts (JIT compilation, memory layout), and state may carry over from round to round",
                "let the lab start the services by their commands, a process per trial");
    }
}
