package dev.loombench.load.tls;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The functions of OpenSSL 3 that a client needs.
///
/// Pointers are passed as addresses: the caller keeps the memory alive. Where the libraries cannot
/// be loaded, each use of this class throws a `LinkageError`.
///
/// Source: the manual pages of section 3ssl and 3ossl, and the headers `ssl.h`, `bio.h`,
/// `x509_vfy.h` and `err.h`.
final class OpenSsl {
    // SSL_get_error(3ssl)
    static final int ERROR_SSL = 1;
    static final int ERROR_WANT_READ = 2;
    static final int ERROR_ZERO_RETURN = 6;

    // SSL_CTX_ctrl(3ssl)
    static final int CTRL_MODE = 33;
    static final int CTRL_SET_SESS_CACHE_MODE = 44;
    static final int CTRL_SET_TLSEXT_HOSTNAME = 55;
    static final int CTRL_CHAIN_CERT = 89;
    static final int CTRL_SET_MIN_PROTO_VERSION = 123;
    static final int CTRL_SET_MAX_PROTO_VERSION = 124;

    // SSL_CTX_set_mode(3ssl)
    static final long MODE_RELEASE_BUFFERS = 0x10;

    // SSL_CTX_set_options(3ssl)
    static final long OP_NO_RENEGOTIATION = 1L << 30;

    static final int VERIFY_NONE = 0;
    static final int VERIFY_PEER = 1;
    static final int SENT_AND_RECEIVED_SHUTDOWN = 3;

    // X509_VERIFY_PARAM_set_flags(3ossl)
    static final long V_FLAG_PARTIAL_CHAIN = 0x80000;

    private static final int BIO_CTRL_RESET = 1;

    // ERR_GET_LIB(3ossl), for errors that are not of the operating system
    private static final int ERR_LIB_OFFSET = 23;
    private static final int ERR_LIB_MASK = 0xFF;
    private static final int ERR_REASON_MASK = 0x7FFFFF;
    private static final int ERR_LIB_SSL = 20;

    private static final SymbolLookup LIBRARY = library();

    /// `unsigned long OpenSSL_version_num(void)`
    private static final MethodHandle VERSION_NUM =
            function("OpenSSL_version_num", FunctionDescriptor.of(JAVA_LONG));

    /// `unsigned long ERR_get_error(void)`
    private static final MethodHandle ERR_GET_ERROR =
            function("ERR_get_error", FunctionDescriptor.of(JAVA_LONG));

    /// `void ERR_clear_error(void)`
    private static final MethodHandle ERR_CLEAR_ERROR =
            function("ERR_clear_error", FunctionDescriptor.ofVoid());

    /// `const BIO_METHOD *BIO_s_mem(void)`
    private static final MethodHandle BIO_S_MEM = pointer("BIO_s_mem");

    /// `BIO *BIO_new(const BIO_METHOD *type)`
    private static final MethodHandle BIO_NEW = pointer("BIO_new", JAVA_LONG);

    /// `int BIO_up_ref(BIO *a)`
    private static final MethodHandle BIO_UP_REF = number("BIO_up_ref", JAVA_LONG);

    /// `int BIO_free(BIO *a)`
    private static final MethodHandle BIO_FREE = number("BIO_free", JAVA_LONG);

    /// `int BIO_read(BIO *b, void *data, int dlen)`
    private static final MethodHandle BIO_READ =
            brief("BIO_read", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);

    /// `int BIO_write(BIO *b, const void *data, int dlen)`
    private static final MethodHandle BIO_WRITE =
            brief("BIO_write", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);

    /// `size_t BIO_ctrl_pending(BIO *b)`
    private static final MethodHandle BIO_CTRL_PENDING =
            brief("BIO_ctrl_pending", JAVA_LONG, JAVA_LONG);

    /// `long BIO_ctrl(BIO *bp, int cmd, long larg, void *parg)`
    private static final MethodHandle BIO_CTRL =
            pointer("BIO_ctrl", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);

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

    /// `int X509_STORE_add_cert(X509_STORE *store, X509 *x)`
    private static final MethodHandle STORE_ADD_CERT =
            number("X509_STORE_add_cert", JAVA_LONG, JAVA_LONG);

