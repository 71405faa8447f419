package dev.loombench.load.option;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for connections that are secured by TLS.
public final class TlsOptions {
    private static final String AUTHORITIES = "--cacert";
    private static final String INSECURE = "--insecure";
    private static final String CERTIFICATE = "--cert";
    private static final String KEY = "--key";
    private static final String VERSION = "--tls-version";
    private static final String NO_RESUMPTION = "--no-tls-resumption";

    @Option(
            names = AUTHORITIES,
            paramLabel = "FILE",
            description = {
                "PEM file of the certificates to trust for https. Default: those of the JDK."
            })
    private @Nullable Path authorities;

    @Option(
            names = INSECURE,
            description = {"Accept any certificate for https. The result says so."})
    private boolean insecure;

    @Option(
            names = CERTIFICATE,
            paramLabel = "FILE",
            description = {"PEM file of the certificate of the client, for https."})
    private @Nullable Path certificate;

    @Option(
            names = KEY,
            paramLabel = "FILE",
            description = {
                "PEM file of its private key, which is not encrypted. Default: that of --cert."
            })
    private @Nullable Path key;

    @Option(
            names = VERSION,
            paramLabel = "VERSION",
            description = {"Only version of TLS to accept: 1.2 or 1.3. Default: both."})
    private @Nullable String version;

    @Option(
            names = NO_RESUMPTION,
            description = {
                "Whole handshakes only: no connection resumes the TLS session of an earlier one."
            })
    private boolean noResumption;

    /// The first of these options that is given; empty where none is.
    public Optional<String> first() {
        return Stream.of(
                        name(AUTHORITIES, authorities != null),
                        name(INSECURE, insecure),
                        name(CERTIFICATE, certificate != null),
                        name(KEY, key != null),
                        name(VERSION, version != null),
                        name(NO_RESUMPTION, noResumption))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> name(String option, boolean given) {
        return given ? Optional.of(option) : Optional.empty();
    }

    /// What the options say, with the default where none is given.
    ///
    /// @throws WrongInput when they contradict one another
    public TlsPolicy policy() {
        if (insecure && authorities != null) {
            throw new WrongInput(
                    INSECURE + " checks no certificate, and " + AUTHORITIES + " says by which");
        }
        if (key != null && certificate == null) {
            throw new WrongInput(KEY + " needs the certificate of the client: " + CERTIFICATE);
        }
        return new TlsPolicy(
                !insecure,
                Optional.ofNullable(authorities),
                Optional.ofNullable(certificate),
                Optional.ofNullable(key),
                Optional.ofNullable(version)
                        .map(name -> OptionValues.of(VERSION, () -> TlsPolicy.Version.named(name))),
                !noResumption);
    }

    /// The same; empty where no option is given.
    public Optional<TlsPolicy> given() {
        return first().map(_ -> policy());
    }
}
