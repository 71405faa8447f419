package dev.loombench.report.inspect;

import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.Target.ReadFile;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.report.Format;
import dev.loombench.report.inspect.InspectTexts.DefectRow;
import dev.loombench.report.inspect.InspectTexts.FaultRow;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextOfInspection;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.Figures;
import dev.loombench.text.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says a diagnosis in words. Text from the service passes [Format#plain] and the mask of its
/// secrets.
final class InspectTextsBuilder {
    private static final List<String> POOL_COLUMNS =
            List.of("pool", "in use", "capacity", "waiting", "mean use", "limit");

    /// Of a library whose classes were not looked for.
    private static final String BY_JAR = " (by its jar; whether it is loaded is not known)";

    private final Diagnosis diagnosis;
    private final SecretMask mask;

    private InspectTextsBuilder(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
        mask = diagnosis.target().mask();
    }

    /// @param time of the inspection
    /// @param code which code of the service costs
    static InspectTexts of(Diagnosis diagnosis, Instant time, InspectedCode code) {
        return new InspectTextsBuilder(diagnosis).texts(time, code);
    }

    private InspectTexts texts(Instant time, InspectedCode code) {
        var evidence = diagnosis.evidence();
        return new InspectTexts(
                plain(subject(diagnosis)),
                Format.minute(time),
                status(),
                plain(headline(diagnosis)),
                diagnosis.findings().stream().map(this::finding).toList(),
                PageTable.ofTexts(
                        POOL_COLUMNS, evidence.pools().all().stream().map(this::pool).toList()),
                evidence.threads().value().map(this::waits).orElse(List.of()),
                evidence.threads().value().map(Waits::note).orElse(""),
                figures(evidence),
                diagnosis.defects().stream().map(this::defect).toList(),
                code.missing(evidence.missing()).entrySet().stream().map(this::missing).toList(),
                next(code));
    }

    private List<Item> waits(ThreadDump dump) {
        return Waits.byName(dump).stream()
                .map(wait -> new Item("%,d".formatted(wait.getValue()), plain(wait.getKey())))
                .toList();
    }

    private NextCommand next(InspectedCode code) {
        var next = NextOfInspection.of(diagnosis, code.isProfiled());
        return new NextCommand(plain(next.command()), plain(next.why()));
    }

    private AnswerStatus status() {
        return diagnosis.reaches(Severity.CRITICAL)
                ? AnswerStatus.INVALID
                : diagnosis.findings().stream().allMatch(InspectTextsBuilder::isNote)
                        ? AnswerStatus.DECIDED
                        : AnswerStatus.UNDECIDED;
    }

    private static boolean isNote(ServiceFinding finding) {
        return !finding.severity().isAtLeast(Severity.WARNING);
    }

    /// The most important fault with its remedy, or where one would have been found and where not,
    /// with the first note; neither masked nor escaped. That a file is cut off is in it: a fault
    /// may be in the part that is missing.
    private static String headline(Diagnosis diagnosis) {
        var findings = diagnosis.findings();
        var missing = diagnosis.target().missing().map(Sentence::of);
        return findings.stream().allMatch(InspectTextsBuilder::isNote)
                ? missing.map(text -> text + " ").orElse("")
                        + idle(diagnosis.evidence())
                        + noFault(diagnosis)
                        + warmUp(diagnosis)
                        + waitsForOthers(diagnosis.evidence())
                        + findings.stream()
                                .findFirst()
                                .map(note -> " Note: %s.".formatted(note.text().message()))
                                .orElse("")
                        + unexamined(diagnosis)
                : Sentence.of(findings.getFirst().text().message())
                        + " "
                        + Sentence.of(findings.getFirst().text().remedy())
                        + missing.map(text -> " " + text).orElse("")
                        + warmUp(diagnosis)
                        + waitsForOthers(diagnosis.evidence());
    }

    /// That other programs kept the service from the processors, where they did: it looks idle, or
    /// slow for other reasons.
    private static String waitsForOthers(Evidence evidence) {
        return evidence.container()
                .value()
                .filter(use -> use.waitsForOthers().isPresent())
                .map(use ->
                        " Other programs used %.0f %% of the machine's processors: its threads waited for one %s times as long as they ran."
                                .formatted(
                                        100 * use.others().busy().orElse(0),
                                        Figures.number(use.waitsForOthers().getAsDouble())))
                .orElse("");
    }

    /// That the JVM had just started, where it had. A hang does not end with the warm-up, and
    /// nothing follows a crash.
    private static String warmUp(Diagnosis diagnosis) {
        return diagnosis
                .ageInWarmUp()
                .map(age ->
                        " The JVM was %s old: this is its warm-up%s."
                                .formatted(
                                        Format.rough(age),
                                        NextOfInspection.hangs(diagnosis)
                                                        || !diagnosis
                                                                .evidence()
                                                                .files()
                                                                .crashes()
                                                                .isEmpty()
                                                ? ""
                                                : ", and its later work may differ"))
                .orElse("");
    }

    private static String noFault(Diagnosis diagnosis) {
        var examined = diagnosis.evidence().examined();
        if (examined.isEmpty()) {
            return "Nothing could be examined.";
        }
        return "No fault in %s: %s."
                .formatted(
                        diagnosis.target().missing().isPresent()
                                ? "the part that was judged"
                                : "what was examined",
                        String.join(", ", examined));
    }

    /// With the reasons, each once; files show so little that these stand below.
    private static String unexamined(Diagnosis diagnosis) {
        var reasons = diagnosis.evidence().unexamined();
        if (reasons.isEmpty()) {
            return "";
        }
        if (!diagnosis.target().isLive()) {
            return " Not examined: %s.".formatted(String.join(", ", reasons.keySet()));
        }
        var subjects = new LinkedHashMap<String, List<String>>();
        reasons.forEach((subject, reason) ->
                subjects.computeIfAbsent(reason, _ -> new ArrayList<>()).add(subject));
        return subjects.entrySet().stream()
                .map(all -> "%s (%s)".formatted(String.join(", ", all.getValue()), all.getKey()))
                .collect(Collectors.joining("; ", " Not examined: ", "."));
    }

    /// That the service did hardly anything, where it did: virtual threads without a carrier may
    /// wait for one another.
    private static String idle(Evidence evidence) {
        return evidence.printed()
                .value()
                .filter(ThreadHistory::isIdle)
                .map(history ->
                        "%s: its threads used %s of CPU in these %s. "
                                .formatted(
                                        evidence.mayHideVirtualThreads()
                                                ? "Idle, or virtual threads wait"
                                                : "Idle",
                                        Format.time(1e9 * history.cpuSeconds().orElse(0)),
                                        Format.rough(evidence.window())))
                .orElse("");
    }

    /// The process and the time, or the file, neither masked nor escaped. Of several files their
    /// number: each is shown below.
    private static String subject(Diagnosis diagnosis) {
        var target = diagnosis.target();
        var jvm = diagnosis.evidence().jvm().describe();
        if (target.isLive()) {
            return "%s on %s, observed for %s"
                    .formatted(process(target), jvm, Format.rough(diagnosis.evidence().window()));
        }
        var files = target.files();
        return "%s on %s, by %s"
                .formatted(
                        process(target),
                        jvm,
                        files.size() == 1
                                ? files.getFirst().describe()
                                : Figures.counted(files.size(), "file"));
    }

    /// Those that the subject does not name.
    static List<ReadFile> severalFiles(Target target) {
        return target.files().size() > 1 ? target.files() : List.of();
    }

    /// `process 4711 (shop.jar)`, as far as it is known.
    private static String process(Target target) {
        var program = target.program().isEmpty() ? "" : " (" + target.program() + ")";
        return target.pid().isPresent()
                ? "process %d%s".formatted(target.pid().getAsLong(), program)
                : "a process" + program;
    }

    private FaultRow finding(ServiceFinding finding) {
        var text = finding.text();
        var confidence = finding.confidence().label();
        return new FaultRow(
                finding.id(),
                finding.severity(),
                plain(Sentence.of(text.message())),
                plain(Sentence.of(text.impact())),
                plain(Sentence.of(text.remedy())),
                finding.evidence().stream()
                        .map(line -> "%s (confidence %s)".formatted(plain(line), confidence))
                        .toList(),
                finding.frames().stream()
                        .filter(call -> !text.message().contains(call))
                        .map(this::plain)
                        .toList(),
                setting(finding).map(this::plain).orElse(""),
                diagnosis.findings().stream()
                        .filter(other -> other.endsWith(finding))
                        .map(other -> plain(Sentence.of(other.text().message())))
                        .toList(),
                diagnosis.findings().stream().anyMatch(finding::endsWith));
    }

    /// `-Djdk.virtualThreadScheduler.parallelism=48 in place of 2.`; neither masked nor escaped,
    /// empty where no setting shows whether the remedy helps.
    private static Optional<String> setting(ServiceFinding finding) {
        return finding.setting()
                .map(setting ->
                        "%s%s in place of %s."
                                .formatted(
                                        setting.flag(),
                                        setting.text(setting.proposed()),
                                        setting.text(setting.present())));
    }

    private List<String> pool(PoolReading reading) {
        var pool = reading.last();
        var hold = reading.holdSeconds();
        return List.of(
                plain(pool.library() + " " + pool.name()),
                Format.count(pool.inUse()),
                "%,d".formatted(pool.capacity()),
                Format.count(pool.waiting()),
                hold.isPresent() ? Format.time(hold.getAsDouble() * 1e9) : Format.MISSING,
                rate(diagnosis.evidence().mostPerSecond(reading)));
    }

    private static String rate(OptionalDouble value) {
        return value.isPresent() ? Figures.number(value.getAsDouble()) + "/s" : Format.MISSING;
    }

    private List<Item> figures(Evidence evidence) {
        return Stream.of(
                        WorkLine.of(evidence).stream()
                                .map(line -> new Item("Work", plain(Sentence.of(line)))),
                        ServiceFigure.besidePools(evidence).stream()
                                .map(figure -> new Item(figure.name(), plain(figure.text()))),
                        severalFiles(diagnosis.target()).stream()
                                .map(file -> new Item("File", plain(file.describe()))))
                .flatMap(items -> items)
                .toList();
    }

    /// A library is known by its jar, which may be there although nothing of it is loaded.
    private DefectRow defect(Applicable applicable) {
        var defect = applicable.defect();
        boolean loaded =
                defect.isOfJdk()
                        || diagnosis.evidence().application().packages().value().isPresent();
        return new DefectRow(
                defect.id(),
                plain(applicable.subject()) + (loaded ? "" : BY_JAR),
                Sentence.of(defect.what()),
                Sentence.of(defect.remedy()),
                defect.source());
    }

    private Item missing(Map.Entry<String, String> entry) {
        return new Item(plain(entry.getKey()), plain(Sentence.of(entry.getValue())));
    }

    private String plain(String text) {
        return Format.plain(mask.of(diagnosis.target().withPid(text)));
    }
}
