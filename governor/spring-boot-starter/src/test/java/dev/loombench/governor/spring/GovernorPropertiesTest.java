package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The properties that the starter binds: the metadata that an editor reads, and what is accepted.
class GovernorPropertiesTest {
    private static final Pattern NAME = Pattern.compile("\"name\": \"([^\"]+)\"");

    @Test
    void every_property_has_metadata_and_no_other_has() throws IOException {
        var expected =
                Stream.concat(
                        names("loombench.carriers.", GovernorProperties.Carriers.class),
                        names("loombench.admission.", GovernorProperties.Admission.class));
        assertThat(documented()).containsExactlyInAnyOrderElementsOf(expected.toList());
    }

    /// `loombench.admission.follow-pool` of `followPool`.
    private static Stream<String> names(String prefix, Class<?> properties) {
        return Arrays.stream(properties.getRecordComponents())
                .map(component -> component.getName().replaceAll("([A-Z])", "-$1"))
                .map(name -> prefix + name.toLowerCase(Locale.ROOT));
    }

    /// Other jars have such a file too.
    private static List<String> documented() throws IOException {
        var files =
                GovernorPropertiesTest.class
                        .getClassLoader()
                        .getResources("META-INF/spring-configuration-metadata.json");
        var names = new ArrayList<String>();
        for (var file : Collections.list(files)) {
            try (var in = file.openStream()) {
                NAME.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .results()
                        .map(match -> match.group(1))
                        .filter(name -> name.startsWith("loombench."))
                        .forEach(names::add);
            }
        }
        return names;
    }

    /// A file that profiles share may describe a part that only some of them have on.
    @Test
    void properties_that_have_no_effect_do_not_stop_the_start() {
        assertThatNoException()
                .isThrownBy(() -> {
                    var unused = new GovernorProperties.Carriers(false, 0);
                });
        assertThatNoException().isThrownBy(() -> admission(false, null, "X-Tenant", Map.of()));
        assertThatNoException().isThrownBy(() -> admission(false, null, null, Map.of("a", 0.5)));
        assertThatNoException().isThrownBy(() -> admission(true, 3, null, Map.of()));
        assertThatNoException().isThrownBy(() -> withoutRequests(false, 0));
        assertThatNoException().isThrownBy(() -> withoutRequests(true, 3));
        assertThatThrownBy(() -> withoutRequests(true, null))
                .hasMessage("loombench.admission.max must be 1 request or more, was 0");
    }

    /// With a limit at the start, and a highest one, of 0.
    private static void withoutRequests(boolean enabled, @Nullable Integer fixed) {
        var unused =
                new GovernorProperties.Admission(
                        enabled, 0, 0, fixed, true, null, null, null, Map.of());
    }

    @Test
    void a_wrong_share_is_named_as_the_property() {
        assertThatThrownBy(() -> admission(true, 3, "X-Tenant", Map.of("a", 1.5)))
                .hasMessage("loombench.admission.shares.a must be above 0 and at most 1, was 1.5");
        assertThatThrownBy(() -> admission(true, 3, "X-Tenant", Map.of("a", Double.NaN)))
                .hasMessageContaining("loombench.admission.shares.a must be");
        assertThatThrownBy(() -> admission(true, 3, "X-Tenant", Map.of("a", 0.7, "b", 0.5)))
                .hasMessageContaining("loombench.admission.shares must add up to at most 1");
        assertThatNoException()
                .isThrownBy(() -> admission(true, 3, "X-Tenant", Map.of("a", 0.7, "b", 0.3)));
        assertThatNoException()
                .isThrownBy(() -> admission(false, null, "X-Tenant", Map.of("a", 1.5)));
    }

    @Test
    void shares_need_the_name_of_a_header() {
        assertThatThrownBy(() -> admission(true, 3, " ", Map.of("a", 0.5)))
                .hasMessageStartingWith(
                        "loombench.admission.shares needs loombench.admission.partition-header");
        assertThatNoException().isThrownBy(() -> admission(true, 3, "", Map.of()));
    }

    /// A pattern would exclude nothing.
    @Test
    void a_path_that_excludes_nothing_is_named_as_the_property() {
        assertThatThrownBy(() -> excluding(true, "/actuator/**"))
                .hasMessageStartingWith("loombench.admission.exclude: ")
                .hasMessageContaining("\"/actuator/**\"");
        assertThatNoException().isThrownBy(() -> excluding(true, "/actuator"));
        assertThatNoException().isThrownBy(() -> excluding(false, "/actuator/**"));
    }

    private static void excluding(boolean enabled, String path) {
        var unused =
                new GovernorProperties.Admission(
                        enabled, null, 10, null, true, List.of(path), null, null, Map.of());
    }

    /// With a limit at the start that is above the highest.
    private static void admission(
            boolean enabled,
            @Nullable Integer fixed,
            @Nullable String partitionHeader,
            Map<String, Double> shares) {
        var unused =
                new GovernorProperties.Admission(
                        enabled, 50, 10, fixed, true, null, null, partitionHeader, shares);
    }
}
