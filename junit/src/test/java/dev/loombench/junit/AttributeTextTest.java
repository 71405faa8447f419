package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttributeTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "give a longer --timeout | give a longer timeout",
                "a core (taskset -c), more connections (-c) | a core (taskset -c), more connections (connections)",
                "a lower rate (-R) | a lower rate (rate)",
                "more --threads, or a lower load | a lower rate",
                "--fail-if 'errors>N' if errors are expected | errors<1% in value if errors are expected",
                "-H 'Cookie: ...' | headers = \"Cookie: ...\"",
                "--slo 'p99<5' has no unit | value 'p99<5' has no unit",
                "--cacert FILE names it, --insecure does not check | --cacert FILE of loombench load names it, insecure does not check",
            })
    void options_are_named_by_their_attributes(String text, String expected) {
        assertThat(AttributeText.of(text)).isEqualTo(expected);
    }

    @Test
    void each_attribute_is_one_of_the_annotation() {
        assertThat(Arrays.stream(HoldsObjective.class.getDeclaredMethods()).map(Method::getName))
                .containsAll(AttributeText.ATTRIBUTES.values());
    }
}
