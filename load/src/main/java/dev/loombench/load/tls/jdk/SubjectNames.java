package dev.loombench.load.tls.jdk;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;

/// The hosts that a certificate is for, where the JDK does not check them: it takes a name for none
/// that is not of the standard, as with an underscore, which Docker gives to services, and curl and
/// OpenSSL accept.
///
/// Source: RFC 9525, sections 6.3 and 6.4.1: names of DNS, without regard to case; a `*` stands for
/// the first label, and only for a whole one.
final class SubjectNames {
    /// Source: `X509Certificate.getSubjectAlternativeNames`.
    private static final Integer DNS_NAME = 2;

    private static final String ANY_LABEL = "*.";

    private SubjectNames() {}

    /// Whether a certificate is for a host.
    static boolean include(X509Certificate certificate, String host)
            throws CertificateParsingException {
        var names = certificate.getSubjectAlternativeNames();
        return names != null && names.stream().anyMatch(name -> isOf(name, host));
    }

    /// @param name its kind, then its value
    private static boolean isOf(List<?> name, String host) {
        return DNS_NAME.equals(name.get(0)) && matches(String.valueOf(name.get(1)), host);
    }

    /// Whether a name in a certificate is one of a host. As in OpenSSL, a `*` needs two labels
    /// behind it: no certificate is for all hosts of a domain of the first level.
    static boolean matches(String name, String host) {
        if (name.equalsIgnoreCase(host)) {
            return true;
        }
        int dot = host.indexOf('.');
        var rest = host.substring(dot + 1);
        return dot > 0
                && name.startsWith(ANY_LABEL)
                && rest.indexOf('.') > 0
                && name.substring(ANY_LABEL.length()).equalsIgnoreCase(rest);
    }
}
