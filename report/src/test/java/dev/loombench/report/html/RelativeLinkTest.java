package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RelativeLinkTest {
    @Test
    void folders_remain_and_no_name_is_a_scheme_or_a_query() {
        assertThat(RelativeLink.of("../../compare-50/2026-01-31T12-00-00/report.html"))
                .isEqualTo("../../compare-50/2026-01-31T12-00-00/report.html");
        assertThat(RelativeLink.of("javascript:alert(1)/a b?#%/report.html"))
                .isEqualTo("javascript%3Aalert%281%29/a%20b%3F%23%25/report.html");
    }
}
