package dev.loombench.analysis.concurrency;

import static dev.loombench.analysis.concurrency.ConcurrencyReasonTest.COMMAND;
import static dev.loombench.analysis.concurrency.ConcurrencyReasonTest.configured;
import static dev.loombench.analysis.concurrency.ConcurrencyReasonTest.limit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.observe.result.FileSetting;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The limit of a pool by the files, the variables and the words that configure an application.
class ConfiguredLimitTest {
    private static FileSetting hikari(String value, boolean conditional) {
        return new FileSetting(
                "spring.datasource.hikari.maximumPoolSize", value, "application.yml", conditional);
    }

    @Test
    void a_file_of_the_application_sets_the_limit() {
        var twelve = configured(List.of(hikari("12", false)));
        assertThat(limit(twelve).capacity()).isEqualTo(12);
        assertThat(limit(twelve).basis()).isEqualTo(Basis.APPLICATION);
        var replaced =
                configured(
                        List.of(hikari("12", false)),
                        "--spring.datasource.hikari.maximum-pool-size=11");
        assertThat(limit(replaced).capacity()).as("the command precedes files").isEqualTo(11);
    }

    private static FileSetting ofSource(String name, String value) {
        return new FileSetting(
                "datasources.%s.maximum-pool-size".formatted(name),
                value,
                "application.yml",
                false);
    }

    /// The property has the name of the data source.
    @Test
    void a_file_of_micronaut_sets_the_limit_of_its_data_sources() {
        var one = limit(ofFiles(ofSource("orders", "12")));
        assertThat(one.capacity()).isEqualTo(12);
        assertThat(one.property()).contains("datasources.orders.maximum-pool-size");
        var same = limit(ofFiles(ofSource("orders", "12"), ofSource("users", "12")));
        assertThat(same.capacity()).isEqualTo(12);
        assertThat(same.property()).isEmpty();
        assertThat(limit(ofFiles(ofSource("orders", "12"), ofSource("users", "5"))).basis())
                .isEqualTo(Basis.UNKNOWN);
    }

    private static ConfiguredLimits ofFiles(FileSetting... files) {
        return new ConfiguredLimits(
                List.of("java", "-jar", "app.jar"),
                List.of(files),
                Map.of(),
                OptionalLong.empty(),
                false);
    }

    /// 10 at once, as many as the default.
    @Test
    void a_file_that_may_set_the_limit_hides_the_default() {
        assertThat(limit(configured(List.of(hikari("", false)))).basis())
                .as("the value is that of a variable")
                .isEqualTo(Basis.UNKNOWN);
        assertThat(limit(configured(List.of(hikari("10", true)))).basis())
                .as("of a profile")
                .isEqualTo(Basis.UNKNOWN);
        assertThat(limit(configured(List.of(hikari("10", false), hikari("20", true)))).basis())
                .isEqualTo(Basis.UNKNOWN);
        assertThat(limit(configured("--spring.config.location=/etc/shop.yml")).basis())
                .as("another file")
                .isEqualTo(Basis.UNKNOWN);
        assertThat(limit(configured()).basis()).isEqualTo(Basis.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.config.import",
                "spring.config.import[0]",
                "spring.config.additional-location",
                "quarkus.config.locations",
                "micronaut.config.files"
            })
    void a_file_that_names_further_files_hides_the_limit(String property) {
        var further = new FileSetting(property, "", "application.yml", false);
        assertThat(limit(configured(List.of(hikari("12", false), further))).basis())
                .isEqualTo(Basis.UNKNOWN);
        assertThat(limit(configured(List.of(further))).basis())
                .as("nor is the default known")
                .isEqualTo(Basis.UNKNOWN);
    }

    /// By itself, or by the files that it names.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE",
                "SPRING_CONFIG_ADDITIONAL_LOCATION",
                "spring_config_import",
                "SPRING_PROFILES_ACTIVE",
                "SPRING_CLOUD_CONFIG_URI",
                "SMALLRYE_CONFIG_LOCATIONS",
                "SPRING_APPLICATION_JSON",
                "spring.config.location",
                "JAVA_TOOL_OPTIONS"
            })
    void a_variable_of_the_environment_hides_the_limit(String variable) {
        assertThat(limit(withVariable(List.of(), variable)).basis()).isEqualTo(Basis.UNKNOWN);
        assertThat(limit(withVariable(List.of(hikari("12", false)), variable)).basis())
                .as("that of a file")
                .isEqualTo(Basis.UNKNOWN);
    }

    /// The lab's own, which its services get.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE",
                "SPRING_PROFILES_ACTIVE",
                "JAVA_TOOL_OPTIONS"
            })
    void a_variable_that_the_process_had_hides_the_limit(String variable) {
        var had = FileSetting.ofVariable(variable);
        assertThat(limit(ofFiles(had)).basis()).isEqualTo(Basis.UNKNOWN);
        assertThat(limit(ofFiles(hikari("12", false), had)).basis()).isEqualTo(Basis.UNKNOWN);
    }

    /// As an image of Jib has it.
    @Test
    void a_file_with_the_class_path_hides_no_limit() {
        var files = List.of(hikari("12", false));
        var jib =
                new ConfiguredLimits(
                        List.of("java", "-cp", "@/app/jib-classpath-file", "com.shop.Shop"),
                        files,
                        Map.of(),
                        OptionalLong.empty(),
                        false);
        assertThat(limit(jib).basis()).isEqualTo(Basis.APPLICATION);
        assertThat(limit(configured(files, "@more")).basis()).isEqualTo(Basis.UNKNOWN);
    }

    @Test
    void a_variable_of_a_data_source_is_no_property_of_its_name() {
        var had = FileSetting.ofVariable("DATASOURCES_ORDERS_MAXIMUM_POOL_SIZE");
        var limit = limit(ofFiles(ofSource("orders", "12"), had));
        assertThat(limit.basis()).isEqualTo(Basis.UNKNOWN);
        assertThat(limit.property()).contains("datasources.orders.maximum-pool-size");
    }

    @Test
    void other_variables_of_the_environment_hide_no_limit() {
        var files = List.of(hikari("12", false));
        assertThat(limit(withVariable(files, "SPRING_DATASOURCE_URL")).basis())
                .isEqualTo(Basis.APPLICATION);
    }

    private static ConfiguredLimits withVariable(List<FileSetting> files, String name) {
        return new ConfiguredLimits(COMMAND, files, Map.of(name, ""), OptionalLong.empty(), false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--spring.application.json={}",
                "-Dspring.profiles.active=prod",
                "--spring.config.additionalLocation=/config/",
                "@/etc/shop.args"
            })
    void a_word_of_the_command_that_names_other_settings_hides_the_limit_of_a_file(String word) {
        assertThat(limit(configured(List.of(hikari("12", false)), word)).basis())
                .isEqualTo(Basis.UNKNOWN);
    }
}
