package dev.loombench.cli.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.rule.Finding;
import dev.loombench.diagnose.rule.Finding.Setting;

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
        if (sets(first, Setting.HEAP)) {
            return "jcmd %d GC.class_histogram counts the objects that live, by class; it collects garbage, which stops all threads"
                    .formatted(pid);
        }
        if (sets(first, Setting.CARRIERS) && diagnosis.evidence().jvm().feature() >= GOVERNABLE) {
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

    private static boolean sets(Finding finding, String property) {
        return finding.setting().filter(s -> s.property().equals(property)).isPresent();
    }
}
