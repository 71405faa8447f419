package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.yaml.SourceText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The block `tls` of a load, and the variants whose connections it is for.
class TlsOfLoadTest {
    private static Experiment read(String tls) {
        var text =
                """
                question: Which?
                service: {same-answers: "off"}
                variants:
                  - {name: plain, url: "http://127.0.0.1:8081"}
                  - {name: secured, url: "https://127.0.0.1:8082"}
                load: {users: 1, path: /a%s}
                """
                        .formatted(tls);
        return new ExperimentReader(SmallZoo.SERVERS)
                .read(new SourceText("tls.yaml", text), "tls", Path.of("folder"));
    }

    private static Optional<TlsPolicy> of(Experiment experiment, String variant) {
        return experiment.of(experiment.variant(variant)).traffic().connections().tls();
    }

    @Test
    void the_scheme_decides_and_the_block_says_how() {
        var experiment =
                read(
                        ", tls: {cacert: ca.pem, cert: own.pem, key: own.key, version: 1.3, resumption: false}");
        assertThat(of(experiment, "plain")).isEmpty();
        assertThat(of(experiment, "secured"))
                .contains(
                        new TlsPolicy(
                                true,
                                Optional.of(Path.of("folder/ca.pem")),
                                Optional.of(Path.of("folder/own.pem")),
                                Optional.of(Path.of("folder/own.key")),
                                Optional.of(TlsPolicy.Version.TLS_1_3),
                                false));
    }

    @Test
    void without_the_block_certificates_are_checked() {
        assertThat(of(read(""), "plain")).isEmpty();
        assertThat(of(read(""), "secured")).contains(TlsPolicy.DEFAULT);
    }

    @Test
    void a_server_of_the_zoo_has_a_certificate_of_its_own() {
        var server = Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of("tls", "ec"));
        var experiment = read("").withVariants(List.of(server));
        assertThat(of(experiment, server.name())).contains(TlsPolicy.DEFAULT.unverified());
        var plain = Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of());
        var other = read("").withVariants(List.of(plain));
        assertThat(of(other, plain.name())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "insecure: maybe ; true or false",
                "version: 1.1 ; a version of TLS must be 1.2 or 1.3, was \"1.1\"",
                "key: own.key ; the private key of the client needs its certificate",
                "'insecure: true, cacert: ca.pem' ; need no file of authorities",
                "ca: x.pem ; ca",
            })
    void mistakes_are_explained(String tls, String message) {
        assertThatThrownBy(() -> read(", tls: {" + tls + "}"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }
}
