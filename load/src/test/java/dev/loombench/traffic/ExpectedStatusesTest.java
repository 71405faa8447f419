package dev.loombench.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedStatusesTest {
    @Test
    void only_2xx_is_expected_by_default() {
        assertThat(ExpectedStatuses.DEFAULT.contains(200)).isTrue();
        assertThat(ExpectedStatuses.DEFAULT.contains(299)).isTrue();
        assertThat(ExpectedStatuses.DEFAULT.contains(302)).isFalse();
        var listed = ExpectedStatuses.of("404, 5xx");
        assertThat(listed.contains(404)).isTrue();
        assertThat(listed.contains(405)).isFalse();
        assertThat(listed.contains(500)).isTrue();
        assertThat(listed.contains(599)).isTrue();
        assertThat(listed.contains(200)).isFalse();
        assertThat(listed.text()).isEqualTo("404,5xx");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "2", "20", "2000", "2xx,", ",2xx", "1xx", "100", "600", "6xx", "ok"})
    void a_wrong_list_of_statuses_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> ExpectedStatuses.of(text))
                .withMessageContaining("a list like 2xx,302");
    }
}
