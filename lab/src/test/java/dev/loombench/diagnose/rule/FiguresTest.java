package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void rates_have_two_digits_or_are_whole() {
        assertThat(Figures.perSecond(1_234.5)).isEqualTo("1,235");
        assertThat(Figures.perSecond(4.24)).isEqualTo("4.2");
        assertThat(Figures.perSecond(0.04)).isEqualTo("0.040");
        assertThat(Figures.perSecond(0.00417)).isEqualTo("0.0042");
    }
}
