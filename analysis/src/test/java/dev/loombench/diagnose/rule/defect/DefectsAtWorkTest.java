package dev.loombench.diagnose.rule.defect;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.observe.result.Library;
import org.junit.jupiter.api.Test;

class DefectsAtWorkTest {
    @Test
    void a_defect_on_the_stacks_is_at_work() {
        var spinning =
                SampleEvidence.passing(
                        "java.lang.Thread.yield(Thread.java:443)",
                        "com.zaxxer.hikari.util.ConcurrentBag.requite(ConcurrentBag.java:199)",
                        SHOP);
        var finding =
                only(
                        new SampleEvidence()
                                .libraries(new Library("HikariCP", "7.0.2"))
                                .stacks(spinning));
        assertThat(finding.id()).isEqualTo("HikariCP-2398");
        assertThat(finding.text().message()).startsWith("a known defect of HikariCP 7.0.2 is");
        assertThat(findings(new SampleEvidence().stacks(spinning))).as("of 7.1.0").isEmpty();
        var busy =
                only(
                        new SampleEvidence()
                                .libraries(new Library("HikariCP", "7.0.2"))
                                .history(SampleEvidence.history(2, 46, 0.3, 0.6))
                                .stacks(spinning));
        assertThat(busy.id()).as("the defect explains busy carriers").isEqualTo("HikariCP-2398");
    }
}
