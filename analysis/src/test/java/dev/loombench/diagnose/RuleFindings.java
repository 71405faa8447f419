package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.text.RecordJson;
import java.util.List;

/// Findings of all rules on sample evidence.
public final class RuleFindings {
    private static final KnownDefects DEFECTS = KnownDefects.load();

    private RuleFindings() {}

    public static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), DEFECTS);
    }

    public static List<ServiceFinding> findings(ThreadHistory printed) {
        return findings(new SampleEvidence().printed(printed));
    }

    /// Of the same print at four moments.
    public static List<ServiceFinding> findings(String print) {
        return findings(Prints.four(print));
    }

    /// The finding, which is the only one.
    public static ServiceFinding only(SampleEvidence evidence) {
        var findings = findings(evidence);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    /// A figure of a finding, by its name in files.
    public static double figure(ServiceFinding finding, String name) {
        var figure = RecordJson.tree(finding.figures()).path(name);
        assertThat(figure.isNumber()).as("%s of %s", name, finding.id()).isTrue();
        return figure.asDouble();
    }

    /// The finding, which is the only one.
    public static ServiceFinding only(ThreadHistory printed) {
        return only(new SampleEvidence().printed(printed));
    }
}
