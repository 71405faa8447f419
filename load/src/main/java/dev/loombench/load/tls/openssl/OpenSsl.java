package dev.loombench.load.tls.openssl;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;

/// Whether OpenSSL 3 can be used, and its version.
public final class OpenSsl {
    /// The classes that look up functions of the libraries when they are initialized.
    private static final List<Class<?>> FUNCTIONS =
            List.of(
                    OpenSslErrors.class,
                    MemoryBios.class,
                    OpenSslContexts.class,
                    OpenSslCertificates.class,
                    OpenSslConnections.class,
                    ResumableSessions.class);

    private OpenSsl() {}

    /// Why it cannot be used; empty when it can.
    public static Optional<String> unavailableReason() {
        try {
            long major = OpenSslLibrary.versionNumber() >>> 28;
            findFunctions();
            return major == 3
                    ? Optional.empty()
                    : Optional.of("OpenSSL has version " + major + " instead of 3");
        } catch (LinkageError e) {
            var cause = e.getCause();
            if (cause instanceof IllegalCallerException) {
                return Optional.of("the JVM needs --enable-native-access=ALL-UNNAMED");
            }
            return Optional.of(
                    "libssl.so.3 and libcrypto.so.3 cannot be loaded"
                            + (cause == null ? "" : " (" + cause.getMessage() + ")"));
        }
    }

    /// Looks up all functions, so that one that is missing is found before a load.
    ///
    /// @throws LinkageError when the libraries lack a function
    private static void findFunctions() {
        try {
            for (var functions : FUNCTIONS) {
                Class<?> _ = MethodHandles.lookup().ensureInitialized(functions);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError("a class of this package is not accessible", e);
        }
    }

    /// As in `3.0.17`.
    public static String version() {
        long number = OpenSslLibrary.versionNumber();
        return "%d.%d.%d".formatted(number >>> 28, (number >>> 20) & 0xFF, (number >>> 4) & 0xFF);
    }
}
