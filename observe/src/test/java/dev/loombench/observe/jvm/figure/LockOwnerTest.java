package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LockOwnerTest {
    @Test
    void owners_are_read_and_none_is_none() throws IOException {
        assertThat(LockOwner.parse("")).isEmpty();
        assertThat(LockOwner.parse("31 32 a.B$C \"my \"own\"\"\t33 - a.D \"\""))
                .containsExactly(
                        new LockOwner(31, OptionalLong.of(32), "a.B$C", "my \"own\""),
                        new LockOwner(33, OptionalLong.empty(), "a.D", ""));
    }

    @Test
    void a_reply_of_another_form_is_refused() {
        assertThatThrownBy(() -> LockOwner.parse("31 x a.B \"\""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("31 x a.B");
        assertThatThrownBy(() -> LockOwner.parse("31 32 a.B")).isInstanceOf(IOException.class);
    }
}
