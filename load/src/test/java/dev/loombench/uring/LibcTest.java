package dev.loombench.uring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.NativeLibrary;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class LibcTest {
    private static final long EBADF = 9;

    @Test
    void a_wait_that_fails_returns_its_error_number_negated() {
        try (var arena = Arena.ofConfined()) {
            long result = Libc.ioUringEnter(NativeLibrary.errno(arena), -1, 0, 0, 0);
            // Where io_uring is forbidden, the call fails before its descriptor is checked.
            assertThat(-result).isIn(EBADF, (long) Errno.EPERM, (long) Errno.ENOSYS);
        }
    }
}
