package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.result.Trial;
import dev.loombench.run.server.TestedServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class InterleavedBlockTest {
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    @Test
    void all_members_end_where_one_of_them_fails_to() {
        var block =
                new InterleavedBlock(
                        Duration.ofSeconds(1),
                        1,
                        new StepOrder(2),
                        request -> new FailingStart(request.trial().variant()));
        assertThatThrownBy(() -> block.run(List.of(request(1, "one"), request(2, "other"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("no end of");
        assertThat(ended).containsExactlyInAnyOrder("one", "other");
    }

    private static TrialRequest request(int number, String variant) {
        return new TrialRequest(new Trial(number, variant, 1), false, (_, _, _) -> {});
    }

    /// A start whose every step is a defect.
    private final class FailingStart implements TrialStart {
        private final String variant;

        FailingStart(String variant) {
            this.variant = variant;
        }

        @Override
        public boolean isService() {
            return false;
        }

        @Override
        public TestedServer launch() {
            throw new IllegalStateException("no start of " + variant);
        }

        @Override
        public ServerUnderLoad load(TestedServer server) {
            throw new IllegalStateException("no load of " + variant);
        }

        @Override
        public void ended() {
            throw new IllegalStateException("not after the end of " + variant);
        }

        @Override
        public void close() {
            ended.add(variant);
            throw new IllegalStateException("no end of " + variant);
        }
    }
}
