package dev.loombench.base;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {
    /// Bad file descriptor: 9 on Linux and macOS.
    private static final int EBADF = 9;

    private static final FunctionDescriptor INT_OF_INT = FunctionDescriptor.of(JAVA_INT, JAVA_INT);

    @Test
    void a_function_is_called_by_its_name() throws Throwable {
        var absolute = NativeLibrary.C.function("abs", INT_OF_INT);
        assertThat((int) absolute.invokeExact(-5)).isEqualTo(5);
    }

    @Test
    void a_failed_call_gives_its_error_number_negated() throws Throwable {
        var close = NativeLibrary.C.functionWithErrno("close", INT_OF_INT);
        try (var arena = Arena.ofConfined()) {
            MemorySegment errno = NativeLibrary.errno(arena);
            int result = (int) close.invokeExact(errno, -1);
            assertThat(NativeLibrary.outcome(errno, result)).isEqualTo(-EBADF);
            assertThat(NativeLibrary.outcome(errno, 0)).isZero();
        }
    }

    @Test
    void a_function_that_the_library_lacks_is_not_available() {
        assertThat(
                        NativeLibrary.ifAvailable(
                                () -> NativeLibrary.C.function("no_such_function", INT_OF_INT)))
                .isEmpty();
        assertThat(NativeLibrary.ifAvailable(() -> NativeLibrary.C.function("abs", INT_OF_INT)))
                .isPresent();
    }
}
