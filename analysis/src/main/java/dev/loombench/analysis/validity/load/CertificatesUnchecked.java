package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Optional;

/// Connections that were secured by TLS without a check of the server's certificate, as requested.
public record CertificatesUnchecked(String variant) implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "certificates-unchecked",
                    "`insecure` in the load, or `--insecure`, and connections over TLS",
                    "information");

    /// @param traffic of the experiment: a server of the zoo needs no check
    public static Optional<CertificatesUnchecked> of(
            String variant, Traffic traffic, List<LoadResult> loads) {
        boolean requested =
                traffic.connections().tls().filter(policy -> !policy.verified()).isPresent();
        boolean secured = loads.stream().anyMatch(load -> load.connections().tls().isPresent());
        return requested && secured
                ? Optional.of(new CertificatesUnchecked(variant))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the certificate of the server was not checked",
                "any server at this address was accepted, and the work of the check is not in the handshakes",
                "name the authority of the certificate with --cacert, or cacert under tls");
    }
}
