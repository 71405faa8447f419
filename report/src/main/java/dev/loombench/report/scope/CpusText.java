package dev.loombench.report.scope;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.text.Figures;

/// The processors of a variant in words.
public final class CpusText {
    private CpusText() {}

    /// `processors 0-1`, `2 CPUs`, `quota of 0.5 CPUs`.
    public static String of(Cpus cpus) {
        return switch (cpus) {
            case Cpus.Listed(var list) -> "processors " + list;
            case Cpus.Count(int count) -> Figures.counted(count, "CPU");
            case Cpus.Quota(double cores) -> "quota of " + Figures.counted(cores, "CPU");
        };
    }
}
