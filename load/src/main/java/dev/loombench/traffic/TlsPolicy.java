package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.Optional;

/// How a load secures its connections with TLS.
///
/// @param verified whether the certificate of the server is checked
/// @param authorities a PEM file of certificates that are trusted instead of those of the JDK
/// @param certificate a PEM file of the client's certificate, and of those between it and its
///   authority
/// @param key a PEM file of its private key; empty if that is in the file of the certificate
/// @param version the only one to accept; empty for 1.2 and 1.3
/// @param resumption whether a connection may resume the session of an earlier one, which makes its
///   handshake shorter
public record TlsPolicy(
        boolean verified,
        Optional<Path> authorities,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Version> version,
        boolean resumption) {

    /// Certificates are checked by the authorities of the JDK; both versions; with resumption.
    public static final TlsPolicy DEFAULT =
            new TlsPolicy(
                    true,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    true);

    /// A version of TLS.
    public enum Version {
        TLS_1_2("1.2"),
        TLS_1_3("1.3");

        private final String label;

        Version(String label) {
            this.label = label;
        }

        /// The name in options, experiments and results.
        @JsonValue
        public String label() {
            return label;
        }

        /// @throws WrongInput when none has this name
        public static Version named(String name) {
            return switch (name) {
                case "1.2" -> TLS_1_2;
                case "1.3" -> TLS_1_3;
                default ->
                        throw new WrongInput(
                                "a version of TLS must be 1.2 or 1.3, was \"" + name + "\"");
            };
        }
    }

    public TlsPolicy {
        if (!verified && authorities.isPresent()) {
            throw new WrongInput(
                    "certificates that are not checked need no file of authorities: give one of the"
                            + " two");
        }
        if (key.isPresent() && certificate.isEmpty()) {
            throw new WrongInput("the private key of the client needs its certificate");
        }
    }

    /// The same policy, which accepts every certificate.
    public TlsPolicy unverified() {
        return new TlsPolicy(false, Optional.empty(), certificate, key, version, resumption);
    }

    /// The same policy with other files.
    public TlsPolicy withFiles(
            Optional<Path> otherAuthorities,
            Optional<Path> otherCertificate,
            Optional<Path> otherKey) {
        return new TlsPolicy(
                verified, otherAuthorities, otherCertificate, otherKey, version, resumption);
    }
}
