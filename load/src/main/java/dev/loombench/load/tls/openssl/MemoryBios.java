package dev.loombench.load.tls.openssl;

import static dev.loombench.load.tls.openssl.OpenSslLibrary.brief;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.impossible;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.number;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.pointer;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.MethodHandle;

/// Memory BIOs of OpenSSL: the buffers between its connections and a transport.
final class MemoryBios {
    /// `const BIO_METHOD *BIO_s_mem(void)`
    private static final MethodHandle BIO_S_MEM = pointer("BIO_s_mem");

    /// `BIO *BIO_new(const BIO_METHOD *type)`
    private static final MethodHandle BIO_NEW = pointer("BIO_new", JAVA_LONG);

    /// `BIO *BIO_new_mem_buf(const void *buf, int len)`
    private static final MethodHandle BIO_NEW_MEM_BUF =
            pointer("BIO_new_mem_buf", JAVA_LONG, JAVA_INT);

    /// `int BIO_up_ref(BIO *a)`
    private static final MethodHandle BIO_UP_REF = number("BIO_up_ref", JAVA_LONG);

    /// `int BIO_free(BIO *a)`
    private static final MethodHandle BIO_FREE = number("BIO_free", JAVA_LONG);

    /// `int BIO_read(BIO *b, void *data, int dlen)`
    private static final MethodHandle BIO_READ =
            brief("BIO_read", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);

    /// `size_t BIO_ctrl_pending(BIO *b)`
    private static final MethodHandle BIO_CTRL_PENDING =
            brief("BIO_ctrl_pending", JAVA_LONG, JAVA_LONG);

    /// `long BIO_ctrl(BIO *bp, int cmd, long larg, void *parg)`
    private static final MethodHandle BIO_CTRL =
            pointer("BIO_ctrl", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);

    private MemoryBios() {}

    // BIO_s_mem(3ossl)

    static long create() {
        try {
            return (long) BIO_NEW.invokeExact((long) BIO_S_MEM.invokeExact());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// A read-only one.
    static long over(long address, int length) {
        try {
            return (long) BIO_NEW_MEM_BUF.invokeExact(address, length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void upRef(long bio) {
        try {
            int _ = (int) BIO_UP_REF.invokeExact(bio);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void free(long bio) {
        try {
            int _ = (int) BIO_FREE.invokeExact(bio);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int read(long bio, long to, int length) {
        try {
            return (int) BIO_READ.invokeExact(bio, to, length);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static int pending(long bio) {
        try {
            return (int) (long) BIO_CTRL_PENDING.invokeExact(bio);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void control(long bio, int command, long value, long pointer) {
        try {
            long _ = (long) BIO_CTRL.invokeExact(bio, command, value, pointer);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
