package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LockOwnerTest {
    @Test
    void owners_are_read_and_none_is_none() throws IOException {
        assertThat(LockOwner.parse("")).isEmpty();
        assertThat(LockOwner.parse("31 32 a.B$C\t33 32 a.D"))
                .containsExactly(new LockOwner(31, 32, "a.B$C"), new LockOwner(33, 32, "a.D"));
    }

    @Test
    void a_reply_of_another_form_is_refused() {
        assertThatThrownBy(() -> LockOwner.parse("31 x a.B"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("31 x a.B");
        assertThatThrownBy(() -> LockOwner.parse("31 32")).isInstanceOf(IOException.class);
    }
}
