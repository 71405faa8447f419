package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.report.text.Table;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestTableTest {
    private static RequestCounts counts(int number, long sent, Map<String, Long> errors) {
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        return new RequestCounts("GET /" + number, sent, sent - failed, errors);
    }

    private static List<String> lines(List<RequestCounts> requests) {
        return Table.of(RequestTable.of(requests)).lines();
    }

    @Test
    void each_request_has_a_row_in_the_order_of_the_mix() {
        assertThat(
                        lines(
                                List.of(
                                        counts(1, 10, Map.of()),
                                        counts(2, 1_000, Map.of("reset", 1L, "timeout", 2L)))))
                .containsExactly(
                        "request   sent  succeeded                  failed",
                        "GET /1      10         10                       0",
                        "GET /2   1,000        997  3 (reset 1, timeout 2)");
    }

    @Test
    void of_many_requests_those_with_failures_and_the_most_frequent_have_a_row() {
        var requests =
                IntStream.rangeClosed(1, 30)
                        .mapToObj(i -> counts(i, i, i == 3 ? Map.of("reset", 1L) : Map.of()))
                        .toList();
        var lines = lines(requests);
        assertThat(lines).hasSize(21);
        assertThat(lines.get(1)).startsWith("GET /3 ");
        assertThat(lines.get(2)).startsWith("GET /30 ");
        assertThat(lines.get(20)).startsWith("GET /12 ");
        assertThat(RequestTable.more(requests)).contains("and 10 other requests: -o json has all");
        assertThat(RequestTable.more(requests.subList(0, 20))).isEmpty();
    }
}
