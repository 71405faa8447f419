package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NewestProcessTest {
    @Test
    void is_the_last_number_of_the_loads() {
        assertThat(NewestProcess.idIn("0.64 1.55 1.86 7/218 12396\n")).hasValue(12_396);
    }

    @Test
    void is_unknown_where_the_kernel_does_not_show_it() {
        assertThat(NewestProcess.idIn("0.00 0.00 0.00 0/0 0\n")).isEmpty();
        assertThat(NewestProcess.idIn("0.52 0.58 0.59 1/5")).isEmpty();
        assertThat(NewestProcess.idIn("")).isEmpty();
    }
}