    /// `int X509_VERIFY_PARAM_set_flags(X509_VERIFY_PARAM *param, unsigned long flags)`
    private static final MethodHandle PARAM_SET_FLAGS =
            number("X509_VERIFY_PARAM_set_flags", JAVA_LONG, JAVA_LONG);

    /// `int X509_VERIFY_PARAM_set1_host(X509_VERIFY_PARAM *param, const char *name, size_t len)`
    private static final MethodHandle PARAM_SET1_HOST =
            number("X509_VERIFY_PARAM_set1_host", JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /// `int X509_VERIFY_PARAM_set1_ip_asc(X509_VERIFY_PARAM *param, const char *ipasc)`
    private static final MethodHandle PARAM_SET1_IP_ASC =
            number("X509_VERIFY_PARAM_set1_ip_asc", JAVA_LONG, JAVA_LONG);

    /// `X509 *d2i_X509(X509 **a, const unsigned char **ppin, long length)`
    private static final MethodHandle D2I_X509 =
            pointer("d2i_X509", JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /// `void X509_free(X509 *a)`
    private static final MethodHandle X509_FREE = action("X509_free", JAVA_LONG);

    /// `EVP_PKEY *d2i_AutoPrivateKey(EVP_PKEY **a, const unsigned char **pp, long length)`
    private static final MethodHandle D2I_AUTO_PRIVATE_KEY =
            pointer("d2i_AutoPrivateKey", JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /// `void EVP_PKEY_free(EVP_PKEY *key)`
    private static final MethodHandle EVP_PKEY_FREE = action("EVP_PKEY_free", JAVA_LONG);

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

    /// `int SSL_session_reused(const SSL *ssl)`
    private static final MethodHandle SESSION_REUSED = number("SSL_session_reused", JAVA_LONG);

    /// `SSL_SESSION *SSL_get1_session(SSL *ssl)`
    private static final MethodHandle GET1_SESSION = pointer("SSL_get1_session", JAVA_LONG);

    /// `int SSL_set_session(SSL *ssl, SSL_SESSION *session)`
    private static final MethodHandle SET_SESSION = number("SSL_set_session", JAVA_LONG, JAVA_LONG);

    /// `int SSL_SESSION_is_resumable(const SSL_SESSION *s)`
    private static final MethodHandle SESSION_IS_RESUMABLE =
            number("SSL_SESSION_is_resumable", JAVA_LONG);

    /// `void SSL_SESSION_free(SSL_SESSION *session)`
    private static final MethodHandle SESSION_FREE = action("SSL_SESSION_free", JAVA_LONG);

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

    private OpenSsl() {}

    @SuppressWarnings("restricted") // the libraries of OpenSSL, by the names of their version 3
    private static SymbolLookup library() {
        var ssl = SymbolLookup.libraryLookup("libssl.so.3", Arena.global());
        return ssl.or(SymbolLookup.libraryLookup("libcrypto.so.3", Arena.global()));
    }

    @SuppressWarnings("restricted") // functions of OpenSSL with the signatures given above
    private static MethodHandle function(
            String name, FunctionDescriptor signature, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(LIBRARY.findOrThrow(name), signature, options);
    }

    /// A function that never waits nor calls back, and lasts for microseconds with the largest
    /// record: safepoints wait for its end, and each call is shorter for that.
    private static MethodHandle brief(String name, MemoryLayout result, MemoryLayout... arguments) {
        return function(
                name, FunctionDescriptor.of(result, arguments), Linker.Option.critical(false));
    }

    /// A function that returns a pointer, or a number of the same size.
    private static MethodHandle pointer(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(JAVA_LONG, arguments));
    }

    private static MethodHandle number(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MethodHandle action(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.ofVoid(arguments));
    }

    /// A function of one object that returns a constant text.
    private static MethodHandle text(String name) {
        return function(name, FunctionDescriptor.of(ADDRESS, JAVA_LONG));
    }

    private static AssertionError impossible(Throwable thrown) {
        return new AssertionError("a call into OpenSSL threw", thrown);
    }

    /// Why it cannot be used; empty when it can.
    static Optional<String> unavailableReason() {
        try {
            long major = versionNumber() >>> 28;
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

    /// As in `3.0.17`.
    static String version() {
        long number = versionNumber();
        return "%d.%d.%d".formatted(number >>> 28, (number >>> 20) & 0xFF, (number >>> 4) & 0xFF);
    }

    private static long versionNumber() {
        try {
            return (long) VERSION_NUM.invokeExact();
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    // ERR_get_error(3ossl)

    /// The oldest error of this thread, which is removed; 0 for none.
    static long takeError() {
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

    static void clearErrors() {
        try {
            ERR_CLEAR_ERROR.invokeExact();
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    // BIO_s_mem(3ossl)

    static long memoryBio() {
        try {
            return (long) BIO_NEW.invokeExact((long) BIO_S_MEM.invokeExact());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void bioUpRef(long bio) {
        try {
            int _ = (int) BIO_UP_REF.invokeExact(bio);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void bioFree(long bio) {
        try {
            int _ = (int) BIO_FREE.invokeExact(bio);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int bioRead(long bio, long to, int length) {
        try {
            return (int) BIO_READ.invokeExact(bio, to, length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int bioWrite(long bio, long from, int length) {
        try {
            return (int) BIO_WRITE.invokeExact(bio, from, length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int bioPending(long bio) {
        try {
            return (int) (long) BIO_CTRL_PENDING.invokeExact(bio);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void bioReset(long bio) {
        try {
            long _ = (long) BIO_CTRL.invokeExact(bio, BIO_CTRL_RESET, 0L, 0L);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    // SSL_CTX_new(3ssl)

    static long newContext() {
        try {
            return (long) CTX_NEW.invokeExact((long) TLS_CLIENT_METHOD.invokeExact());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void freeContext(long context) {
        try {
            CTX_FREE.invokeExact(context);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static long contextControl(long context, int command, long value, long pointer) {
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

    static int addToStore(long store, long certificate) {
        try {
            return (int) STORE_ADD_CERT.invokeExact(store, certificate);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void setVerifyFlags(long parameters, long flags) {
        try {
            int _ = (int) PARAM_SET_FLAGS.invokeExact(parameters, flags);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// @param name a C string
    static int setHost(long parameters, MemorySegment name) {
        try {
            return (int) PARAM_SET1_HOST.invokeExact(parameters, name.address(), 0L);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// @param address a C string
    static int setAddress(long parameters, MemorySegment address) {
        try {
            return (int) PARAM_SET1_IP_ASC.invokeExact(parameters, address.address());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    // d2i_X509(3ossl), d2i_AutoPrivateKey(3ossl)

    /// @param pointer memory with the address of the DER, which the call advances
    /// @return 0 when they are no certificate
    static long certificate(MemorySegment pointer, long length) {
        try {
            return (long) D2I_X509.invokeExact(0L, pointer.address(), length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void freeCertificate(long certificate) {
        try {
            X509_FREE.invokeExact(certificate);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// @param pointer memory with the address of the DER, which the call advances
    /// @return 0 when they are no key
    static long privateKey(MemorySegment pointer, long length) {
        try {
            return (long) D2I_AUTO_PRIVATE_KEY.invokeExact(0L, pointer.address(), length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void freePrivateKey(long key) {
        try {
            EVP_PKEY_FREE.invokeExact(key);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    // SSL_new(3ssl)

    static long newConnection(long context) {
        try {
            return (long) NEW.invokeExact(context);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void freeConnection(long ssl) {
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

    static boolean sessionReused(long ssl) {
        try {
            return (int) SESSION_REUSED.invokeExact(ssl) == 1;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// With a reference of the caller; 0 for none.
    static long session(long ssl) {
        try {
            return (long) GET1_SESSION.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void setSession(long ssl, long session) {
        try {
            int _ = (int) SET_SESSION.invokeExact(ssl, session);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static boolean isResumable(long session) {
        try {
            return (int) SESSION_IS_RESUMABLE.invokeExact(session) == 1;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void freeSession(long session) {
        try {
            SESSION_FREE.invokeExact(session);
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

    @SuppressWarnings("restricted") // a constant of the library, which ends with a 0
    private static String constant(MemorySegment address) {
        return address.reinterpret(Long.MAX_VALUE).getString(0);
    }
}
