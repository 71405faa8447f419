package dev.loombench.analysis.validity;

import static dev.loombench.SampleFindings.ALL;
import static dev.loombench.SampleFindings.BIMODAL;
import static dev.loombench.SampleFindings.BOTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ProjectFiles;
import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.evidence.UnexpectedThreads;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.load.Http2Finding.StreamErrors;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.analysis.validity.load.RequestsNotSent;
import dev.loombench.analysis.validity.load.WindowTooShort;
import dev.loombench.analysis.validity.machine.ListenQueueOverflowed;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuThrottled;
import dev.loombench.analysis.validity.machine.RestingServersBusy;
import dev.loombench.analysis.validity.response.ResponseFinding.RequestsUnfinished;
import dev.loombench.analysis.validity.stationarity.NonStationary;
import dev.loombench.analysis.validity.stationarity.WindowDrift;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.finding.Kind;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.limit.Backlog;
import dev.loombench.stats.series.Trend;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The words of findings.
class FindingTest {
    private static final Pattern KEY =
            Pattern.compile(
                    "\\b(phases|warm-up|measure|trials|jvm|cpus|mode|per|rate|users|load|timeout)(:| in place of)");

    @Test
    void overload_of_some_processes_says_of_how_many() {
        var backlog = new Backlog(220, 188, 0, 30);
        assertThat(new Overloaded("a", backlog, Optional.empty(), false, 1, 3).text().message())
                .contains("1 of 3 trials");
        assertThat(new Overloaded("a", backlog, Optional.empty(), false, 3, 3).text().message())
                .doesNotContain("trials");
    }

    /// 0.04 % of the processors' time is not 0.0 %.
    @Test
    void a_short_throttling_has_its_digits() {
        assertThat(new CpuThrottled(BOTH, 0.0004).text().message()).contains("0.04 %");
    }

    @Test
    void the_samples_cover_every_finding() throws Exception {
        assertThat(ALL.stream().map(Object::getClass).map(Class::getName).distinct())
                .containsExactlyInAnyOrderElementsOf(records());
    }

