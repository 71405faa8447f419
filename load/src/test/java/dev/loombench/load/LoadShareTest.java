package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadShareTest {
    @Test
    void the_shares_of_three_processes_are_the_workers_of_one() {
        var shards = new ArrayList<WorkerShard>();
        for (int process = 0; process < 3; process++) {
            shards.addAll(new LoadShare(2 * process, 6).shards(100, 2));
        }
        assertThat(shards).isEqualTo(new LoadShare(0, 6).shards(100, 6));
    }

    /// 100 connections on six workers are 17, 17, 17, 17, 16 and 16.
    @Test
    void connections_are_distributed_evenly() {
        assertThat(
                        List.of(
                                new LoadShare(0, 6).connections(100, 2),
                                new LoadShare(2, 6).connections(100, 2),
                                new LoadShare(4, 6).connections(100, 2)))
                .containsExactly(34, 34, 32);
    }

    @Test
    void a_share_without_connections_has_no_workers() {
        assertThat(new LoadShare(4, 6).shards(3, 2)).isEmpty();
        assertThat(new LoadShare(2, 6).shards(3, 2)).containsExactly(new WorkerShard(2, 3));
    }

    @Test
    void a_share_beyond_the_load_is_impossible() {
        assertThatThrownBy(() -> new LoadShare(6, 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no worker 6 of 6");
    }
}
