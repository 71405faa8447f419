package dev.loombench.report.inspect;

import static dev.loombench.text.Figures.counted;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.Target.ReadFile;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.report.Format;
import dev.loombench.report.inspect.InspectPageModel.DefectRow;
import dev.loombench.report.inspect.InspectPageModel.FaultRow;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A diagnosis as text for one screen: the headline, the findings, the figures of the service, what
/// was not observed, which code costs, and one next step. The verbose form has all evidence.
///
/// Text from the service passes [Format#plain] and the mask of its secrets.
final class InspectText {
    /// More would not fit one screen.
    private static final int BRIEF_FINDINGS = 3;

    private static final int BRIEF_FILES = 4;

    private final InspectPageModel page;
    private final Target target;
    private final Evidence observed;
    private final SecretMask mask;
    private final boolean verbose;
    private final AnsiStyle style;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private InspectText(
            Diagnosis diagnosis,
            InspectPageModel page,
            boolean verbose,
            AnsiStyle style,
            int width) {
        this.page = page;
        target = diagnosis.target();
        observed = diagnosis.evidence();
        mask = target.mask();
        this.verbose = verbose;
        this.style = style;
        this.width = width;
    }

    /// @param page what is said of the diagnosis in all forms
    /// @param code which code of the service costs
    /// @param width of the terminal, columns
    static List<String> of(
            Diagnosis diagnosis,
            InspectPageModel page,
            InspectedCode code,
            boolean verbose,
            AnsiStyle style,
            int width) {
        var text = new InspectText(diagnosis, page, verbose, style, width);
        text.headline();
        text.findings();
        text.figures();
        text.files();
        text.defects();
        text.missing();
        text.code(code.lines(width));
        text.next();
        return text.lines;
    }

    private void headline() {
        LineWrapper.at(width, "", page.headline()).forEach(line -> lines.add(style.bold(line)));
        wrap(style.faint(page.subject()), "  ");
        WorkLine.of(observed).ifPresent(line -> wrap(style.faint(plain(Sentence.of(line))), "  "));
        lines.add("");
    }

    /// The most important finding with its remedy, or where one would have been found; neither
    /// masked nor escaped.
    static String headline(Diagnosis diagnosis) {
        var findings = diagnosis.findings();
        var evidence = diagnosis.evidence();
        return findings.isEmpty()
                ? idle(evidence) + noFault(evidence) + unexamined(diagnosis)
                : Sentence.of(findings.getFirst().text().message())
                        + " "
                        + Sentence.of(findings.getFirst().text().remedy());
    }

    private static String noFault(Evidence evidence) {
        var examined = evidence.examined();
        return examined.isEmpty()
                ? "Nothing could be examined."
                : "No fault in what was examined: %s.".formatted(String.join(", ", examined));
    }

    /// With the reasons; files show so little that these stand below.
    private static String unexamined(Diagnosis diagnosis) {
        var reasons = diagnosis.evidence().unexamined();
        if (reasons.isEmpty()) {
            return "";
        }
        return diagnosis.target().isLive()
                ? reasons.entrySet().stream()
                        .map(subject -> "%s (%s)".formatted(subject.getKey(), subject.getValue()))
                        .collect(Collectors.joining("; ", " Not examined: ", "."))
                : " Not examined: %s.".formatted(String.join(", ", reasons.keySet()));
    }

    /// That the service did hardly anything, where it did: virtual threads without a carrier may
    /// wait for one another.
    private static String idle(Evidence evidence) {
        boolean unseen = evidence.carriers().used() && evidence.threads().value().isEmpty();
        return evidence.printed()
                .value()
                .filter(ThreadHistory::isIdle)
                .map(history ->
                        "%s: its threads used %s of CPU in these %s. "
                                .formatted(
                                        unseen ? "Idle, or its virtual threads wait" : "Idle",
                                        Format.time(1e9 * history.cpuSeconds().orElse(0)),
                                        Format.rough(evidence.window())))
                .orElse("");
    }

    /// The process and the time, or the file, neither masked nor escaped. Of several files their
    /// number: each is shown below.
    static String subject(Diagnosis diagnosis) {
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
                                : counted(files.size(), "file"));
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

    /// The brief form has what ends with its cause beside that alone.
    private void findings() {
        var all =
                page.findings().stream().filter(fault -> verbose || !fault.explained()).toList();
        int shown = verbose ? all.size() : Math.min(BRIEF_FINDINGS, all.size());
        for (int i = 0; i < shown; i++) {
            finding(all.get(i), verbose || i > 0);
        }
        if (shown < all.size()) {
            var ids = all.subList(shown, all.size()).stream().map(FaultRow::id).toList();
            wrap("%d more: %s (--verbose)".formatted(ids.size(), String.join(", ", ids)), "");
        }
        if (!all.isEmpty()) {
            lines.add("");
        }
    }

