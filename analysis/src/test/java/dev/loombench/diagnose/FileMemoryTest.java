package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Files that show nothing but metadata of classes, compiled code or errors of full memory.
class FileMemoryTest {
    private static Diagnosis diagnosis(ShownLimits... files) {
        return FileInspection.run(Stream.of(files).map(FileMemoryTest::file).toList());
    }

    private static Diagnosis diagnosis(boolean ofAllMetadata, LimitedMemory... limited) {
        return diagnosis(new ShownLimits(List.of(limited), ofAllMetadata));
    }

    private static FileContent file(ShownLimits limits) {
        return file(limits, FileKind.MEMORY);
    }

    private static FileContent file(ShownLimits limits, FileKind kind) {
        return new FileContent(
                "memory.txt",
                Set.of(kind),
                JvmFacts.NONE,
                ThreadPrints.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                limits);
    }

    @Test
    void a_file_with_metadata_alone_does_not_make_code_examined() {
        var evidence = diagnosis(true, new LimitedMemory(Kind.METADATA, 32, 64)).evidence();
        assertThat(evidence.examined()).contains("metadata");
        assertThat(evidence.unexamined()).containsKey("code").doesNotContainKey("metadata");
    }

    @Test
    void code_alone_is_examined() {
        var evidence = diagnosis(false, new LimitedMemory(Kind.CODE, 30, 48)).evidence();
        assertThat(evidence.examined()).contains("code");
        assertThat(evidence.unexamined()).containsKey("metadata").doesNotContainKey("code");
    }

    /// All metadata may have another limit.
    @Test
    void a_class_space_with_room_does_not_make_metadata_examined() {
        var roomy = diagnosis(false, new LimitedMemory(Kind.CLASSES, 1, 9));
        assertThat(roomy.findings()).isEmpty();
        assertThat(roomy.evidence().unexamined()).containsKey("metadata and code");
        var full = diagnosis(false, new LimitedMemory(Kind.CLASSES, 9, 10));
        assertThat(full.findings()).extracting(ServiceFinding::id).containsExactly("metaspace");
        assertThat(full.evidence().examined()).contains("metadata");
    }

    @Test
    void errors_without_figures_are_found() {
        var full = new LimitedMemory(Kind.METADATA, Optional.empty(), 2);
        var finding = diagnosis(false, full).findings().getFirst();
        assertThat(finding.text().message())
                .isEqualTo("metadata of classes found no room within their limit, 2 times");
        assertThat(finding.evidence()).containsExactly("2 times without room");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    @Test
    void errors_of_one_file_and_figures_of_another_are_one_finding() {
        var errors =
                new ShownLimits(List.of(new LimitedMemory(Kind.CODE, Optional.empty(), 2)), false);
        var used = new LimitedMemory(Kind.CODE, 30L << 20, 48L << 20);
        var findings = diagnosis(errors, new ShownLimits(List.of(used), false)).findings();
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().evidence())
                .containsExactly("30 MiB of 48 MiB; 2 times without room");
    }

    @Test
    void a_file_is_summarised_by_what_it_shows() {
        var code = new LimitedMemory(Kind.CODE, 30, 48);
        assertThat(summary(new ShownLimits(List.of(code), false)))
                .isEqualTo("memory outside the heap (code)");
        assertThat(summary(ShownLimits.NONE))
                .isEqualTo("memory outside the heap (no limit of metadata or code)");
        assertThat(diagnosis(ShownLimits.NONE).findings()).isEmpty();
    }

    @Test
    void errors_of_other_memory_are_findings_of_their_kinds() {
        var heap = new MemoryErrors(MemoryErrors.Kind.HEAP, 2);
        var threads = new MemoryErrors(MemoryErrors.Kind.THREADS, 5);
        var log = new ShownLimits(List.of(), false, List.of(heap, threads));
        var copy =
                new ShownLimits(
                        List.of(), false, List.of(new MemoryErrors(MemoryErrors.Kind.HEAP, 1)));
        var findings = diagnosis(log, copy).findings();
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly("out-of-memory", "out-of-memory");
        assertThat(findings)
                .extracting(finding -> finding.text().message())
                .containsExactlyInAnyOrder(
                        "the heap was full, 2 times",
                        "the operating system started no further thread, 5 times");
        assertThat(findings.getFirst().confidence()).isEqualTo(Confidence.MEDIUM);
    }

    @Test
    void a_log_with_errors_is_summarised_by_their_number() {
        var errors = List.of(new MemoryErrors(MemoryErrors.Kind.DIRECT, 3));
        var file = file(new ShownLimits(List.of(), false, errors), FileKind.MEMORY_ERRORS);
        assertThat(FileInspection.run(List.of(file)).target().files().getFirst().content())
                .isEqualTo("3 errors of full memory");
    }

    private static String summary(ShownLimits limits) {
        return diagnosis(limits).target().files().getFirst().content();
    }
}
