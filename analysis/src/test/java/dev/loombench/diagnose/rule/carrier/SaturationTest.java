package dev.loombench.diagnose.rule.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class SaturationTest {
    record Figures(long blocked) {}

    private static final ServiceFinding BLOCKED =
            ServiceFinding.of(
                    CarriersBlocked.RULE,
                    Severity.CRITICAL,
                    Confidence.HIGH,
                    new FindingText("all carriers are blocked", "nothing runs", "wait elsewhere"),
                    List.of(),
                    1,
                    new Figures(2));

    /// On JDK 21 carriers are added up to 256 while virtual threads wait in `Object.wait`.
    @Test
    void a_setting_that_cannot_be_raised_is_none() {
        assertThat(BLOCKED.withSetting(Saturation.moreCarriers(256, 44)).setting()).isEmpty();
        assertThat(BLOCKED.withSetting(Saturation.moreCarriers(300, 0)).setting()).isEmpty();
        assertThat(BLOCKED.withSetting(Saturation.moreCarriers(200, 44)).setting())
                .hasValue(new Setting(Setting.CARRIERS, 200, 256));
    }
}
