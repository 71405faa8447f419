package dev.loombench.cli.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.rule.Finding;
import dev.loombench.diagnose.rule.Finding.Setting;

/// The one command that is worth running after an inspection. It is never one that may crash the
/// service.
final class NextCommand {
    private static final int GOVERNABLE = 24;

    private NextCommand() {}

    static String of(Diagnosis diagnosis) {
        return diagnosis.target().isLive() ? ofLive(diagnosis) : ofFiles(diagnosis);
    }

    private static String ofFiles(Diagnosis diagnosis) {
        if (!diagnosis.evidence().crashes().isEmpty()) {
            return "loombench doctor lists the known defects of the JDKs of this machine";
        }
        return diagnosis.evidence().printed().value().isEmpty()
                ? "jcmd PID Thread.print -l > threads.txt, three times with 10 s in between, shows whether"
                        + " threads make progress; inspect all files together"
                : "loombench inspect PID observes the process itself, while it runs";
    }

    private static String ofLive(Diagnosis diagnosis) {
        long pid = diagnosis.target().livePid();
        if (diagnosis.findings().isEmpty()) {
            return ofHealthy(diagnosis, pid);
        }
        var first = diagnosis.findings().getFirst();
        if (sets(first, Setting.HEAP)) {
            return "jcmd %d GC.class_histogram counts the objects that live, by class; it collects garbage, which stops all threads"
                    .formatted(pid);
        }
        return sets(first, Setting.CARRIERS) && diagnosis.evidence().jvm().isFrom(GOVERNABLE)
                ? "loombench govern %d adds carriers while it runs, and shows whether that is enough"
                        .formatted(pid)
                : "loombench inspect --verbose %d shows all evidence".formatted(pid);
    }

    private static String ofHealthy(Diagnosis diagnosis, long pid) {
        boolean works = diagnosis.evidence().printed().value().filter(h -> !h.isIdle()).isPresent();
        return works && !diagnosis.evidence().unexamined().isEmpty()
                ? "loombench inspect --verbose %d shows what was not observed, and the reasons"
                        .formatted(pid)
                : "loombench load --pid %d URL puts load on it; inspect it meanwhile"
                        .formatted(pid);
    }

    private static boolean sets(Finding finding, String property) {
        return finding.setting().filter(s -> s.property().equals(property)).isPresent();
    }
}
