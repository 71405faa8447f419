package dev.loombench.analysis.defect;

import static dev.loombench.SampleRuntimes.hotSpot;
import static dev.loombench.SampleRuntimes.openJ9;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.observe.jvm.ListingCrash;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.VirtualMachine;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownDefectsTest {
    private static final KnownDefects TABLE = KnownDefects.load();

    private static List<String> ids(List<Applicable> applicable) {
        return applicable.stream().map(a -> a.defect().id()).toList();
    }

    @Test
    void it_is_read_once() {
        assertThat(KnownDefects.load()).isSameAs(TABLE);
    }

    @Test
    void every_row_is_complete_and_has_its_source() {
        assertThat(TABLE.rows()).extracting(KnownDefect::id).doesNotHaveDuplicates().isNotEmpty();
        assertThat(TABLE.rows())
                .allSatisfy(row -> {
                    assertThat(row.source()).startsWith("https://");
                    assertThat(row.what()).isNotBlank().doesNotEndWith(".");
                    assertThat(row.remedy()).isNotBlank().doesNotEndWith(".");
                    assertThat(row.affected().versions()).isNotEmpty();
                });
    }

    @Test
    void every_change_of_a_default_is_complete_and_has_its_source() {
        assertThat(TABLE.changes())
                .isNotEmpty()
                .allSatisfy(change -> {
                    assertThat(change.source()).startsWith("https://");
                    assertThat(change.what()).isNotBlank().doesNotEndWith(".");
                    assertThat(change.setting()).contains("-XX:");
                });
    }

    @Test
    void a_jdk_has_its_defects_until_the_fixed_version() {
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.1"))))
                .contains("JDK-8369227", "JDK-8373120", "JDK-8364343", "JDK-8369238")
                .doesNotContain("JEP-491");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.3"))))
                .contains("JDK-8373120")
                .doesNotContain("JDK-8369227");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.4")))).doesNotContain("JDK-8373120");
        assertThat(ids(TABLE.ofJdk(hotSpot("21.0.8")))).contains("JEP-491", "JDK-8369238");
        assertThat(TABLE.ofJdk(hotSpot("26.0.1"))).isEmpty();
    }

    /// Earlier JDKs list threads in another way, which is avoided as well.
    @Test
    void no_jdk_that_may_crash_by_a_list_of_threads_is_listed_by_default() {
        for (var release : List.of("21.0.8", "24.0.2", "25", "25.0.4", "26", "27")) {
            boolean known = ids(TABLE.ofJdk(hotSpot(release))).contains("JDK-8364343");
            int major = Integer.parseInt(release.split("\\.", 2)[0]);
            assertThat(known).as(release).isEqualTo(release.startsWith("25"));
            assertThat(!known || ListingCrash.mayHappen(major)).as(release).isTrue();
        }
    }

    @Test
    void a_virtual_machine_has_its_own_defects_only() {
        assertThat(ids(TABLE.ofJdk(openJ9("25.0.4"))))
                .containsExactly("openj9-24763", "openj9-24788");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.4")))).noneMatch(id -> id.startsWith("openj9"));
        var other =
                new JavaRuntime(
                        "25.0.1", VirtualMachine.OTHER, "Azul Systems, Inc.", "Linux amd64");
        assertThat(TABLE.of(other, List.of(new Library("HikariCP", "7.0.2")))).isEmpty();
        assertThat(ids(TABLE.of(openJ9("21.0.8"), List.of(new Library("HikariCP", "7.0.2")))))
                .containsExactly("HikariCP-2398");
        assertThat(TABLE.of(openJ9("21.0.8"), List.of(new Library("postgresql", "42.5.1"))))
                .isEmpty();
    }

    @Test
    void a_vendor_may_have_a_defect_or_its_fix_alone() {
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.3", "Amazon.com Inc.", "Linux amd64"))))
                .doesNotContain("JDK-8373120");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.2", "Amazon.com Inc.", "Linux amd64"))))
                .contains("JDK-8373120");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.3", "Azul Systems, Inc.", "Linux aarch64"))))
                .contains("zulu-341", "JDK-8373120");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.3", "Azul Systems, Inc.", "Linux amd64"))))
                .doesNotContain("zulu-341");
        assertThat(ids(TABLE.ofJdk(hotSpot("25.0.3", "Eclipse Adoptium", "Linux aarch64"))))
                .doesNotContain("zulu-341");
    }

    @Test
    void a_defect_of_a_platform_is_not_applied_elsewhere() {
        var jetty = List.of(new Library("jetty-server", "12.1.14"));
        assertThat(ids(TABLE.of(hotSpot("27", "Oracle Corporation", "Windows 11 amd64"), jetty)))
                .containsExactly("JDK-8389671");
        assertThat(TABLE.of(hotSpot("27"), jetty)).isEmpty();
        assertThat(TABLE.of(hotSpot("28", "Oracle Corporation", "Windows 11 amd64"), jetty))
                .isEmpty();
    }

    @Test
    void a_library_may_have_a_defect_beside_another_only() {
        var boot = new Library("spring-boot", "4.0.2");
        assertThat(ids(TABLE.of(hotSpot("27"), List.of(boot, new Library("jetty-server", "12.1")))))
                .containsExactly("spring-boot-48982");
        assertThat(TABLE.of(hotSpot("27"), List.of(boot))).isEmpty();
        assertThat(
                        TABLE.of(
                                hotSpot("27"),
                                List.of(
                                        new Library("spring-boot", "4.0.3"),
                                        new Library("jetty-server", "12.1"))))
                .isEmpty();
    }

    @Test
    void a_pool_that_waits_in_a_monitor_has_its_defect_until_jdk_24() {
        var pool = List.of(new Library("c3p0", "0.10.1"));
        assertThat(ids(TABLE.of(hotSpot("21.0.8"), pool))).contains("c3p0-179");
        assertThat(ids(TABLE.of(hotSpot("25.0.4"), pool))).doesNotContain("c3p0-179");
    }

    @Test
    void agents_and_pools_have_their_defects_by_version() {
        assertThat(on27("agroal-pool", "3.1.2")).containsExactly("agroal-201");
        assertThat(onJdk21("agroal-pool", "3.1.2")).containsExactly("agroal-201", "agroal-202");
        assertThat(on27("agroal-pool", "3.2.1")).containsExactly("agroal-214");
        assertThat(on27("io.agroal.agroal-pool", "3.2.1"))
                .as("as Quarkus names its jar")
                .containsExactly("agroal-214");
        assertThat(on27("agroal-pool", "3.0.1")).isEmpty();
        assertThat(on27("dd-java-agent", "1.61.0~ab12cd")).containsExactly("dd-trace-java-11103");
        assertThat(on27("dd-java-agent", "1.61.1~ab12cd")).isEmpty();
        assertThat(on27("dd-java-agent", "1.63.0"))
                .contains(
                        "dd-trace-java-11749",
                        "dd-trace-java-11826",
                        "dd-trace-java-11893",
                        "dd-trace-java-12196");
        assertThat(on27("dd-java-agent", "1.64.0"))
                .contains("dd-trace-java-11749")
                .doesNotContain("dd-trace-java-11826");
        assertThat(on27("h2", "2.3.232")).containsExactly("dotCMS-36892");
        assertThat(onJdk21("h2", "2.3.232")).containsExactly("h2-3824");
        assertThat(on27("spring-boot-loader", "4.1.1")).containsExactly("spring-boot-51463");
        assertThat(on27("opentelemetry-javaagent", "2.2.0")).containsExactly("opentelemetry-10747");
    }

    private static List<String> on27(String name, String version) {
        return ids(TABLE.of(hotSpot("27"), List.of(new Library(name, version))));
    }

    @Test
    void defaults_differ_between_jdks_on_either_side_of_their_change() {
        assertThat(TABLE.between(new Version("25.0.4"), new Version("27.0.1")))
                .extracting(DefaultChange::id)
                .containsExactly("JEP-523", "JEP-534");
        assertThat(TABLE.between(new Version("27"), new Version("21"))).hasSize(2);
        assertThat(TABLE.between(new Version("27"), new Version("28"))).isEmpty();
        assertThat(TABLE.between(new Version("21"), new Version("26.0.1"))).isEmpty();
    }

    @Test
    void a_library_has_its_defects_on_the_jdks_where_they_show() {
        var hikari = List.of(new Library("HikariCP", "7.0.2"));
        assertThat(ids(TABLE.of(hotSpot("26.0.1"), hikari))).containsExactly("HikariCP-2398");
        assertThat(TABLE.of(hotSpot("26.0.1"), hikari).getFirst().subject())
                .isEqualTo("HikariCP 7.0.2");
        assertThat(TABLE.of(hotSpot("26.0.1"), List.of(new Library("HikariCP", "7.1.0"))))
                .isEmpty();
        var driver = List.of(new Library("postgresql", "42.5.1"));
        assertThat(ids(TABLE.of(hotSpot("21.0.8"), driver))).contains("pgjdbc-1951");
        assertThat(ids(TABLE.of(hotSpot("24"), driver))).doesNotContain("pgjdbc-1951");
    }

    @Test
    void versions_with_a_suffix_are_compared_by_their_numbers() {
        assertThat(onJdk21("mssql-jdbc", "11.2.3.jre11")).containsExactly("mssql-jdbc-1931");
        assertThat(onJdk21("mssql-jdbc", "12.2.0.jre11")).isEmpty();
        assertThat(onJdk21("netty-buffer", "4.1.79.Final")).containsExactly("netty-12621");
        assertThat(onJdk21("netty-buffer", "4.1.80.Final")).isEmpty();
        assertThat(onJdk21("ojdbc8", "19.25.0.0")).containsExactly("ojdbc-21.1");
        assertThat(onJdk21("ojdbc8", "21.1.0.0")).isEmpty();
        assertThat(onJdk21("log4j-core", "2.25.1")).containsExactly("log4j-1532");
        assertThat(onJdk21("httpclient5", "5.4")).isEmpty();
    }

    /// Those of the library, without those of the JDK.
    private static List<String> onJdk21(String name, String version) {
        return TABLE.of(hotSpot("21.0.8"), List.of(new Library(name, version))).stream()
                .filter(applicable -> !applicable.defect().isOfJdk())
                .map(applicable -> applicable.defect().id())
                .toList();
    }

    @Test
    void a_stack_shows_a_defect_with_all_of_its_calls() {
        var hikari =
                TABLE.rows().stream()
                        .filter(row -> row.id().equals("HikariCP-2398"))
                        .findFirst()
                        .orElseThrow();
        var spinning =
                List.of(
                        "java.lang.Thread.yield0(Native Method)",
                        "java.lang.Thread.yield(Thread.java:443)",
                        "com.zaxxer.hikari.util.ConcurrentBag.requite(ConcurrentBag.java:199)");
        assertThat(hikari.isShownBy(spinning)).isTrue();
        assertThat(hikari.isShownBy(spinning.subList(0, 2))).isFalse();
        assertThat(TABLE.rows().getFirst().isShownBy(spinning))
                .as("a defect without calls")
                .isFalse();
    }
}
