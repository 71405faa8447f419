package dev.loombench.load.tls.jdk;

import dev.loombench.load.tls.certificate.TlsMaterial;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The certificate of the client for the JDK's engine, which remembers for the session whose
/// handshake goes on whether the server has requested one. For one thread.
final class ClientKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final Optional<TlsMaterial.Identity> identity;
    private boolean requested;

    ClientKey(Optional<TlsMaterial.Identity> identity) {
        this.identity = identity;
    }

    /// Forgets the last session.
    void reset() {
        requested = false;
    }

    boolean requested() {
        return requested;
    }

    /// The server checks the issuer: an alert of it says more than a certificate that is not sent.
    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        requested = true;
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyType, Principal @Nullable [] issuers, Socket socket) {
        return alias(keyType);
    }

    private @Nullable String alias(String... keyType) {
        boolean fits =
                identity.isPresent()
                        && Arrays.asList(keyType).contains(identity.get().key().getAlgorithm());
        return fits ? ALIAS : null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return identity.isPresent() ? identity.get().chain().toArray(X509Certificate[]::new) : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return identity.isPresent() ? identity.get().key() : null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return identity.isPresent() ? new String[] {ALIAS} : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(
            String keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }
}
