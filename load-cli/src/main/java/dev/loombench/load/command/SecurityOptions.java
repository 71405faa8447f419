package dev.loombench.load.command;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for connections that are secured by TLS.
final class SecurityOptions {
    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description =
                    "PEM file of the certificates to trust for https. Default: those of the JDK.")
    private @Nullable Path authorities;

    @Option(
            names = "--insecure",
            description = "Accept any certificate for https. The result says so.")
    private boolean insecure;

    @Option(
            names = "--cert",
            paramLabel = "FILE",
            description = "PEM file of the certificate of the client, for https.")
    private @Nullable Path certificate;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description =
                    "PEM file of its private key, which is not encrypted. Default: that of --cert.")
    private @Nullable Path key;

    @Option(
            names = "--tls-version",
            paramLabel = "VERSION",
            description = "Only version of TLS to accept: 1.2 or 1.3. Default: both.")
    private @Nullable String version;

    @Option(
            names = "--no-tls-resumption",
            description =
                    "Whole handshakes only: no connection resumes the TLS session of an earlier one.")
    private boolean noResumption;

    /// What the options say; empty where none is given.
    ///
    /// @throws WrongInput when they contradict one another
    Optional<TlsPolicy> given() {
        if (insecure && authorities != null) {
            throw new WrongInput("--insecure checks no certificate, and --cacert says by which");
        }
        if (key != null && certificate == null) {
            throw new WrongInput("--key needs the certificate of the client: --cert");
        }
        var policy =
                new TlsPolicy(
                        !insecure,
                        Optional.ofNullable(authorities),
                        Optional.ofNullable(certificate),
                        Optional.ofNullable(key),
                        Optional.ofNullable(version).map(SecurityOptions::named),
                        !noResumption);
        return policy.equals(TlsPolicy.DEFAULT) ? Optional.empty() : Optional.of(policy);
    }

    private static TlsPolicy.Version named(String name) {
        try {
            return TlsPolicy.Version.named(name);
        } catch (WrongInput e) {
            throw new WrongInput("--tls-version: " + e.getMessage());
        }
    }
}
