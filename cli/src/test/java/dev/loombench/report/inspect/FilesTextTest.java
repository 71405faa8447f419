package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.Target.ReadFile;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.report.next.NextOfInspection;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.text.RecordJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of a JVM by files.
class FilesTextTest {
    /// @param files with one thread dump each
    private static Diagnosis diagnosis(OptionalLong pid, int files) {
        var evidence =
                new SampleEvidence()
                        .threads(Part.missing("a list shows them: jcmd PID Thread.dump_to_file F"))
                        .evidence();
        return new Diagnosis(
                new Target(
                        pid,
                        List.of(),
                        IntStream.rangeClosed(1, files)
                                .mapToObj(i -> new ReadFile("dump-%d.txt".formatted(i), "1 dump"))
                                .toList(),
                        Optional.empty()),
                evidence,
                List.of(),
                List.of());
    }

    private static List<String> text(Diagnosis diagnosis, boolean verbose) {
        return new InspectDocument(diagnosis, verbose, Instant.EPOCH, InspectedCode.NONE)
                .lines(AnsiStyle.NONE, 200);
    }

    private static InspectTexts texts(Diagnosis diagnosis) {
        return InspectTextsBuilder.of(diagnosis, Instant.EPOCH, InspectedCode.NONE);
    }

    private static long files(List<String> lines) {
        return lines.stream().filter(line -> line.strip().matches("File:? +dump-.*")).count();
    }

    @Test
    void one_file_is_in_the_subject() {
        var lines = text(diagnosis(OptionalLong.empty(), 1), false);
        assertThat(lines).anyMatch(line -> line.contains(", by dump-1.txt (1 dump)"));
        assertThat(files(lines)).isZero();
    }

    @Test
    void several_files_are_counted_in_the_subject_and_listed_below() {
        var many = diagnosis(OptionalLong.empty(), 6);
        var texts = texts(many);
        assertThat(texts.subject()).endsWith(", by 6 files");
        assertThat(texts.headline()).doesNotContain("dump-1.txt");
        assertThat(texts.figures().stream().filter(f -> f.subject().equals("File"))).hasSize(6);
        assertThat(files(text(many, false))).isEqualTo(4);
        assertThat(text(many, false)).contains("2 more files (--verbose)");
        assertThat(files(text(many, true))).isEqualTo(6);
    }

    /// The headline has the subjects alone.
    @Test
    void what_files_do_not_show_is_below_the_headline_with_the_reason() {
        var one = diagnosis(OptionalLong.empty(), 1);
        assertThat(texts(one).headline())
                .contains("Not examined: ", "waits of virtual threads")
                .doesNotContain("Thread.dump_to_file");
        assertThat(text(one, false))
                .anyMatch(line -> line.contains("waits of virtual threads: a list shows them"));
    }

    /// A fault may be in the part that is missing.
    @Test
    void a_file_that_is_cut_off_is_in_the_headline() {
        var whole = diagnosis(OptionalLong.empty(), 1);
        var cut = cut(whole, List.of());
        assertThat(texts(cut).headline())
                .startsWith("The dump is cut off. No fault in ")
                .doesNotContain("No fault in what was examined");
        assertThat(texts(whole).headline()).startsWith("No fault in what was examined");
        var findings = InspectTextTest.diagnosis(InspectTextTest.faulty()).findings();
        assertThat(texts(cut(whole, findings)).headline()).endsWith(" The dump is cut off.");
    }

    private static Diagnosis cut(Diagnosis whole, List<ServiceFinding> findings) {
        var target = whole.target();
        return new Diagnosis(
                new Target(
                        target.pid(),
                        target.words(),
                        target.files(),
                        Optional.of("the dump is cut off")),
                whole.evidence(),
                findings,
                List.of());
    }

    /// With its threads or without.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_next_step_names_a_process_only_where_it_is_known(boolean printed) {
        var known = printed ? diagnosis(OptionalLong.of(4711), 1) : log(OptionalLong.of(4711));
        assertThat(NextOfInspection.of(known, false).command()).contains("4711");
        var unknown = printed ? diagnosis(OptionalLong.empty(), 1) : log(OptionalLong.empty());
        assertThat(NextOfInspection.of(unknown, false).sentence())
                .startsWith("loombench inspect: ")
                .doesNotContain("PID");
    }

    /// That of collections, which shows no threads.
    private static Diagnosis log(OptionalLong pid) {
        var evidence = new SampleEvidence().withoutPrinted("no thread dump").evidence();
        var file = new ReadFile("gc.log", "log of 12 collections");
        return new Diagnosis(
                new Target(pid, List.of(), List.of(file), Optional.empty()),
                evidence,
                List.of(),
                List.of());
    }

    @Test
    void commands_name_a_live_process() {
        var idle = Prints.four(Prints.thread("main", 1, 1, "RUNNABLE", "Shop.main(Shop.java:5)"));
        var sample =
                new SampleEvidence()
                        .printed(idle)
                        .threads(Part.missing("a list shows them: jcmd PID Thread.dump_to_file F"));
        var live = InspectTextTest.diagnosis(sample);
        assertThat(String.join(" ", text(live, true)))
                .contains("jcmd 4711 Thread.dump_to_file")
                .doesNotContain("PID");
        assertThat(
                        RecordJson.tree(InspectJson.of(live))
                                .at("/notObserved/waits of virtual threads")
                                .asString())
                .contains("jcmd 4711 ");
    }
}