    /// @param remedy whether it is shown; the headline has that of the first finding
    private void finding(FaultRow finding, boolean remedy) {
        wrap(
                "%s %s: %s".formatted(label(finding), style.bold(finding.id()), finding.message()),
                "");
        wrap("Impact: " + (remedy ? finding.advice() : finding.impact()), "  ");
        first(finding.evidence()).forEach(line -> wrap("Evidence: " + line, "  "));
        finding.consequences().forEach(line -> wrap("Consequence: " + line, "  "));
        if (!finding.calls().isEmpty()) {
            wrap("Calls: " + String.join(", ", first(finding.calls())), "  ");
        }
        if (!finding.setting().isEmpty() && (verbose || isCompared(finding))) {
            wrap(finding.setting(), "  ");
        }
    }

    /// All of them, or the first alone.
    private List<String> first(List<String> all) {
        return all.subList(0, verbose ? all.size() : Math.min(1, all.size()));
    }

    /// Whether its setting is that of `--then-compare`.
    private boolean isCompared(FaultRow finding) {
        return page.findings().stream()
                .filter(fault -> !fault.setting().isEmpty())
                .findFirst()
                .filter(finding::equals)
                .isPresent();
    }

    /// `Setting: -Djdk.virtualThreadScheduler.parallelism=48 in place of 2.`; neither masked nor
    /// escaped, empty where no setting shows whether the remedy helps.
    static Optional<String> setting(ServiceFinding finding) {
        return finding.setting()
                .map(setting ->
                        "Setting: %s%s in place of %s."
                                .formatted(
                                        setting.flag(),
                                        setting.text(setting.proposed()),
                                        setting.text(setting.present())));
    }

    private String label(FaultRow finding) {
        return switch (finding.severity()) {
            case CRITICAL, INVALID -> style.bad(finding.label());
            case WARNING -> style.warning(finding.label());
            case NOTE, INFORMATION -> style.faint(finding.label());
        };
    }

    private void figures() {
        var figures = verbose ? FigureLines.all(observed) : FigureLines.brief(observed);
        figures.forEach(line -> wrap(plain(line), ""));
    }

    private void files() {
        var all = severalFiles(target);
        int shown = verbose ? all.size() : Math.min(BRIEF_FILES, all.size());
        all.subList(0, shown).forEach(file -> wrap("File: " + plain(file.describe()), ""));
        if (shown < all.size()) {
            wrap("%s (--verbose)".formatted(counted(all.size() - shown, "more file")), "");
        }
    }

    private void defects() {
        var defects = page.defects();
        if (defects.isEmpty()) {
            return;
        }
        if (!verbose) {
            var ids = defects.stream().map(DefectRow::id).toList();
            wrap(
                    "Known defects that apply and were not seen: %s%s."
                            .formatted(
                                    plain(String.join(", ", ids)),
                                    observed.missing().isEmpty() || hasReasonsBelow()
                                            ? " (--verbose explains them)"
                                            : ""),
                    "");
            return;
        }
        for (var defect : defects) {
            wrap(
                    "Known defect %s of %s: %s Remedy: %s"
                            .formatted(
                                    defect.id(),
                                    defect.subject(),
                                    defect.message(),
                                    defect.remedy()),
                    "");
            lines.add("  " + defect.source());
        }
    }

    private void missing() {
        var missing = observed.missing();
        if (missing.isEmpty()) {
            return;
        }
        if (verbose || hasReasonsBelow()) {
            missing.forEach((subject, reason) ->
                    wrap("Not observed: %s: %s.".formatted(plain(subject), plain(reason)), ""));
        } else {
            wrap(
                    "Not observed: %s (--verbose %s)."
                            .formatted(
                                    plain(String.join(", ", missing.keySet())),
                                    page.defects().isEmpty() ? "has the reasons" : "explains both"),
                    "");
        }
    }

    /// Whether the headline says what was not examined, and not why.
    private boolean hasReasonsBelow() {
        return !target.isLive() && page.findings().isEmpty();
    }

    /// @param costs may be empty
    private void code(List<String> costs) {
        if (!costs.isEmpty()) {
            lines.addAll(costs);
            lines.add("");
        }
    }

    private void next() {
        wrap("Next: " + page.next().sentence(), "");
    }

    private void wrap(String text, String indent) {
        lines.addAll(LineWrapper.at(width, indent, text));
    }

    private String plain(String text) {
        return Format.plain(mask.of(target.withPid(text)));
    }
}
