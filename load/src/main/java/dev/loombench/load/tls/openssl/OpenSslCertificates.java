package dev.loombench.load.tls.openssl;

import static dev.loombench.load.tls.openssl.OpenSslLibrary.action;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.impossible;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.number;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.pointer;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The certificates and private keys of OpenSSL, and what a certificate is checked for.
final class OpenSslCertificates {
    // X509_VERIFY_PARAM_set_flags(3ossl)
    static final long V_FLAG_PARTIAL_CHAIN = 0x80000;

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

    private OpenSslCertificates() {}

    // X509_STORE_add_cert(3ossl), X509_VERIFY_PARAM_set_flags(3ossl)

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
}
