package dev.loombench.diagnose.finding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void rates_have_two_digits_or_are_whole() {
        assertThat(Amounts.perSecond(1_234.5)).isEqualTo("1,235");
        assertThat(Amounts.perSecond(4.24)).isEqualTo("4.2");
        assertThat(Amounts.perSecond(0.04)).isEqualTo("0.040");
        assertThat(Amounts.perSecond(0.00417)).isEqualTo("0.0042");
    }

    @Test
    void times_below_a_second_have_no_exponent() {
        assertThat(Amounts.seconds(0.012)).isEqualTo("12.0 ms");
        assertThat(Amounts.seconds(0.9999)).isEqualTo("1000 ms");
    }

    @Test
    void long_times_have_no_tenths() {
        assertThat(Amounts.seconds(37.84)).isEqualTo("37.8 s");
        assertThat(Amounts.seconds(1_819.02)).isEqualTo("1,819 s");
    }
}
