package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleProfile;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.export.PageTable;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.report.json.RunJson;
import dev.loombench.report.outline.BriefOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.text.RecordJson;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodeTextTest {
    private static final Analysis ANALYSIS =
            Analysis.of(SampleRun.manifest(), SampleProfile.trials());

    /// The error of the mean is that of counting: sqrt((0.09 + 0.21) / 10,000 / 3) of 100 µs, 0.316
    /// µs. Three hypotheses with c = 11/6: one is rejected at 0.05 / 5.5, and t[2] = 10.42 at that
    /// level: 3.29 µs.
    @Test
    void a_frame_that_differs_is_named_with_its_interval() {
        assertThat(CodeText.differences(ANALYSIS.code(), true))
                .containsExactly(
                        "tomcat virtual and tomcat platform-pool 100 do not differ for certain in CPU per request, 0 ns [0 ns, 0 ns]: +20.0 µs [16.7 µs, 23.3 µs] in Cart.total");
        assertThat(CodeText.differences(ANALYSIS.code(), false).getFirst())
                .endsWith("in com.shop.Cart.total");
    }

    @Test
    void the_most_costly_frames_are_listed_with_their_shares() {
        var profile = ANALYSIS.code().of(SampleRun.VIRTUAL, ProfiledCost.CPU).orElseThrow();
        assertThat(CodeText.brief(profile))
                .isEqualTo(
                        "100 µs of CPU per request, most in Cart.handle (60.0 %), Cart.total (30.0 %), G1ParTask::work (10.0 %)");
        assertThat(CodeText.basis(profile))
                .isEqualTo(
                        "100 µs of CPU per request, by 30,000 samples of async-profiler in 3 processes");
        var rows = CodeText.table(profile, true).rows();
        assertThat(rows)
                .extracting(row -> row.getFirst().text())
                .containsExactly("Cart.handle", "Cart.total", "G1ParTask::work", "Connector.serve");
        assertThat(rows.getFirst())
                .extracting(PageTable.Cell::text)
                .containsExactly("Cart.handle", "60.0 µs", "60.0 %", "90.0 µs", "90.0 %");
    }

    @Test
    void all_forms_of_the_report_have_it() {
        var brief = OutlineText.compact(BriefOutline.of(ANALYSIS), AnsiStyle.NONE, 200);
        assertThat(String.join("\n", brief))
                .contains("Which code costs", "in Cart.total", CodeText.PROFILED);
        assertThat(String.join(" ", Reported.text(ANALYSIS, 200)).replaceAll(" +", " "))
                .contains("Which code costs", "in Cart.total. ", "Connector.serve");
        assertThat(RecordJson.text(RunJson.of(ANALYSIS, "results")))
                .contains("\"codeDifferences\"", "\"com.shop.Cart.total\"", "\"async-profiler\"");
    }

    @Test
    void a_run_without_a_profile_says_nothing_of_code() {
        var without = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(without.code().isEmpty()).isTrue();
        assertThat(CodeText.differences(without.code(), true)).isEmpty();
        assertThat(RecordJson.text(RunJson.of(without, "results")))
                .doesNotContain("\"codeDifferences\"");
    }

    @Test
    void a_variant_that_is_not_compared_is_named_beside_others() {
        var code = ANALYSIS.code();
        var known = code.of(SampleRun.VIRTUAL, ProfiledCost.CPU).orElseThrow();
        var third =
                new CodeProfile(
                        "third",
                        known.cost(),
                        known.profilers(),
                        known.trials(),
                        known.samples(),
                        known.per(),
                        known.whole(),
                        known.frames(),
                        known.tree());
        var profiles = Stream.concat(code.profiles().stream(), Stream.of(third)).toList();
        assertThat(CodeText.differences(new CodeCosts(profiles, code.differences()), true))
                .last()
                .asString()
                .startsWith("third and ")
                .endsWith("CPU: fewer than 3 blocks have a profile of both");
    }

    @Test
    void too_few_blocks_are_said() {
        var two = SampleProfile.trials().subList(0, 4);
        var analysis = Analysis.of(SampleRun.manifest(), two);
        assertThat(CodeText.differences(analysis.code(), true))
                .containsExactly(
                        "code is not compared: fewer than 3 blocks have a profile of both variants");
    }
}
