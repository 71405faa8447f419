package dev.loombench.load.tls.certificate;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// The certificates and the key of a policy, read once for all workers.
///
/// @param verified whether the certificate of the server is checked
/// @param authorities the certificates of a file that are trusted; empty for those of the JDK
/// @param identity of the client, if it has one
public record TlsMaterial(
        boolean verified,
        Optional<List<X509Certificate>> authorities,
        Optional<Identity> identity) {

    /// The certificate of a client.
    ///
    /// @param chain its own first, then those between it and its authority
    public record Identity(List<X509Certificate> chain, PrivateKey key) {
        public Identity {
            chain = List.copyOf(chain);
        }
    }

    public TlsMaterial {
        authorities = authorities.map(List::copyOf);
    }

    /// @throws WrongInput when a file cannot be read or is not what it should be
    public static TlsMaterial read(TlsPolicy policy) {
        return new TlsMaterial(
                policy.verified(),
                policy.authorities().map(file -> Pem.read(file).certificates()),
                policy.certificate()
                        .map(file -> {
                            var pem = Pem.read(file);
                            var keyFile = policy.key();
                            var key = keyFile.isPresent() ? Pem.read(keyFile.get()) : pem;
                            return new Identity(pem.certificates(), key.privateKey());
                        }));
    }

    /// The JDK's check of certificates by these authorities.
    public X509ExtendedTrustManager trustManager() {
        try {
            var factory =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(keyStore());
            for (var manager : factory.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager extended) {
                    return extended;
                }
            }
            throw new IllegalStateException("the JDK has no check of X.509 certificates");
        } catch (GeneralSecurityException | IOException e) {
            throw new WrongInput(
                    "the authorities of the JDK cannot be read (%s); --cacert names others"
                            .formatted(e.getMessage()));
        }
    }

    /// Null for the JDK's own.
    private @Nullable KeyStore keyStore() throws GeneralSecurityException, IOException {
        if (authorities.isEmpty()) {
            return null;
        }
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (var certificate : authorities.get()) {
            store.setCertificateEntry("authority " + number++, certificate);
        }
        return store;
    }
}
