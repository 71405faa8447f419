package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.Chromium;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.observe.result.Observation.Pool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The page of an inspection in a browser. Needs Chromium; without it the tests are skipped.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InspectPageIT {
    private static final String EVIL =
            "</script></dd><img src=x onerror=\"window.broken=1\"><script>window.broken=1</script><!--";

    @TempDir private static Path folder;
    private static Chromium chromium;
    private Path page;

    @BeforeAll
    static void start() throws Exception {
        var program = Chromium.installed();
        assumeTrue(program.isPresent(), "Chromium is on PATH");
        chromium = Chromium.start(program.orElseThrow(), folder);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    /// Names of pools, calls and the program are chosen by the service.
    private static Diagnosis hostile() {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        EVIL,
                        10,
                        OptionalLong.of(10),
                        OptionalLong.of(1_400));
        var sample =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                        .stacks(
                                SampleEvidence.passing(
                                        "java.io.FileInputStream.readBytes(Native Method)",
                                        "com.example." + EVIL + ".order(Shop.java:30)"))
                        .container(SampleEvidence.container(OptionalDouble.of(0.5), 20))
                        .pools(
                                List.of(
                                        new PoolReading(
                                                List.of(pool, pool, pool, pool),
                                                OptionalDouble.of(100))));
        var evidence = sample.evidence();
        var table = KnownDefects.load();
        return new Diagnosis(
                new Target(4711, List.of("java", "-Dpassword=hunter22", EVIL + "-hunter22")),
                evidence,
                Rules.apply(evidence, table),
                table.ofJdk(SampleRuntimes.hotSpot("25.0.1")));
    }

    @BeforeEach
    void open() throws Exception {
        page = folder.resolve("inspect.html");
        Files.writeString(
                page,
                new InspectDocument(hostile(), false, Instant.EPOCH, InspectedCode.NONE).page());
        chromium.scheme("light");
        chromium.width(1280);
        chromium.open(page.toUri());
    }

    @Test
    void text_from_the_service_is_shown_as_text() throws Exception {
        assertThat(chromium.complaints()).isEmpty();
        assertThat(chromium.requests()).containsExactly(page.toUri().toString());
        assertThat(chromium.eval("String(window.broken)").asString()).isEqualTo("undefined");
        assertThat(chromium.eval("document.querySelectorAll('img').length").asInt()).isZero();
        var text = chromium.eval("document.body.innerText").asString();
        assertThat(text).contains(EVIL).doesNotContain("hunter22");
    }

    @Test
    void the_answer_the_findings_and_the_pools_are_there() throws Exception {
        assertThat(chromium.eval("document.getElementById('headline').innerText").asString())
                .startsWith("Pool ")
                .endsWith("or raise its size where the backend allows more.");
        assertThat(chromium.eval("document.querySelectorAll('.finding').length").asInt())
                .isEqualTo(3);
        assertThat(chromium.eval("document.querySelector('tbody tr').innerText").asString())
                .as("10 in use at 100/s are held for 100 ms, so 10 allow 100/s")
                .contains("1,400", "100 ms", "100/s");
    }

    @ParameterizedTest
    @CsvSource({"400, light", "400, dark", "1280, light", "1280, dark"})
    void nothing_is_wider_than_the_window(int width, String scheme) throws Exception {
        chromium.scheme(scheme);
        chromium.width(width);
        assertThat(
                        chromium.eval(
                                        "document.documentElement.scrollWidth - document.documentElement.clientWidth")
                                .asInt())
                .isLessThanOrEqualTo(0);
    }
}
