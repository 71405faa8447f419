package dev.loombench.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LockHolderTest {
    /// The waiting process, 815, does not have the lock; 0 is a process of another namespace.
    private static final List<String> LOCKS =
            List.of(
                    "1: POSIX  ADVISORY  WRITE 4711 08:01:131 0 EOF",
                    "1: -> POSIX  ADVISORY  WRITE 815 08:01:132 0 EOF",
                    "2: FLOCK  ADVISORY  WRITE 99 00:2e:1310 0 EOF",
                    "3: OFDLCK ADVISORY  READ -1 00:06:12 0 0",
                    "4: POSIX  ADVISORY  READ 0 08:01:133 128 128");

    @Test
    void the_process_is_found_by_the_inode_of_the_file() {
        assertThat(LockHolder.of(LOCKS, 131)).isEqualTo(OptionalLong.of(4711));
        assertThat(LockHolder.of(LOCKS, 1310)).isEqualTo(OptionalLong.of(99));
    }

    @Test
    void a_process_that_waits_or_is_not_seen_is_unknown() {
        assertThat(LockHolder.of(LOCKS, 132)).isEmpty();
        assertThat(LockHolder.of(LOCKS, 133)).isEmpty();
        assertThat(LockHolder.of(LOCKS, 12)).isEmpty();
        assertThat(LockHolder.of(LOCKS, 7)).isEmpty();
    }
}
