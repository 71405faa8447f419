package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ErrorNamesTest {
    @Test
    void errors_of_grpc_are_named_by_their_status() {
        var errors = Map.of("grpc-status", 11L, "timeout", 3L);
        assertThat(ErrorNames.of(errors, Map.of(8, 8L, 14, 2L, -1, 1L)))
                .isEqualTo(
                        Map.of(
                                "grpc-status RESOURCE_EXHAUSTED",
                                8L,
                                "grpc-status UNAVAILABLE",
                                2L,
                                "grpc-status none or unknown",
                                1L,
                                "timeout",
                                3L));
    }

    @Test
    void a_number_of_errors_is_not_taken_for_a_status() {
        var request = new LoadResult.RequestCounts("/a.B/C", 10, 2, Map.of("grpc-status", 8L));
        assertThat(ErrorNames.of(request)).isEqualTo(Map.of("grpc-status other than OK", 8L));
        assertThat(ErrorNames.of(Map.of("reset", 8L), Map.of())).isEqualTo(Map.of("reset", 8L));
    }

    @Test
    void the_text_says_what_a_status_means_under_load() {
        var names = ErrorNames.of(Map.of("grpc-status", 12L), Map.of(8, 12L));
        assertThat(ErrorNames.text(names))
                .startsWith("grpc-status RESOURCE_EXHAUSTED 12; RESOURCE_EXHAUSTED: ")
                .contains("limit");
        assertThat(ErrorNames.text(Map.of("reset", 1L))).isEqualTo("reset 1");
    }
}
