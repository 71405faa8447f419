package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.observe.result.Library;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The words of a diagnosis, whatever shows them.
class InspectTextsTest {
    /// With its caller.
    @Test
    void a_call_that_the_message_has_is_not_repeated() {
        var waiting =
                SampleThreads.threads(
                        "mail-",
                        3,
                        SampleThreads.PARKED,
                        SampleThreads.PARK,
                        "java.util.concurrent.CompletableFuture.get(C.java:2072)",
                        "com.example.Mail.ask(Mail.java:9)",
                        "com.example.Mail.send(Mail.java:5)");
        var sample = new SampleEvidence().printed(Prints.four(waiting));
        var texts =
                InspectTextsBuilder.of(
                        InspectTextTest.diagnosis(sample), Instant.EPOCH, InspectedCode.NONE);
        assertThat(texts.findings())
                .filteredOn(row -> row.id().equals("no-progress"))
                .singleElement()
                .satisfies(row -> assertThat(row.message()).contains("Mail.send(Mail.java:5)"))
                .satisfies(row -> assertThat(row.calls()).isEmpty());
    }

    private static String subjectOfPool(SampleEvidence sample) {
        var whole = InspectTextTest.diagnosis(sample);
        var defects =
                KnownDefects.load()
                        .of(
                                SampleRuntimes.hotSpot("25.0.4"),
                                List.of(new Library("HikariCP", "7.0.2")));
        var diagnosis = new Diagnosis(whole.target(), whole.evidence(), whole.findings(), defects);
        return InspectTextsBuilder.of(diagnosis, Instant.EPOCH, InspectedCode.NONE)
                .defects()
                .stream()
                .filter(row -> row.id().startsWith("HikariCP"))
                .findFirst()
                .orElseThrow()
                .subject();
    }

    /// As in files, which show no loaded classes.
    @Test
    void a_defect_of_a_library_that_may_not_be_loaded_is_said_to_be_by_its_jar() {
        assertThat(subjectOfPool(new SampleEvidence())).startsWith("HikariCP 7.0.2 (by its jar");
        assertThat(subjectOfPool(new SampleEvidence().loaded("com.zaxxer.hikari.pool")))
                .isEqualTo("HikariCP 7.0.2");
    }

    /// Its findings or their lack are of its warm-up.
    @Test
    void the_headline_names_the_age_of_a_jvm_that_has_just_started() {
        for (var sample : List.of(new SampleEvidence(), InspectTextTest.faulty())) {
            assertThat(aged(sample, 8)).contains(" 8 s old");
            assertThat(aged(sample, 30)).doesNotContain(" old");
        }
    }

    private static String aged(SampleEvidence sample, long seconds) {
        var whole = InspectTextTest.diagnosis(sample);
        var target = whole.target().aged(Optional.of(Duration.ofSeconds(seconds)));
        var young = new Diagnosis(target, whole.evidence(), whole.findings(), whole.defects());
        assertThat(InspectJson.of(young).ageSeconds()).hasValue(seconds);
        return InspectTextsBuilder.of(young, Instant.EPOCH, InspectedCode.NONE).headline();
    }
}
