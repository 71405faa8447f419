package dev.loombench.base;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/// A library written in C, and its functions by name. Their signatures are those of its headers,
/// which nothing checks.
///
/// A look-up throws an `IllegalCallerException` where this JVM forbids native calls
/// (`--illegal-native-access=deny` without `--enable-native-access`), and a
/// `NoSuchElementException` where the library lacks the function.
///
/// @param name as in "a call into the C library threw"
public record NativeLibrary(String name, SymbolLookup symbols) {
    /// The C library, which every JVM has loaded.
    public static final NativeLibrary C =
            new NativeLibrary("the C library", Linker.nativeLinker().defaultLookup());

    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(PathElement.groupElement("errno")).withInvokeExactBehavior();

    /// Functions that are looked up; empty where this JVM forbids native calls, or a library lacks
    /// one of them.
    public static <T> Optional<T> ifAvailable(Supplier<T> functions) {
        try {
            return Optional.of(functions.get());
        } catch (IllegalCallerException | NoSuchElementException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("restricted") // callers give the signatures of the headers
    public MethodHandle function(
            String function, FunctionDescriptor signature, Linker.Option... options) {
        return Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow(function), signature, options);
    }

    /// A function whose first argument is the memory where a call stores its error number.
    public MethodHandle functionWithErrno(
            String function, FunctionDescriptor signature, Linker.Option... options) {
        var all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = Linker.Option.captureCallState("errno");
        return function(function, signature, all);
    }

    /// Memory for the error number of one thread's calls.
    public static MemorySegment errno(Arena arena) {
        return arena.allocate(STATE);
    }

    /// What a call returned; where that is -1, its error number negated, as in the kernel.
    public static long outcome(MemorySegment errno, long result) {
        return result == -1 ? -(int) ERRNO.get(errno, 0L) : result;
    }

    /// For what a call throws: functions in C throw nothing.
    public AssertionError impossible(Throwable thrown) {
        return new AssertionError("a call into " + name + " threw", thrown);
    }
}
