package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.dump;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The property that sets the size of a pool without a bean, by the framework of its service.
class PoolPropertyTest {
    private static Part<ThreadDump> waitingForHikari() {
        return dump(
                10,
                "java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:1)",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)",
                "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:1)",
                SHOP);
    }

    /// The name of the data source is unknown where no setting has it.
    @ParameterizedTest
    @CsvSource({
        "spring-boot, spring.datasource.hikari.maximum-pool-size",
        "micronaut-inject, datasources.*.maximum-pool-size",
        "dropwizard-core, ''"
    })
    void the_property_of_a_pool_without_a_bean_is_that_of_the_framework(
            String jar, String property) {
        var evidence =
                new SampleEvidence()
                        .pools(List.of())
                        .libraries(new Library(jar, "4.0.0"))
                        .threads(waitingForHikari());
        var remedy = findings(evidence).getFirst().text().remedy();
        assertThat(remedy)
                .contains(
                        "maximumPoolSize (unknown; 10 where nothing sets it%s)"
                                .formatted(property.isEmpty() ? "" : "; " + property));
    }

    /// A value with a name, of one data source or of two.
    @ParameterizedTest
    @CsvSource({
        "-Ddatasources.orders.maximum-pool-size=5, -Da=b, 5 in its configuration; datasources.orders.maximum-pool-size, 15",
        "-Ddatasources.orders.maximum-pool-size=5, -Ddatasources.users.maximum-pool-size=5, unknown; 10 where nothing sets it; datasources.*.maximum-pool-size, 0"
    })
    void the_size_of_a_pool_of_micronaut_is_that_of_its_only_data_source(
            String first, String second, String size, long proposed) {
        var finding =
                only(
                        new SampleEvidence()
                                .pools(List.of())
                                .words("java", first, second, "-jar", "shop.jar")
                                .threads(waitingForHikari()));
        assertThat(finding.text().remedy()).contains("maximumPoolSize (" + size + ")");
        assertThat(finding.setting().map(Setting::proposed).orElse(0L)).isEqualTo(proposed);
    }

    @Test
    void the_size_of_a_pool_of_quarkus_is_that_of_its_property() {
        var finding =
                only(
                        new SampleEvidence()
                                .pools(List.of())
                                .variables(Map.of("QUARKUS_DATASOURCE_JDBC_MAX_SIZE", "16"))
                                .threads(
                                        dump(
                                                10,
                                                PARK,
                                                "java.util.concurrent.LinkedTransferQueue.poll(LinkedTransferQueue.java:1)",
                                                "io.agroal.pool.ConnectionPool.handlerFromSharedCache(ConnectionPool.java:1)",
                                                "io.agroal.pool.DataSource.getConnection(DataSource.java:1)",
                                                SHOP)));
        assertThat(finding.text().remedy())
                .contains("maxSize (16 in its configuration; quarkus.datasource.jdbc.max-size)");
        assertThat(finding.setting())
                .contains(new Setting("quarkus.datasource.jdbc.max-size", 16, 32));
    }

    /// Of files, neither the jars nor the settings are known.
    @Test
    void the_property_of_spring_boot_is_conditional_where_no_framework_is_known() {
        var evidence =
                new SampleEvidence()
                        .pools(List.of())
                        .withoutLibraries("not read")
                        .threads(waitingForHikari());
        assertThat(only(evidence).text().remedy())
                .contains("; with Spring Boot spring.datasource.hikari.maximum-pool-size)");
    }
}
