package dev.loombench.agent.link;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts the shared key and no other. Names, dates and issuers of certificates do not matter: TLS
/// makes the other end prove that it has the private key.
final class SharedTrustManager extends X509ExtendedTrustManager {
    private final PublicKey key;

    SharedTrustManager(PublicKey key) {
        this.key = key;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length != 1
                || !MessageDigest.isEqual(chain[0].getPublicKey().getEncoded(), key.getEncoded())) {
            throw new CertificateException("the other end has a different key file");
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
