package dev.loombench.load.tls.openssl;

import static dev.loombench.load.tls.openssl.OpenSslLibrary.action;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.impossible;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.number;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.pointer;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The contexts of OpenSSL: what all connections of an engine have in common.
final class OpenSslContexts {
    // SSL_CTX_ctrl(3ssl)
    static final int CTRL_MODE = 33;
    static final int CTRL_SET_READ_AHEAD = 41;
    static final int CTRL_SET_SESS_CACHE_MODE = 44;
    static final int CTRL_CHAIN_CERT = 89;
    static final int CTRL_SET_MIN_PROTO_VERSION = 123;
    static final int CTRL_SET_MAX_PROTO_VERSION = 124;

    // SSL_CTX_set_mode(3ssl)
    static final long MODE_RELEASE_BUFFERS = 0x10;

    // SSL_CTX_set_options(3ssl)
    static final long OP_NO_RENEGOTIATION = 1L << 30;

    // SSL_CTX_set_verify(3ssl)
    static final int VERIFY_NONE = 0;
    static final int VERIFY_PEER = 1;

    /// `const SSL_METHOD *TLS_client_method(void)`
    private static final MethodHandle TLS_CLIENT_METHOD = pointer("TLS_client_method");

    /// `SSL_CTX *SSL_CTX_new(const SSL_METHOD *method)`
    private static final MethodHandle CTX_NEW = pointer("SSL_CTX_new", JAVA_LONG);

    /// `void SSL_CTX_free(SSL_CTX *ctx)`
    private static final MethodHandle CTX_FREE = action("SSL_CTX_free", JAVA_LONG);

    /// `long SSL_CTX_ctrl(SSL_CTX *ctx, int cmd, long larg, void *parg)`
    private static final MethodHandle CTX_CTRL =
            pointer("SSL_CTX_ctrl", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);

    /// `uint64_t SSL_CTX_set_options(SSL_CTX *ctx, uint64_t options)`
    private static final MethodHandle CTX_SET_OPTIONS =
            pointer("SSL_CTX_set_options", JAVA_LONG, JAVA_LONG);

    /// `void SSL_CTX_set_verify(SSL_CTX *ctx, int mode, SSL_verify_cb verify_callback)`
    private static final MethodHandle CTX_SET_VERIFY =
            action("SSL_CTX_set_verify", JAVA_LONG, JAVA_INT, JAVA_LONG);

    /// `X509_STORE *SSL_CTX_get_cert_store(const SSL_CTX *ctx)`
    private static final MethodHandle CTX_GET_CERT_STORE =
            pointer("SSL_CTX_get_cert_store", JAVA_LONG);

    /// `X509_VERIFY_PARAM *SSL_CTX_get0_param(SSL_CTX *ctx)`
    private static final MethodHandle CTX_GET0_PARAM = pointer("SSL_CTX_get0_param", JAVA_LONG);

    /// `int SSL_CTX_use_certificate(SSL_CTX *ctx, X509 *x)`
    private static final MethodHandle CTX_USE_CERTIFICATE =
            number("SSL_CTX_use_certificate", JAVA_LONG, JAVA_LONG);

    /// `int SSL_CTX_use_PrivateKey(SSL_CTX *ctx, EVP_PKEY *pkey)`
    private static final MethodHandle CTX_USE_PRIVATE_KEY =
            number("SSL_CTX_use_PrivateKey", JAVA_LONG, JAVA_LONG);

    /// `int SSL_CTX_set_alpn_protos(SSL_CTX *ctx, const unsigned char *protos, unsigned int len)`
    private static final MethodHandle CTX_SET_ALPN_PROTOS =
            number("SSL_CTX_set_alpn_protos", JAVA_LONG, JAVA_LONG, JAVA_INT);

    private OpenSslContexts() {}

    // SSL_CTX_new(3ssl)

    static long create() {
        try {
            return (long) CTX_NEW.invokeExact((long) TLS_CLIENT_METHOD.invokeExact());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void free(long context) {
        try {
            CTX_FREE.invokeExact(context);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static long control(long context, int command, long value, long pointer) {
        try {
            return (long) CTX_CTRL.invokeExact(context, command, value, pointer);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void setOptions(long context, long options) {
        try {
            long _ = (long) CTX_SET_OPTIONS.invokeExact(context, options);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void setVerify(long context, int mode) {
        try {
            CTX_SET_VERIFY.invokeExact(context, mode, 0L);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static long store(long context) {
        try {
            return (long) CTX_GET_CERT_STORE.invokeExact(context);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static long verifyParameters(long context) {
        try {
            return (long) CTX_GET0_PARAM.invokeExact(context);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int useCertificate(long context, long certificate) {
        try {
            return (int) CTX_USE_CERTIFICATE.invokeExact(context, certificate);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int usePrivateKey(long context, long key) {
        try {
            return (int) CTX_USE_PRIVATE_KEY.invokeExact(context, key);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// @param protocols each with its length before it
    static void setAlpn(long context, MemorySegment protocols) {
        try {
            int failed =
                    (int)
                            CTX_SET_ALPN_PROTOS.invokeExact(
                                    context, protocols.address(), (int) protocols.byteSize());
            if (failed != 0) {
                throw new IllegalStateException("OpenSSL refuses the protocols of ALPN");
            }
        } catch (IllegalStateException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
