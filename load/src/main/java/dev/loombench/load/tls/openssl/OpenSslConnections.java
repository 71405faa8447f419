package dev.loombench.load.tls.openssl;

import static dev.loombench.load.tls.openssl.OpenSslLibrary.action;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.brief;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.constant;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.impossible;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.number;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.pointer;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.text;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The connections of OpenSSL: handshakes, plain bytes, and what was agreed.
final class OpenSslConnections {
    // SSL_get_error(3ssl)
    static final int ERROR_WANT_READ = 2;
    static final int ERROR_ZERO_RETURN = 6;

    // SSL_set_shutdown(3ssl)
    static final int SENT_AND_RECEIVED_SHUTDOWN = 3;

    // SSL_CTX_ctrl(3ssl)
    private static final int CTRL_SET_TLSEXT_HOSTNAME = 55;

    /// `SSL *SSL_new(SSL_CTX *ctx)`
    private static final MethodHandle NEW = pointer("SSL_new", JAVA_LONG);

    /// `void SSL_free(SSL *ssl)`
    private static final MethodHandle FREE = action("SSL_free", JAVA_LONG);

    /// `void SSL_set_bio(SSL *ssl, BIO *rbio, BIO *wbio)`
    private static final MethodHandle SET_BIO =
            action("SSL_set_bio", JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /// `void SSL_set_connect_state(SSL *ssl)`
    private static final MethodHandle SET_CONNECT_STATE =
            action("SSL_set_connect_state", JAVA_LONG);

    /// `long SSL_ctrl(SSL *ssl, int cmd, long larg, void *parg)`
    private static final MethodHandle CTRL =
            pointer("SSL_ctrl", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);

    /// `int SSL_do_handshake(SSL *ssl)`
    private static final MethodHandle DO_HANDSHAKE = number("SSL_do_handshake", JAVA_LONG);

    /// `int SSL_read(SSL *ssl, void *buf, int num)`
    private static final MethodHandle READ =
            brief("SSL_read", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);

    /// `int SSL_write(SSL *ssl, const void *buf, int num)`
    private static final MethodHandle WRITE =
            brief("SSL_write", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);

    /// `int SSL_has_pending(const SSL *s)`
    private static final MethodHandle HAS_PENDING = brief("SSL_has_pending", JAVA_INT, JAVA_LONG);

    /// `int SSL_shutdown(SSL *ssl)`
    private static final MethodHandle SHUTDOWN = number("SSL_shutdown", JAVA_LONG);

    /// `void SSL_set_shutdown(SSL *ssl, int mode)`
    private static final MethodHandle SET_SHUTDOWN =
            action("SSL_set_shutdown", JAVA_LONG, JAVA_INT);

    /// `int SSL_get_error(const SSL *ssl, int ret)`
    private static final MethodHandle GET_ERROR = number("SSL_get_error", JAVA_LONG, JAVA_INT);

    /// `long SSL_get_verify_result(const SSL *ssl)`
    private static final MethodHandle GET_VERIFY_RESULT =
            pointer("SSL_get_verify_result", JAVA_LONG);

    /// `void SSL_get0_alpn_selected(const SSL *ssl, const unsigned char **data, unsigned int *len)`
    private static final MethodHandle GET0_ALPN_SELECTED =
            action("SSL_get0_alpn_selected", JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /// `int SSL_get_sigalgs(SSL *s, int idx, int *psign, int *phash, int *psignandhash, unsigned
    /// char *rsig, unsigned char *rhash)`
    private static final MethodHandle GET_SIGALGS =
            number(
                    "SSL_get_sigalgs",
                    JAVA_LONG,
                    JAVA_INT,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_LONG);

    /// `const char *SSL_get_version(const SSL *ssl)`
    private static final MethodHandle GET_VERSION = text("SSL_get_version");

    /// `const SSL_CIPHER *SSL_get_current_cipher(const SSL *ssl)`
    private static final MethodHandle GET_CURRENT_CIPHER =
            pointer("SSL_get_current_cipher", JAVA_LONG);

    /// `const char *SSL_CIPHER_standard_name(const SSL_CIPHER *cipher)`
    private static final MethodHandle CIPHER_STANDARD_NAME = text("SSL_CIPHER_standard_name");

    private OpenSslConnections() {}

    // SSL_new(3ssl)

    static long create(long context) {
        try {
            return (long) NEW.invokeExact(context);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void free(long ssl) {
        try {
            FREE.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// Takes over a reference to each.
    static void setBio(long ssl, long read, long write) {
        try {
            SET_BIO.invokeExact(ssl, read, write);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void setConnectState(long ssl) {
        try {
            SET_CONNECT_STATE.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// @param name a C string
    static void setServerName(long ssl, MemorySegment name) {
        try {
            long _ = (long) CTRL.invokeExact(ssl, CTRL_SET_TLSEXT_HOSTNAME, 0L, name.address());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int doHandshake(long ssl) {
        try {
            return (int) DO_HANDSHAKE.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int read(long ssl, long to, int length) {
        try {
            return (int) READ.invokeExact(ssl, to, length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int write(long ssl, long from, int length) {
        try {
            return (int) WRITE.invokeExact(ssl, from, length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// Whether bytes were taken from the input that no read has used, also of a part of a record.
    static boolean hasPending(long ssl) {
        try {
            return (int) HAS_PENDING.invokeExact(ssl) == 1;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int shutdown(long ssl) {
        try {
            return (int) SHUTDOWN.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void setShutdown(long ssl, int mode) {
        try {
            SET_SHUTDOWN.invokeExact(ssl, mode);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int error(long ssl, int result) {
        try {
            return (int) GET_ERROR.invokeExact(ssl, result);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static long verifyResult(long ssl) {
        try {
            return (long) GET_VERIFY_RESULT.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// @param data memory for a pointer
    /// @param length memory for an int
    static void alpnSelected(long ssl, MemorySegment data, MemorySegment length) {
        try {
            GET0_ALPN_SELECTED.invokeExact(ssl, data.address(), length.address());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// The number of algorithms in the request of a certificate; 0 without such a request.
    static int signatureAlgorithms(long ssl) {
        try {
            return (int) GET_SIGALGS.invokeExact(ssl, -1, 0L, 0L, 0L, 0L, 0L);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// As in `TLSv1.3`.
    static String versionOf(long ssl) {
        try {
            return constant((MemorySegment) GET_VERSION.invokeExact(ssl));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// As in `TLS_AES_256_GCM_SHA384`.
    static String cipherSuiteOf(long ssl) {
        try {
            long cipher = (long) GET_CURRENT_CIPHER.invokeExact(ssl);
            return constant((MemorySegment) CIPHER_STANDARD_NAME.invokeExact(cipher));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
