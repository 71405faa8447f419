package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.Variant;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Services at names that stand for another machine each time that they are resolved.
class EndpointsTest {
    private final AtomicInteger resolved = new AtomicInteger();
    private final Endpoints endpoints =
            new Endpoints(endpoint ->
                    new InetSocketAddress(
                            InetAddress.ofLiteral("192.0.2." + resolved.incrementAndGet()),
                            endpoint.port()));

    private static Variant variant(String name, String url) {
        return Variant.of(name, new Endpoint(url, OptionalLong.empty(), SameAnswers.STATUS));
    }

    @Test
    void variants_at_one_host_and_port_have_one_address() {
        var found =
                endpoints.of(
                        List.of(
                                variant("a", "http://shop.example:8081/a"),
                                variant("b", "http://shop.example:8081/b")));
        assertThat(found.get("a").address()).isEqualTo(found.get("b").address());
        assertThat(resolved).hasValue(1);
    }

    @Test
    void hosts_at_one_address_keep_their_names() {
        var found =
                endpoints.of(
                        List.of(
                                at("a", "https://shop.example", "192.0.2.9:8443"),
                                at("b", "https://cart.example", "192.0.2.9:8443")));
        assertThat(found.get("a").address()).isEqualTo(found.get("b").address());
        assertThat(found.get("b").address().getHostString()).isEqualTo("cart.example");
    }

    private static Variant at(String name, String url, String connectTo) {
        return Variant.of(
                name,
                new Endpoint(
                        url, OptionalLong.empty(), SameAnswers.STATUS, Optional.of(connectTo)));
    }

    @Test
    void other_hosts_and_ports_have_their_own() {
        var found =
                endpoints.of(
                        List.of(
                                variant("a", "http://shop.example:8081"),
                                variant("b", "http://shop.example:8082"),
                                variant("c", "http://cart.example:8081")));
        assertThat(found.values()).extracting(service -> service.address()).doesNotHaveDuplicates();
        assertThat(endpoints.of(List.of(variant("a", "http://shop.example:8081"))).get("a"))
                .as("in the next round")
                .isSameAs(found.get("a"));
    }
}
