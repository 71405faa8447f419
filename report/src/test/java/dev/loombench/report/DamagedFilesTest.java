package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.evidence.EvidenceLost;
import dev.loombench.load.result.LatencyLog;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.store.Checksum;
import dev.loombench.result.store.Damage;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.SeriesTable;
import dev.loombench.result.store.TrialFiles;
import dev.loombench.result.store.TrialLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Damage to a trial's own file is reported and loses only that trial. A damaged file with a
/// matching checksum, which anyone can create, causes no exception.
class DamagedFilesTest {
    private static final Map<String, byte[]> WHOLE = wholeFiles();
    private static final List<String> FILES = List.of("latency.hlog", "series.csv");

    @TempDir static Path results;
    private static Path folder;
    private static byte[] log;

    /// Once for all tests, since each write is synced to the disk.
    @BeforeAll
    static void store() throws IOException {
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            SampleRun.trials().subList(0, 3).forEach(store::append);
            folder = store.folder();
        }
        log = Files.readAllBytes(folder.resolve("trials.jsonl"));
    }

    @AfterEach
    void restore() throws IOException {
        for (var name : FILES) {
            var file = folder.resolve("trial-003").resolve(name);
            Files.deleteIfExists(file);
            Files.write(file, whole(name));
        }
        Files.write(folder.resolve("trials.jsonl"), log);
    }

    private interface Form {
        byte[] of(byte[] whole);
    }

    static Stream<Arguments> damages() {
        var forms = new LinkedHashMap<String, Form>();
        forms.put("empty", _ -> new byte[0]);
        forms.put("one line end", _ -> text("\n"));
        forms.put("garbage", whole -> random(whole.length));
        forms.put("zeros", whole -> new byte[whole.length]);
        forms.put("an image", _ -> text("\u0089PNG\r\n\u001a\n"));
        forms.put("JSON", _ -> text("{\"a\": 1}\n"));
        forms.put("a page", _ -> text("<!doctype html><p>404\n"));
        forms.put("twice", whole -> joined(whole, whole));
        forms.put("garbage at its end", whole -> joined(whole, random(40)));
        forms.put("garbage at its start", whole -> joined(random(40), whole));
        forms.put("line ends of Windows", whole -> replaced(whole, "\n", "\r\n"));
        forms.put("decimal commas", whole -> replaced(whole, ".", ","));
        forms.put("tabs", whole -> replaced(whole, ",", "\t"));
        forms.put("no numbers", whole -> replaced(whole, "0", "x"));
        forms.put("NaN", whole -> replaced(whole, "3.0", "NaN"));
        forms.put("too large a number", whole -> replaced(whole, "4.0", "4e999"));
        forms.put("negative", whole -> replaced(whole, "5.0", "-5.0"));
        forms.put("other names", whole -> replaced(replaced(whole, "proc", "x"), "service", "x"));
        forms.put("lower case", whole -> text(string(whole).toLowerCase(Locale.ROOT)));
        forms.put("its lines in another order", DamagedFilesTest::reversed);
        for (int percent = 5; percent < 100; percent += 10) {
            int share = percent;
            forms.put(
                    "cut at %d %%".formatted(share), w -> Arrays.copyOf(w, w.length * share / 100));
            forms.put("a bit flipped at %d %%".formatted(share), w -> flipped(w, share));
        }
        for (int lines = 1; lines <= 6; lines++) {
            int left = lines;
            forms.put("cut after %d lines".formatted(left), whole -> lines(whole, left, true));
            forms.put("without line %d".formatted(left), whole -> lines(whole, left, false));
        }
        return FILES.stream()
                .flatMap(file ->
                        forms.entrySet().stream()
                                .filter(f -> changes(f.getValue(), whole(file)))
                                .map(f ->
                                        Arguments.of(
                                                file, f.getKey(), f.getValue().of(whole(file)))));
    }

    private static boolean changes(Form form, byte[] whole) {
        return !Arrays.equals(form.of(whole), whole);
    }

    private static Map<String, byte[]> wholeFiles() {
        var completed = (Completed) SampleRun.trials().get(2).outcome();
        return Map.of(
                "latency.hlog",
                text(LatencyLog.text(0, completed.load().intervals())),
                "series.csv",
                text(SeriesTable.text(0, TrialFiles.series(completed))));
    }

    private static byte[] whole(String name) {
        return Objects.requireNonNull(WHOLE.get(name));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("damages")
    void a_damaged_file_loses_its_trial_and_is_named(String name, String what, byte[] damaged)
            throws IOException {
        var file = folder.resolve("trial-003").resolve(name);
        assertThat(file).hasBinaryContent(whole(name));
        Files.write(file, damaged);
        assertTrialThreeIsLost(name);

        Files.write(folder.resolve("trials.jsonl"), withChecksum(damaged, name));
        var run = ResultStore.read(folder); // throws no exception
        assertThat(run.trials().size() + run.damage().size()).as(what).isEqualTo(3);
    }

    static Stream<Arguments> replacements() {
        Map<String, Replacement> all =
                Map.of(
                        "missing", Files::delete,
                        "a folder",
                                path -> {
                                    Files.delete(path);
                                    Files.createDirectory(path);
                                },
                        "a link to itself",
                                path -> {
                                    Files.delete(path);
                                    Files.createSymbolicLink(path, path);
                                },
                        "a link to the same content",
                                path -> {
                                    var other = path.resolveSibling(path.getFileName() + ".whole");
                                    Files.move(path, other);
                                    Files.createSymbolicLink(path, other);
                                },
                        "a device",
                                path -> {
                                    Files.delete(path);
                                    Files.createSymbolicLink(path, Path.of("/dev/zero"));
                                });
        return FILES.stream()
                .flatMap(file ->
                        all.entrySet().stream()
                                .map(r -> Arguments.of(file, r.getKey(), r.getValue())));
    }

    interface Replacement {
        void apply(Path file) throws IOException;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("replacements")
    void a_missing_or_special_file_loses_its_trial_and_is_named(
            String name, String what, Replacement replacement) throws IOException {
        replacement.apply(folder.resolve("trial-003").resolve(name));
        assertTrialThreeIsLost(name);
    }

    private void assertTrialThreeIsLost(String name) {
        var run = ResultStore.read(folder);
        assertThat(run.trials()).extracting(t -> t.trial().number()).containsExactly(1, 2);
        assertThat(run.damage())
                .singleElement()
                .extracting(Damage::file)
                .isEqualTo("trial-003/" + name);
    }

    @Test
    void a_finding_names_the_file_and_the_remedy() throws IOException {
        Files.delete(folder.resolve("trial-003/series.csv"));
        assertThat(Analysis.of(ResultStore.read(folder)).findings())
                .filteredOn(EvidenceLost.class::isInstance)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().message())
                            .isEqualTo(
                                    "trial-003/series.csv is damaged, and its trial is left out: it is missing");
                    assertThat(finding.text().remedy()).contains("--resume");
                });
    }

    /// The log of the run, with the checksum of the damaged file instead of the original one.
    private byte[] withChecksum(byte[] damaged, String name) throws IOException {
        var lines = new ArrayList<String>();
        for (var line : Files.readAllLines(folder.resolve("trials.jsonl"))) {
            var trial = TrialLine.parse(line);
            if (trial.trial().number() == 3) {
                var files = new LinkedHashMap<>(trial.files());
                files.put(name, Checksum.of(damaged));
                lines.add(TrialLine.of(trial.result(), files).text());
            } else {
                lines.add(line);
            }
        }
        return text(String.join("\n", lines) + "\n");
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String string(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] random(int length) {
        var bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static byte[] joined(byte[] a, byte[] b) {
        var both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static byte[] replaced(byte[] whole, String from, String to) {
        return text(string(whole).replace(from, to));
    }

    private static byte[] flipped(byte[] whole, int percent) {
        var bytes = whole.clone();
        bytes[bytes.length * percent / 100] ^= 1;
        return bytes;
    }

    private static byte[] reversed(byte[] whole) {
        return text(String.join("\n", string(whole).lines().toList().reversed()) + "\n");
    }

    /// @param first whether to keep the first `n` lines, or else all but line `n`
    private static byte[] lines(byte[] whole, int n, boolean first) {
        var lines = new ArrayList<>(string(whole).lines().toList());
        if (first) {
            return text(String.join("\n", lines.subList(0, Math.min(n, lines.size()))) + "\n");
        }
        lines.remove(Math.min(n, lines.size()) - 1);
        return text(String.join("\n", lines) + "\n");
    }
}
