package dev.loombench.analysis.defect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.result.Library;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownDefectsTest {
    private static final KnownDefects TABLE = KnownDefects.load();

    private static List<String> ids(List<Applicable> applicable) {
        return applicable.stream().map(a -> a.defect().id()).toList();
    }

    @Test
    void every_row_is_complete_and_has_its_source() {
        assertThat(TABLE.rows()).extracting(KnownDefect::id).doesNotHaveDuplicates().isNotEmpty();
        assertThat(TABLE.rows())
                .allSatisfy(row -> {
                    assertThat(row.source()).startsWith("https://");
                    assertThat(row.what()).isNotBlank().doesNotEndWith(".");
                    assertThat(row.remedy()).isNotBlank().doesNotEndWith(".");
                    assertThat(row.affected()).isNotEmpty();
                });
    }

    @Test
    void a_jdk_has_its_defects_until_the_fixed_version() {
        assertThat(ids(TABLE.ofJdk("25.0.1")))
                .contains("JDK-8369227", "JDK-8373120", "JDK-8364343", "JDK-8369238")
                .doesNotContain("JEP-491");
        assertThat(ids(TABLE.ofJdk("25.0.3")))
                .contains("JDK-8373120")
                .doesNotContain("JDK-8369227");
        assertThat(ids(TABLE.ofJdk("25.0.4"))).doesNotContain("JDK-8373120");
        assertThat(ids(TABLE.ofJdk("21.0.8"))).contains("JEP-491", "JDK-8369238");
        assertThat(TABLE.ofJdk("26.0.1")).isEmpty();
    }

    @Test
    void a_library_has_its_defects_on_the_jdks_where_they_show() {
        var hikari = List.of(new Library("HikariCP", "7.0.2"));
        assertThat(ids(TABLE.of("26.0.1", hikari))).containsExactly("HikariCP-2398");
        assertThat(TABLE.of("26.0.1", hikari).getFirst().subject()).isEqualTo("HikariCP 7.0.2");
        assertThat(TABLE.of("26.0.1", List.of(new Library("HikariCP", "7.1.0")))).isEmpty();
        var driver = List.of(new Library("postgresql", "42.5.1"));
        assertThat(ids(TABLE.of("21.0.8", driver))).contains("pgjdbc-1951");
        assertThat(ids(TABLE.of("24", driver))).doesNotContain("pgjdbc-1951");
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
        return TABLE.of("21.0.8", List.of(new Library(name, version))).stream()
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
