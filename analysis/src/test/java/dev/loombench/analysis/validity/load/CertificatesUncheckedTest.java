package dev.loombench.analysis.validity.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Whether a result says that certificates were not checked.
class CertificatesUncheckedTest {
    private static final Traffic PLAIN = Traffic.of(Request.get("/hello", Request.DEFAULT_TIMEOUT));

    private static LoadResult load(Optional<Tls> tls) {
        return LoadResults.of(
                new Window(0, 1_000_000_000),
                LoadResults.counts(1, 1, Map.of(), 0, 1, 100),
                new Connections(1, 1, 0, 0, 0, 0, 1, new Histogram(3), tls, Optional.empty()),
                LoadResults.generator("nio", 0, 0.1, new Histogram(3)),
                List.of());
    }

    private static Optional<CertificatesUnchecked> found(
            Optional<TlsPolicy> policy, boolean secured) {
        var tls = new Tls("jdk 25", "", false, "", 0, Map.of(), new Histogram(3));
        var load = load(secured ? Optional.of(tls) : Optional.empty());
        return CertificatesUnchecked.of("new", PLAIN.withTls(policy), List.of(load));
    }

    @Test
    void a_load_that_accepts_any_certificate_is_named() {
        var insecure = Optional.of(TlsPolicy.DEFAULT.unverified());
        assertThat(found(insecure, true)).contains(new CertificatesUnchecked("new"));
        assertThat(found(insecure, false)).as("over plain TCP").isEmpty();
    }

    /// The lab does not check a certificate that its own server has made.
    @Test
    void a_server_of_the_zoo_needs_no_check() {
        assertThat(found(Optional.empty(), true)).isEmpty();
        assertThat(found(Optional.of(TlsPolicy.DEFAULT), true)).isEmpty();
    }
}