    /// Names of the classes of findings in the packages below.
    private static List<String> records() throws IOException, URISyntaxException {
        var checks = ValidityChecks.class;
        var folder = Path.of(checks.getResource("ValidityChecks.class").toURI()).getParent();
        return ProjectFiles.below(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .filter(name -> name.endsWith(".class"))
                .map(name -> name.replace(".class", "").replace(File.separatorChar, '.'))
                .map(name -> checks.getPackageName() + "." + name)
                .filter(FindingTest::isFinding)
                .toList();
    }

    private static boolean isFinding(String name) {
        try {
            var type = Class.forName(name);
            return ResultFinding.class.isAssignableFrom(type) && type.isRecord();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_finding_stands_in_the_package_of_its_topic() {
        assertThat(ALL)
                .allSatisfy(finding ->
                        assertThat(finding.getClass().getPackageName())
                                .endsWith("." + finding.topic().name().toLowerCase(Locale.ROOT)));
    }

    @Test
    void a_kind_has_one_name_in_files() {
        var kinds = ALL.stream().map(ResultFinding::kind).distinct().toList();
        assertThat(kinds).extracting(Kind::id).doesNotHaveDuplicates();
        assertThat(kinds).allSatisfy(kind -> assertThat(kind.id()).matches("[a-z]+(-[a-z]+)*"));
    }

    @Test
    void each_text_names_its_variants_and_is_part_of_a_sentence() {
        for (var finding : ALL) {
            var text = finding.text();
            assertThat(finding.variants())
                    .as(finding.kind().id())
                    .allSatisfy(variant -> assertThat(text.message()).contains(variant));
            assertThat(List.of(text.message(), text.impact(), text.remedy()))
                    .as(finding.kind().id())
                    .allSatisfy(part -> assertThat(part).isNotBlank().doesNotEndWith("."));
        }
    }

    /// A load has one subject, which its findings do not name.
    @Test
    void a_load_is_not_named() {
        for (var finding : ALL) {
            assertThat(finding.ofLoad().message())
                    .as(finding.kind().id())
                    .doesNotContain("pool:", "pool cannot", "(pool");
        }
    }

    /// Keys of an experiment, which has a file where no options were typed.
    @Test
    void a_remedy_names_options_and_keys_only_with_their_file() {
        for (var finding : ALL) {
            for (var text : List.of(finding.text(), finding.text(SampleRun.experiment()))) {
                assertThat(text.remedy())
                        .as(finding.kind().id())
                        .matches(remedy ->
                                !KEY.matcher(remedy).find()
                                        || remedy.contains("in a file (compare --write FILE)")
                                        || remedy.endsWith("in the file"));
            }
        }
    }

    /// The sample has a warm-up of at most 4 s, a window of 2 s and 3 trials.
    @Test
    void a_remedy_has_twice_the_present_values_in_steps_of_five_seconds() {
        assertThat(remedy(new StillCompiling(BOTH, 0.4, true)))
                .isEqualTo("use a longer warm-up (--warm-up 10s)");
        assertThat(remedy(new RestingServersBusy(BOTH, 0.2)))
                .startsWith("use a longer warm-up (--warm-up 10s), or mode: sequential in a file");
        assertThat(remedy(new LittlesLawBroken("pool", 400, 300)))
                .endsWith(": --warm-up 10s -d 5s");
        assertThat(remedy(new NonStationary("pool", new Trend.NeverSteady(5), 2, 3)))
                .isEqualTo("use a longer warm-up (--warm-up 10s), then a longer window (-d 5s)");
        var drift = new WindowDrift("pool", Metric.THROUGHPUT, 0.4, 3, List.of(), List.of(), true);
        assertThat(remedy(drift))
                .startsWith(
                        "use a longer warm-up, phases: {warm-up: 10s} in a file (compare --write FILE)")
                .endsWith("needs a window of five periods, -d 5s");
        assertThat(remedy(BIMODAL)).startsWith("use more trials (--trials 6)");
        assertThat(remedy(new WindowTooShort("pool", 1, 2.1, 0)))
                .as("ten response times of 2.1 s")
                .isEqualTo("use a longer window (-d 25s)");
    }

    private static String remedy(ResultFinding finding) {
        return finding.text(SampleRun.experiment()).remedy();
    }

    @Test
    void limits_of_the_server_are_no_remedy_where_requests_time_out() {
        assertThat(new ConnectionsNotAchieved("pool", 400, 380, 20, 0, 1_000).text().remedy())
                .doesNotContain("backlog");
        assertThat(new ConnectionsNotAchieved("pool", 400, 380, 0, 0, 1_000).text().remedy())
                .contains("backlog");
        assertThat(new ListenQueueOverflowed(List.of("pool"), 300, 90).text().remedy())
                .doesNotContain("backlog");
        assertThat(new ListenQueueOverflowed(List.of("pool"), 300, 0).text().remedy())
                .contains("backlog");
    }

    @Test
    void a_jvm_lacks_virtual_threads_only_before_jdk_21() {
        assertThat(remedy(RequestThreads.VIRTUAL, OptionalInt.of(17)))
                .isEqualTo("use JDK 21 or later: its JVM, JDK 17, has no virtual threads");
        assertThat(remedy(RequestThreads.VIRTUAL, OptionalInt.of(21)))
                .startsWith("check that the service reads the setting")
                .doesNotContain("JDK");
        assertThat(remedy(RequestThreads.VIRTUAL, OptionalInt.empty())).contains("JDK 21 or later");
        assertThat(remedy(RequestThreads.PLATFORM, OptionalInt.empty())).doesNotContain("JDK");
    }

    private static String remedy(RequestThreads expected, OptionalInt jdk) {
        return new UnexpectedThreads("a", expected, List.of(), jdk).text().remedy();
    }

    @Test
    void one_request_is_singular() {
        var kinds = Map.of("timeout", 1L);
        for (var finding :
                List.<ResultFinding>of(
                        new Errors("pool", 1, 0.01, kinds, false),
                        new Errors("pool", 1, 0.01, kinds, true),
                        new RequestsNotSent("pool", 1, 0),
                        new RequestsUnfinished("pool", 1))) {
            assertThat(finding.text().message()).contains("1 request ");
        }
    }

    @Test
    void the_most_common_code_of_http2_comes_first() {
        var codes = Map.of("CANCEL", 3L, "INTERNAL_ERROR", 70L, "PROTOCOL_ERROR", 3L);
        assertThat(new StreamErrors("pool", codes).text().message())
                .matches(
                        "pool: .* 70 requests with INTERNAL.*; 3 with CANCEL.*; 3 with PROTOCOL.*");
    }

    @ParameterizedTest
    @EnumSource
    void each_error_code_has_its_cause(ErrorCode code) {
        assertThat(new StreamErrors("pool", Map.of(code.name(), 1L)).text().message())
                .contains(code.name() + ": ")
                .doesNotContain("is not known");
    }
}
