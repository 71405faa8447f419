package dev.loombench.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KindTest {
    private record Found(Kind kind, String message) implements Finding {}

    @Test
    void a_finding_has_the_severity_of_its_kind() {
        assertThat(of("note").severity()).isEqualTo(Severity.NOTE);
        assertThat(of("invalid").severity()).isEqualTo(Severity.INVALID);
    }

    @Test
    void a_finding_of_a_kind_with_several_severities_must_choose() {
        var finding = of("note; invalid");
        assertThatThrownBy(finding::severity).isInstanceOf(IllegalStateException.class);
    }

    private static Finding of(String severity) {
        return new Found(new Kind("lost", "any", severity), "one was lost");
    }
}
