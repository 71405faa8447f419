package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.worker.WorkerShard;
import java.util.ArrayList;
import java.util.stream.IntStream;
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

    @Test
    void connections_are_distributed_evenly() {
        assertThat(new LoadShare(0, 6).shards(100, 6))
                .extracting(shard -> shard.users(100))
                .containsExactly(17, 17, 17, 17, 16, 16);
    }

    /// 95 users share ten connections, five of which have ten and five nine of them. Three workers
    /// have four, three and three of the connections.
    @Test
    void users_are_on_the_worker_of_their_connection() {
        var shards = new LoadShare(0, 3).shards(10, 3);
        assertThat(shards).extracting(shard -> shard.shareOf(10)).containsExactly(4L, 3L, 3L);
        assertThat(shards).extracting(shard -> shard.users(95)).containsExactly(38, 29, 28);
        assertThat(shards)
                .extracting(shard -> Math.ceilDiv(shard.users(95), 10))
                .containsExactly(4, 3, 3);
        // Connections 0, 3, 6 and 9 belong to the first worker: after their first users come the
        // second ones.
        assertThat(IntStream.range(0, 6).map(shards.getFirst()::globalIndex))
                .containsExactly(0, 3, 6, 9, 10, 13);
        assertThat(
                        shards.stream()
                                .flatMapToInt(shard ->
                                        IntStream.range(0, shard.users(95)).map(shard::globalIndex))
                                .sorted())
                .containsExactlyElementsOf(IntStream.range(0, 95).boxed().toList());
    }

    @Test
    void a_share_without_connections_has_no_workers() {
        assertThat(new LoadShare(4, 6).shards(3, 2)).isEmpty();
        assertThat(new LoadShare(2, 6).shards(3, 2)).containsExactly(new WorkerShard(2, 3, 3));
    }

    @Test
    void a_share_beyond_the_load_is_impossible() {
        assertThatThrownBy(() -> new LoadShare(6, 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no worker 6 of 6");
    }
}
