package dev.loombench.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamTableTest {
    @Test
    void finds_what_was_put_and_not_removed() {
        var table = new StreamTable(2);
        table.put(1, 0);
        table.put(3, 1);
        assertThat(table.slot(1)).isZero();
        assertThat(table.slot(3)).isEqualTo(1);
        table.remove(1);
        assertThat(table.slot(1)).isEqualTo(-1);
        assertThat(table.slot(3)).isEqualTo(1);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void removing_an_unknown_stream_has_no_effect() {
        var table = new StreamTable(1);
        table.put(5, 0);
        table.remove(7);
        assertThat(table.size()).isEqualTo(1);
    }

    /// Random streams that rise, of which some stay open for long, as with one slow response: the same
    /// answers as from a map.
    @Test
    void agrees_with_a_map_over_many_streams() {
        int most = 100;
        var table = new StreamTable(most);
        var map = new HashMap<Integer, Integer>();
        var random = new Random(1);
        int next = 1;
        for (int i = 0; i < 100_000; i++) {
            if (map.size() < most && random.nextInt(3) > 0) {
                table.put(next, i % most);
                map.put(next, i % most);
                next += 2;
            } else if (!map.isEmpty()) {
                var ids = new ArrayList<>(map.keySet());
                int id = ids.get(random.nextInt(ids.size()));
                table.remove(id);
                map.remove(id);
                assertThat(table.slot(id)).isEqualTo(-1);
            }
            int asked = 1 + 2 * random.nextInt(next / 2 + 1);
            assertThat(table.slot(asked)).isEqualTo(map.getOrDefault(asked, -1));
            assertThat(table.size()).isEqualTo(map.size());
        }
    }
}
