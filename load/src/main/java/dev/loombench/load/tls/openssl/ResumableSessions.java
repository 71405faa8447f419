package dev.loombench.load.tls.openssl;

import static dev.loombench.load.tls.openssl.OpenSslLibrary.action;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.impossible;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.number;
import static dev.loombench.load.tls.openssl.OpenSslLibrary.pointer;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.MethodHandle;

/// The sessions of OpenSSL, which a later connection may resume.
final class ResumableSessions {
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

    private ResumableSessions() {}

    // SSL_get1_session(3ssl)

    static boolean isReused(long ssl) {
        try {
            return (int) SESSION_REUSED.invokeExact(ssl) == 1;
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /// With a reference of the caller; 0 for none.
    static long of(long ssl) {
        try {
            return (long) GET1_SESSION.invokeExact(ssl);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    static void set(long ssl, long session) {
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

    static void free(long session) {
        try {
            SESSION_FREE.invokeExact(session);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
