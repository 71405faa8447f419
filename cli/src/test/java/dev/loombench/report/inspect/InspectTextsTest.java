package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
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
