package dev.loombench.cli.inspect;

import dev.loombench.report.export.GoldenForms;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InspectDocumentTest {
    @Test
    void every_form_of_a_diagnosis_is_stable() throws IOException {
        var diagnosis =
                InspectTextTest.diagnosis(InspectTextTest.faulty(), "java", "-jar", "shop.jar");
        var time = Instant.parse("2026-01-31T12:00:00Z");
        GoldenForms.assertStable("inspect", new InspectDocument(diagnosis, false, time));
    }

    @Test
    void every_form_of_the_list_of_jvms_is_stable() throws IOException {
        GoldenForms.assertStable("jvms", new JvmsDocument(JvmTableTest.JVMS, JvmTableTest.NOW));
    }
}
