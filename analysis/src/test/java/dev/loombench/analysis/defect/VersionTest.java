package dev.loombench.analysis.defect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTest {
    @ParameterizedTest
    @CsvSource({
        "25, 25.0.3",
        "25.0.3, 25.0.10",
        "9.0-rc1, 9.0",
        "9.0.0-SNAPSHOT, 9.0.0",
        "26-ea, 26",
        "42.7.8.jre8, 42.7.9",
        "4.1.99.Final, 4.1.100.Final",
        "8.4.0, 9.0.0",
        "1.61.0~ab12, 1.61.1~00ff"
    })
    void an_earlier_version_is_less(String earlier, String later) {
        assertThat(new Version(earlier)).isLessThan(new Version(later));
        assertThat(new Version(later)).isGreaterThan(new Version(earlier));
    }

    @ParameterizedTest
    @CsvSource({"25, 25.0", "42.7.8, 42.7.8.jre8", "4.1.100, 4.1.100.Final", "1.63.0, 1.63.0~ab"})
    void missing_numbers_are_0_and_other_words_do_not_count(String one, String other) {
        assertThat(new Version(one)).isEqualByComparingTo(new Version(other));
    }

    @ParameterizedTest
    @CsvSource({"25, true", "25.0.2, true", "25.0.3, false", "24.0.2, false", "26, false"})
    void a_range_includes_its_start_and_excludes_its_end(String version, boolean within) {
        var range = new VersionRange(new Version("25"), Optional.of(new Version("25.0.3")));
        assertThat(range.contains(new Version(version))).isEqualTo(within);
    }
}
