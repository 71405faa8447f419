package dev.loombench.load.tls.openssl;

import static dev.loombench.load.tls.openssl.OpenSslLibrary.function;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.impossible;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The errors of OpenSSL, which it queues per thread.
final class OpenSslErrors {
    // ERR_GET_LIB(3ossl), for errors that are not of the operating system
    private static final int ERR_LIB_OFFSET = 23;
    private static final int ERR_LIB_MASK = 0xFF;
    private static final int ERR_REASON_MASK = 0x7FFFFF;
    private static final int ERR_LIB_SSL = 20;

    /// `unsigned long ERR_get_error(void)`
    private static final MethodHandle ERR_GET_ERROR =
            function("ERR_get_error", FunctionDescriptor.of(JAVA_LONG));

    /// `void ERR_clear_error(void)`
    private static final MethodHandle ERR_CLEAR_ERROR =
            function("ERR_clear_error", FunctionDescriptor.ofVoid());

    /// `const char *ERR_reason_error_string(unsigned long e)`
    private static final MethodHandle ERR_REASON_ERROR_STRING =
            OpenSslLibrary.text("ERR_reason_error_string");

    /// `const char *X509_verify_cert_error_string(long n)`
    private static final MethodHandle X509_VERIFY_CERT_ERROR_STRING =
            OpenSslLibrary.text("X509_verify_cert_error_string");

    private OpenSslErrors() {}

    // ERR_get_error(3ossl)

    /// The oldest error of this thread, which is removed; 0 for none.
    static long take() {
        try {
            return (long) ERR_GET_ERROR.invokeExact();
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static boolean isOfSsl(long error) {
        return ((error >>> ERR_LIB_OFFSET) & ERR_LIB_MASK) == ERR_LIB_SSL;
    }

    static int reason(long error) {
        return (int) (error & ERR_REASON_MASK);
    }

    // ERR_error_string(3ossl)

    /// The reason of an error in words, as in `wrong version number`; empty where it has none.
    static String text(long error) {
        try {
            var reason = (MemorySegment) ERR_REASON_ERROR_STRING.invokeExact(error);
            return reason.address() == 0 ? "" : OpenSslLibrary.constant(reason);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    // X509_STORE_CTX_get_error(3ossl)

    /// Why a certificate is not valid, in words, as in `certificate is not yet valid`.
    ///
    /// @param result of its check
    static String ofCertificate(long result) {
        try {
            var reason = (MemorySegment) X509_VERIFY_CERT_ERROR_STRING.invokeExact(result);
            return OpenSslLibrary.constant(reason);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void clear() {
        try {
            ERR_CLEAR_ERROR.invokeExact();
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
