package dev.loombench.cli.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.rule.Finding;

/// The one command that is worth running after an inspection.
final class NextCommand {
    private static final int GOVERNABLE = 24;

    private NextCommand() {}

    static String of(Diagnosis diagnosis) {
        long pid = diagnosis.target().pid();
        if (diagnosis.findings().isEmpty()) {
            if (hasUnseenThreads(diagnosis)) {
                return listThreads(pid);
            }
            return "loombench load --pid %d URL puts load on it; inspect it meanwhile"
                    .formatted(pid);
        }
        var first = diagnosis.findings().getFirst();
        if (addsCarriers(first, diagnosis)) {
            return "loombench govern %d adds carriers while it runs, and shows whether that is enough"
                    .formatted(pid);
        }
        return hasUnseenThreads(diagnosis)
                ? listThreads(pid)
                : "loombench inspect --verbose %d shows all evidence".formatted(pid);
    }

    private static boolean hasUnseenThreads(Diagnosis diagnosis) {
        return diagnosis.evidence().threads().value().isEmpty()
                && diagnosis.evidence().carriers().used();
    }

    private static String listThreads(long pid) {
        return "loombench inspect --list-threads %d shows where virtual threads wait; on this JDK it may crash the JVM"
                .formatted(pid);
    }

    private static boolean addsCarriers(Finding finding, Diagnosis diagnosis) {
        return finding.setting().isPresent() && diagnosis.evidence().jvm().feature() >= GOVERNABLE;
    }
}
