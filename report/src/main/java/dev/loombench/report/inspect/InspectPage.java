package dev.loombench.report.inspect;

import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.html.CodeView;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.inspect.InspectPageModel.DefectRow;
import dev.loombench.report.inspect.InspectPageModel.FaultRow;
import dev.loombench.report.inspect.InspectPageModel.Figure;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.Figures;
import dev.loombench.text.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The page of a diagnosis. Text from the service passes [Format#plain] and the mask of its
/// secrets; the template escapes it.
final class InspectPage {
    private static final String TEMPLATE = "inspect.jte";
    private static final List<String> POOL_COLUMNS =
            List.of("pool", "in use", "capacity", "waiting", "mean use", "limit");

    private final Diagnosis diagnosis;
    private final SecretMask mask;

    private InspectPage(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
        mask = diagnosis.target().mask();
    }

    /// The page as HTML.
    ///
    /// @param time of the inspection
    /// @param code which code of the service costs
    static String of(Diagnosis diagnosis, Instant time, InspectedCode code) {
        return HtmlReport.saved(TEMPLATE, model(diagnosis, time, code));
    }

    /// Its content.
    static InspectPageModel model(Diagnosis diagnosis, Instant time, InspectedCode code) {
        return new InspectPage(diagnosis).model(time, code);
    }

    private InspectPageModel model(Instant time, InspectedCode code) {
        var evidence = diagnosis.evidence();
        return new InspectPageModel(
                plain(InspectText.subject(diagnosis)),
                Format.minute(time),
                status(),
                plain(InspectText.headline(diagnosis)),
                diagnosis.findings().stream().map(this::finding).toList(),
                PageTable.ofTexts(
                        POOL_COLUMNS, evidence.allPools().stream().map(this::pool).toList()),
                evidence.threads().value().map(Waits::of).orElse(List.of()).stream()
                        .map(wait -> new Figure("%,d".formatted(wait.count()), plain(wait.call())))
                        .toList(),
                figures(evidence),
                diagnosis.defects().stream().map(this::defect).toList(),
                code.missing(evidence.missing()).entrySet().stream().map(this::missing).toList(),
                CodeView.of(code.costs()),
                next());
    }

    private NextCommand next() {
        var next = NextCommands.ofInspection(diagnosis);
        return new NextCommand(plain(next.command()), plain(next.why()));
    }

    private String status() {
        return diagnosis.reaches(Severity.CRITICAL)
                ? "invalid"
                : diagnosis.findings().isEmpty() ? "decided" : "undecided";
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
                finding.frames().stream().map(this::plain).toList(),
                InspectText.setting(finding).map(this::plain).orElse(""),
                diagnosis.findings().stream()
                        .filter(other -> other.endsWith(finding))
                        .map(other -> plain(Sentence.of(other.text().message())))
                        .toList(),
                diagnosis.findings().stream().anyMatch(finding::endsWith));
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

    private List<Figure> figures(Evidence evidence) {
        return Stream.of(
                        WorkLine.of(evidence).stream()
                                .map(line -> new Figure("Work", plain(Sentence.of(line)))),
                        FigureLines.ofPage(evidence).stream().map(this::figure),
                        InspectText.severalFiles(diagnosis.target()).stream()
                                .map(file -> new Figure("File", plain(file.describe()))))
                .flatMap(figures -> figures)
                .toList();
    }

    /// `Carriers: 2, parallelism 2` in two parts.
    private Figure figure(String line) {
        int colon = line.indexOf(": ");
        return new Figure(line.substring(0, colon), plain(line.substring(colon + 2)));
    }

    private DefectRow defect(Applicable applicable) {
        var defect = applicable.defect();
        return new DefectRow(
                defect.id(),
                plain(applicable.subject()),
                Sentence.of(defect.what()),
                Sentence.of(defect.remedy()),
                defect.source());
    }

    private Figure missing(Map.Entry<String, String> entry) {
        return new Figure(plain(entry.getKey()), plain(Sentence.of(entry.getValue())));
    }

    private String plain(String text) {
        return Format.plain(mask.of(diagnosis.target().withPid(text)));
    }
}
