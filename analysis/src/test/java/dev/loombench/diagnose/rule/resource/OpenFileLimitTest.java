package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.finding.Severity;
import dev.loombench.text.RecordJson;
import org.junit.jupiter.api.Test;

class OpenFileLimitTest {
    @Test
    void open_files_near_their_limit_are_named() {
        assertThat(findings(new SampleEvidence().openFiles(899, 1_000))).isEmpty();
        var finding = only(new SampleEvidence().openFiles(900, 1_000));
        assertThat(finding.id()).isEqualTo(OpenFileLimit.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(RecordJson.tree(finding.figures()).at("/open").asLong()).isEqualTo(900);
    }
}
