package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void runs() {
        assertThat(new int[2]).hasSize(2);
    }
}
