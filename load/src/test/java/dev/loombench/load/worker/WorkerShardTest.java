package dev.loombench.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkerShardTest {
    @Test
    void users_are_distributed_round_robin() {
        assertThat(new WorkerShard(0, 3).globalIndex(2)).isEqualTo(6);
        assertThat(new WorkerShard(2, 3).globalIndex(2)).isEqualTo(8);
        assertThat(new WorkerShard(0, 3).shareOf(8)).isEqualTo(3);
        assertThat(new WorkerShard(2, 3).shareOf(8)).isEqualTo(2);
    }
}
