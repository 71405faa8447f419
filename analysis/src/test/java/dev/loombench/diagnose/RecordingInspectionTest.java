package dev.loombench.diagnose;

import static dev.loombench.diagnose.RuleFindings.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileContent.Recording;
import dev.loombench.observe.file.content.FileContent.Throttling;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.LockWaits;
import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Findings from recordings.
class RecordingInspectionTest {
    @Test
    void what_is_pinned_is_a_share_of_the_configured_carriers() {
        var pinned = new Pinned("jvm", 9, 5_900_000_000L, 60_000_000_000L, List.of());
        var recording =
                new Recording(
                        60_000_000_000L,
                        Optional.of(pinned),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        LockWaits.NONE);
        assertThat(recorded(recording, 1, OptionalLong.of(2))).as("4.9 %").isEmpty();
        assertThat(recorded(recording, 2, OptionalLong.empty())).as("of two processors").isEmpty();
        assertThat(recorded(recording, 1, OptionalLong.empty())).as("9.8 % of one").hasSize(1);
    }

    /// As that of another profiler.
    @Test
    void a_recording_without_an_event_names_it() {
        var unexamined = FileInspection.run(List.of(recordingFile())).evidence().unexamined();
        assertThat(unexamined.get("collections")).contains("without jdk.GarbageCollection");
        assertThat(unexamined.get("direct buffers")).contains("without jdk.DirectBuffer");
    }

    /// Of a JVM with a heap of 1 GiB.
    private static List<ServiceFinding> recorded(
            Recording recording,
            int processors,
            OptionalLong parallelism,
            LimitedMemory... limited) {
        return FileInspection.run(
                        List.of(recordingFile(recording, processors, parallelism, limited)))
                .findings();
    }

    private static FileContent recordingFile(
            Recording recording,
            int processors,
            OptionalLong parallelism,
            LimitedMemory... limited) {
        var jvm =
                new JvmFacts(
                        OptionalLong.of(1),
                        Optional.of(Runtime.Version.parse("21.0.8+9")),
                        "Eclipse Adoptium",
                        Optional.empty(),
                        "Linux amd64",
                        OptionalInt.of(processors),
                        OptionalLong.of(1 << 30),
                        OptionalLong.empty(),
                        parallelism,
                        List.of());
        return new FileContent(
                "rec.jfr",
                Set.of(FileKind.RECORDING),
                jvm,
                ThreadPrints.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.of(recording),
                limits(limited));
    }

    /// Where metadata are among them, with all their limits.
    private static ShownLimits limits(LimitedMemory... limited) {
        var all = List.of(limited);
        return new ShownLimits(all, all.stream().anyMatch(memory -> memory.kind() != Kind.CODE));
    }

    @Test
    void a_recording_shows_pinned_waits_and_the_limits_of_the_container() {
        long second = 1_000_000_000;
        long mib = 1 << 20;
        var pinned =
                new Pinned(
                        "jvm",
                        20,
                        30 * second,
                        60 * second,
                        List.of(
                                new PinnedWaitGroup(
                                        20, 30 * second, List.of("Shop.order(line 30)"))));
        var recording =
                new Recording(
                        60 * second,
                        Optional.of(pinned),
                        OptionalLong.of(1_000 * mib),
                        OptionalDouble.of(1),
                        Optional.of(new Throttling(6 * second, 60 * second)),
                        OptionalLong.of(1_100 * mib),
                        LockWaits.NONE);
        assertThat(recorded(recording, 2, OptionalLong.empty()))
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder(
                        "carriers-pinned",
                        "cpu-throttled",
                        "heap-exceeds-container",
                        "direct-buffers");
    }

    private static List<ServiceFinding> recorded(LimitedMemory... limited) {
        return FileInspection.run(List.of(recordingFile(limited))).findings();
    }

    private static FileContent recordingFile(LimitedMemory... limited) {
        var recording =
                new Recording(
                        60_000_000_000L,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        LockWaits.NONE);
        return recordingFile(recording, 2, OptionalLong.empty(), limited);
    }

    @Test
    void of_several_files_the_one_with_the_least_room_counts() {
        var little =
                recordingFile(
                        new LimitedMemory(Kind.METADATA, 61, 64),
                        new LimitedMemory(Kind.CODE, 47, 48));
        var failed =
                recordingFile(
                        new LimitedMemory(Kind.METADATA, 32, 64),
                        new LimitedMemory(Kind.CODE, 30, 48, 3));
        for (var files : List.of(List.of(little, failed), List.of(failed, little))) {
            assertThat(FileInspection.run(files).findings())
                    .extracting(
                            ServiceFinding::id, f -> figure(f, "bytes"), f -> figure(f, "failures"))
                    .containsExactlyInAnyOrder(
                            tuple("metaspace", 61.0, 0.0), tuple("code-cache", 47.0, 3.0));
        }
    }

    @Test
    void code_without_room_does_not_make_metadata_examined() {
        var code = new LimitedMemory(Kind.CODE, 30, 48, 2);
        assertThat(unexamined(code)).contains("metadata").doesNotContain("metadata and code");
        assertThat(unexamined(code, new LimitedMemory(Kind.CLASSES, 1, 9)))
                .doesNotContain("metadata", "metadata and code");
    }

    private static Set<String> unexamined(LimitedMemory... limited) {
        return FileInspection.run(List.of(recordingFile(limited))).evidence().unexamined().keySet();
    }

    @Test
    void a_recording_shows_metadata_and_code_near_their_limits() {
        var code = new LimitedMemory(Kind.CODE, 47, 48);
        assertThat(recorded(new LimitedMemory(Kind.METADATA, 60, 64), code))
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("metaspace", "code-cache");
        assertThat(recorded(code))
                .as("metadata are not known")
                .extracting(ServiceFinding::id)
                .containsExactly("code-cache");
        assertThat(recorded(new LimitedMemory(Kind.CODE, 30, 48, 2)))
                .extracting(ServiceFinding::id, f -> figure(f, "failures"))
                .containsExactly(tuple("code-cache", 2.0));
    }
}
