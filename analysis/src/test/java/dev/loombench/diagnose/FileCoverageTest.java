package dev.loombench.diagnose;

import static dev.loombench.diagnose.SampleFiles.list;
import static dev.loombench.diagnose.SampleFiles.print;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What each kind of file shows of a JVM, alone and with others: nothing else counts as examined,
/// and what does not is named with what would show it.
class FileCoverageTest {
    private static final String PLATFORM = "platform threads and their locks";
    private static final String WAITS = "waits of virtual threads";

    private static final String LOG =
            "[1.000s][info][gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms\n"
                    + "[20.000s][info][gc] GC(1) Pause Young (Normal) 35M->1M(64M) 10.000ms\n";

    @TempDir private Path folder;

    /// Of a JVM that has started a virtual thread, none of which has a carrier.
    private static String text(String name) {
        return switch (name) {
            case "print" ->
                    print(
                            10,
                            Prints.thread("main", 1, 1, "RUNNABLE", "Shop.main(Shop.java:1)")
                                    + Prints.thread(
                                            "VirtualThread-unblocker",
                                            38,
                                            1,
                                            "RUNNABLE",
                                            "java.lang.VirtualThread.unblockVirtualThreads(V.java:1)"));
            case "list25" -> listed();
            case "list21" -> listed().replace("\"state\": \"WAITING\",", "");
            case "log" -> LOG;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static String listed() {
        return list(12, "WAITING", "", "Shop.order").replace("25.0.3+9", "25.0.3+9-LTS");
    }

    private Diagnosis diagnosis(String names) {
        return SampleFiles.diagnosis(
                folder,
                Stream.of(names.split(" ", -1)).map(FileCoverageTest::text).toArray(String[]::new));
    }

    /// A list of JDK 21 to 24 has no states and no locks, as `list21`.
    @ParameterizedTest
    @CsvSource({
        "print, true, false, false",
        "list21, false, false, false",
        "list21 list21, false, false, false",
        "list25, true, false, false",
        "list25 list25, true, true, false",
        "print list21, true, false, false",
        "print list21 list21, true, false, false",
        "print list25, true, false, false",
        "print list25 list25, true, true, false",
        "log, false, false, true",
        "log print list25, true, false, true"
    })
    void a_part_counts_as_examined_only_where_a_file_shows_it(
            String names, boolean platform, boolean waits, boolean collections) {
        var evidence = diagnosis(names).evidence();
        var expected = new ArrayList<String>();
        var unseen = new ArrayList<String>();
        (collections ? expected : unseen).add("collections");
        (platform ? expected : unseen).add(PLATFORM);
        (waits ? expected : unseen).add(WAITS);
        unseen.addAll(List.of("carriers", "container limits", "direct buffers"));
        assertThat(evidence.examined()).containsExactlyElementsOf(expected);
        assertThat(evidence.unexamined()).containsKeys(unseen.toArray(String[]::new));
        assertThat(evidence.missing()).containsKeys(unseen.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "print, a list of all threads",
        "list21 list21, JDK 25",
        "print list25, three over 10 s",
        "log, a list of all threads"
    })
    void waits_that_files_do_not_show_are_named_with_the_way_to_observe_them(
            String names, String way) {
        assertThat(diagnosis(names).evidence().unexamined())
                .extractingByKey(WAITS)
                .asString()
                .contains(way, "Thread.dump_to_file");
    }

    /// As in the reply of `Thread.dump_to_file -`.
    @Test
    void a_list_that_ends_within_a_line_is_cut_off() {
        var whole =
                """
                4711
                2026-11-27T04:00:00Z
                25.0.3+9-LTS

                #1 "main" RUNNABLE 2026-11-27T04:00:00Z
                    at Shop.main(Shop.java:1)
                """;
        assertThat(SampleFiles.diagnosis(folder, whole).target().missing()).isEmpty();
        var cut = whole + "    at java.base/java.la";
        assertThat(SampleFiles.diagnosis(folder, cut).target().missing().orElseThrow())
                .contains("1 thread", "16,000 bytes");
        assertThat(SampleFiles.diagnosis(folder, whole + "\n#2 \"ord").target().missing())
                .isPresent();
    }

    /// By its oldest thread, at the first of several prints.
    @ParameterizedTest
    @CsvSource({"8, 28, true", "29, 49, true", "30, 50, false", "8, 600, true"})
    void a_print_shows_that_its_jvm_had_just_started(int first, int last, boolean young) {
        var main = Prints.thread("main", 1, 1, "RUNNABLE", "Shop.main(Shop.java:1)");
        var both = SampleFiles.diagnosis(folder, print(first, main), print(last, main));
        assertThat(both.ageInWarmUp()).isEqualTo(young ? both.target().age() : Optional.empty());
        assertThat(both.target().age()).hasValue(Duration.ofSeconds(first));
        assertThat(diagnosis("log").target().age()).isEmpty();
    }

    /// A log shows no threads, and none are virtual before JDK 21.
    @ParameterizedTest
    @CsvSource({"17.0.15+6, false", "25.0.3+9, true"})
    void a_log_leaves_open_whether_a_jvm_has_virtual_threads(String version, boolean open) {
        var init = "[0.005s][info][gc,init] Version: %s (release)\n".formatted(version);
        var evidence = SampleFiles.diagnosis(folder, init + LOG).evidence();
        assertThat(evidence.mayUseVirtualThreads()).isEqualTo(open);
        assertThat(evidence.carriers().history().missing().orElseThrow().contains("whether"))
                .isEqualTo(open);
    }

    /// Their carriers end after 30 s without work, and before JDK 24 no other thread shows them. A
    /// list of all threads shows that there are none.
    @ParameterizedTest
    @CsvSource({"21.0.8+9, true", "23.0.2+7, true", "25.0.3+9, false"})
    void a_print_without_carriers_leaves_open_whether_virtual_threads_wait(
            String version, boolean open) {
        var calm =
                print(10, Prints.thread("main", 1, 1, "RUNNABLE", "Shop.main(Shop.java:1)"))
                        .replace("25.0.3+9", version);
        var evidence = SampleFiles.diagnosis(folder, calm).evidence();
        assertThat(evidence.unexamined().containsKey(WAITS)).isEqualTo(open);
        assertThat(evidence.mayHideVirtualThreads()).isEqualTo(open);
        assertThat(evidence.examined()).doesNotContain("carriers");
        var none = listed().replace("25.0.3+9", version).replace("\"virtual\": true,", "");
        assertThat(SampleFiles.diagnosis(folder, calm, none).evidence().mayHideVirtualThreads())
                .isFalse();
    }

    /// No virtual thread exists before JDK 21.
    @Test
    void carriers_of_a_jvm_without_virtual_threads_are_not_missing() {
        var old = text("print").replace("25.0.3+9-LTS", "17.0.15+6-LTS");
        var calm = old.replace("VirtualThread-unblocker", "worker");
        var evidence = SampleFiles.diagnosis(folder, calm).evidence();
        assertThat(evidence.unexamined()).doesNotContainKeys("carriers", WAITS);
        assertThat(evidence.missing()).doesNotContainKeys("carriers", WAITS);
    }
}
