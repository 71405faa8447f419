package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Where an annotated test has the address of its service.
class ServiceUrlTest extends ServiceFixture {
    static final class WithoutAddress {
        @Test
        @HoldsObjective(value = "p99<9s", rate = 200)
        void has_no_address() {}
    }

    @Test
    void a_missing_address_says_how_to_give_it() {
        assertThat(AnnotatedTests.run(WithoutAddress.class).message())
                .contains("@HoldsObjective needs the address of the service")
                .contains("WithoutAddress with @ServiceUrl");
    }

    static final class Uninjected {
        @ServiceUrl @Nullable URL url;

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200)
        void has_no_address() {}
    }

    @Test
    void an_address_that_was_not_injected_says_how_to_give_it() {
        assertThat(AnnotatedTests.run(Uninjected.class).message())
                .startsWith("@ServiceUrl url is null; ")
                .contains("use a static field", "url = \"http://");
    }

    static final class StaticAddress {
        @ServiceUrl static int own;

        @Test
        @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
        void cannot_hold() {}
    }

    @Test
    void a_static_field_has_the_address() {
        StaticAddress.own = port;
        assertThat(AnnotatedTests.run(StaticAddress.class).message())
                .startsWith("@HoldsObjective: p90<1us does not hold");
    }

    abstract static class WithAddress {
        @ServiceUrl final String base = "http://127.0.0.1:1";
    }

    static final class WithAnotherAddress extends WithAddress {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200)
        void has_two_addresses() {}
    }

    @Test
    void the_address_of_a_derived_class_replaces_that_of_its_base() {
        status = 500;
        assertThat(AnnotatedTests.run(WithAnotherAddress.class).message())
                .contains("http://127.0.0.1:%d/".formatted(port), "500");
    }

    /// No socket of this JVM listens on port 1.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_service_of_another_process_is_told_from_one_in_this_jvm() {
        assertThat(ServiceAddress.of("http://127.0.0.1:" + port).isOfAnotherProcess()).isFalse();
        assertThat(ServiceAddress.of("http://127.0.0.1:1").isOfAnotherProcess()).isTrue();
    }

    static final class WithPath {
        @ServiceUrl final String url = "http://127.0.0.1:%d/price?a=1".formatted(port);

        @Test
        @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
        void cannot_hold() {}
    }

    @Test
    void the_path_of_the_address_is_requested() {
        assertThat(AnnotatedTests.run(WithPath.class).message())
                .contains("GET http://127.0.0.1:%d/price?a=1".formatted(port));
    }

    static final class WithTwoPaths {
        @ServiceUrl final String url = "http://127.0.0.1:%d/price".formatted(port);

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200, path = "/other")
        void is_wrong() {}
    }

    @Test
    void two_paths_are_refused() {
        assertThat(AnnotatedTests.run(WithTwoPaths.class).message())
                .contains("/price", "/other", "give one of them");
    }
}
