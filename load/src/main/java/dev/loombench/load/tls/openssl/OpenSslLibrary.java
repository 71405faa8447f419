package dev.loombench.load.tls.openssl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.loombench.base.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// The libraries of OpenSSL 3 and their functions, by name.
///
/// Pointers are passed as addresses: the caller keeps the memory alive. Where the libraries cannot
/// be loaded, each use of this class, and of those that have functions from it, throws a
/// `LinkageError`.
///
/// Source: the manual pages of section 3ssl and 3ossl, and the headers `ssl.h`, `bio.h`,
/// `x509_vfy.h` and `err.h`.
final class OpenSslLibrary {
    private static final NativeLibrary LIBRARY = new NativeLibrary("OpenSSL", libraries());

    /// `unsigned long OpenSSL_version_num(void)`
    private static final MethodHandle VERSION_NUM =
            function("OpenSSL_version_num", FunctionDescriptor.of(JAVA_LONG));

    private OpenSslLibrary() {}

    @SuppressWarnings("restricted") // the libraries of OpenSSL, by the names of their version 3
    private static SymbolLookup libraries() {
        var ssl = SymbolLookup.libraryLookup("libssl.so.3", Arena.global());
        return ssl.or(SymbolLookup.libraryLookup("libcrypto.so.3", Arena.global()));
    }

    static MethodHandle function(
            String name, FunctionDescriptor signature, Linker.Option... options) {
        return LIBRARY.function(name, signature, options);
    }

    /// A function that never waits nor calls back, and lasts for microseconds with the largest
    /// record: safepoints wait for its end, and each call is shorter for that.
    static MethodHandle brief(String name, MemoryLayout result, MemoryLayout... arguments) {
        return function(
                name, FunctionDescriptor.of(result, arguments), Linker.Option.critical(false));
    }

    /// A function that returns a pointer, or a number of the same size.
    static MethodHandle pointer(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(JAVA_LONG, arguments));
    }

    static MethodHandle number(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    static MethodHandle action(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.ofVoid(arguments));
    }

    /// A function of one object that returns a constant text.
    static MethodHandle text(String name) {
        return function(name, FunctionDescriptor.of(ADDRESS, JAVA_LONG));
    }

    @SuppressWarnings("restricted") // a constant of the library, which ends with a 0
    static String constant(MemorySegment address) {
        return address.reinterpret(Long.MAX_VALUE).getString(0);
    }

    static AssertionError impossible(Throwable thrown) {
        return LIBRARY.impossible(thrown);
    }

    /// As in `OpenSSL_version_num(3ossl)`: the major version is in the 4 highest of 32 bits.
    static long versionNumber() {
        try {
            return (long) VERSION_NUM.invokeExact();
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
