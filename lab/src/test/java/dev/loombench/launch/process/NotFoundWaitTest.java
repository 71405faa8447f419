package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotFoundWaitTest {
    private static final long SECOND = 1_000_000_000L;

    private final NotFoundWait wait = new NotFoundWait(SECOND);

    @Test
    void lasts_as_long_as_the_start_took() {
        assertThat(wait.isOver(true, 6 * SECOND)).isFalse();
        assertThat(wait.isOver(true, 11 * SECOND - 1)).isFalse();
        assertThat(wait.isOver(true, 11 * SECOND)).isTrue();
    }

    @Test
    void lasts_two_seconds_after_a_quick_start() {
        assertThat(wait.isOver(true, SECOND)).isFalse();
        assertThat(wait.isOver(true, 3 * SECOND - 1)).isFalse();
        assertThat(wait.isOver(true, 3 * SECOND)).isTrue();
    }

    @Test
    void begins_again_after_another_response() {
        assertThat(wait.isOver(true, SECOND)).isFalse();
        assertThat(wait.isOver(false, 2 * SECOND)).isFalse();
        assertThat(wait.isOver(true, 4 * SECOND)).isFalse();
        assertThat(wait.isOver(true, 7 * SECOND)).isTrue();
    }
}
