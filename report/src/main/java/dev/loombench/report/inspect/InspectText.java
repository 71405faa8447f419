package dev.loombench.report.inspect;

import static dev.loombench.text.Figures.counted;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.inspect.InspectTexts.DefectRow;
import dev.loombench.report.inspect.InspectTexts.FaultRow;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.Sentence;
import java.util.ArrayList;
import java.util.List;

/// A diagnosis as text for one screen: the headline, the first findings, the most important figures
/// of the service, what was not observed, which code costs, and one next step.
///
/// Text from the service passes [Format#plain] and the mask of its secrets.
final class InspectText {
    /// More would not fit one screen.
    private static final int BRIEF_FINDINGS = 3;

    private static final int BRIEF_FILES = 4;

    private final InspectTexts texts;
    private final Target target;
    private final Evidence observed;
    private final SecretMask mask;
    private final AnsiStyle style;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private InspectText(Diagnosis diagnosis, InspectTexts texts, AnsiStyle style, int width) {
        this.texts = texts;
        target = diagnosis.target();
        observed = diagnosis.evidence();
        mask = target.mask();
        this.style = style;
        this.width = width;
    }

    /// @param texts what is said of the diagnosis in all forms
    /// @param code which code of the service costs
    /// @param width of the terminal, columns
    static List<String> of(
            Diagnosis diagnosis,
            InspectTexts texts,
            InspectedCode code,
            AnsiStyle style,
            int width) {
        var text = new InspectText(diagnosis, texts, style, width);
        text.headline();
        text.findings();
        text.figures();
        text.files();
        text.defects();
        text.missing();
        text.code(code.lines(style, width));
        text.next();
        return text.lines;
    }

    private void headline() {
        LineWrapper.at(width, "", texts.headline()).forEach(line -> lines.add(style.bold(line)));
        wrap(style.faint(texts.subject()), "  ");
        WorkLine.of(observed).ifPresent(line -> wrap(style.faint(plain(Sentence.of(line))), "  "));
        lines.add("");
    }

    /// What ends with its cause is shown beside that alone.
    private void findings() {
        var all = texts.findings().stream().filter(fault -> !fault.explained()).toList();
        int shown = Math.min(BRIEF_FINDINGS, all.size());
        for (int i = 0; i < shown; i++) {
            finding(all.get(i), i > 0 || all.get(i).severity() == Severity.NOTE);
        }
        if (shown < all.size()) {
            var ids = all.subList(shown, all.size()).stream().map(FaultRow::id).toList();
            wrap("%d more: %s (--verbose)".formatted(ids.size(), String.join(", ", ids)), "");
        }
        if (!all.isEmpty()) {
            lines.add("");
        }
    }

    /// @param remedy whether it is shown; the headline has that of the first fault
    private void finding(FaultRow finding, boolean remedy) {
        wrap(
                "%s %s: %s".formatted(label(finding), style.bold(finding.id()), finding.message()),
                "");
        wrap("Impact: " + (remedy ? finding.advice() : finding.impact()), "  ");
        finding.evidence().stream().limit(1).forEach(line -> wrap("Evidence: " + line, "  "));
        finding.consequences().forEach(line -> wrap("Consequence: " + line, "  "));
        finding.calls().stream().limit(1).forEach(call -> wrap("Calls: " + call, "  "));
        if (isCompared(finding)) {
            wrap("Setting: " + finding.setting(), "  ");
        }
    }

    /// Whether its setting is that of `--then-compare`.
    private boolean isCompared(FaultRow finding) {
        return texts.findings().stream()
                .filter(fault -> !fault.setting().isEmpty())
                .findFirst()
                .filter(finding::equals)
                .isPresent();
    }

    private String label(FaultRow finding) {
        return switch (finding.severity()) {
            case CRITICAL, INVALID -> style.bad(finding.label());
            case WARNING -> style.warning(finding.label());
            case NOTE, INFORMATION -> style.faint(finding.label());
        };
    }

    private void figures() {
        ServiceFigure.brief(observed).forEach(figure -> wrap(plain(figure.line()), ""));
    }

    private void files() {
        var all = InspectTextsBuilder.severalFiles(target);
        int shown = Math.min(BRIEF_FILES, all.size());
        all.subList(0, shown).forEach(file -> wrap("File: " + plain(file.describe()), ""));
        if (shown < all.size()) {
            wrap("%s (--verbose)".formatted(counted(all.size() - shown, "more file")), "");
        }
    }

    private void defects() {
        if (!texts.defects().isEmpty()) {
            var ids = texts.defects().stream().map(DefectRow::id).toList();
            wrap(
                    "Known defects that apply and were not seen: %s%s."
                            .formatted(
                                    plain(String.join(", ", ids)),
                                    observed.missing().isEmpty() || hasReasonsBelow()
                                            ? " (--verbose explains them)"
                                            : ""),
                    "");
        }
    }

    private void missing() {
        var missing = observed.missing();
        if (hasReasonsBelow()) {
            missing.forEach((subject, reason) ->
                    wrap(plain("Not observed: %s: %s.".formatted(subject, reason)), ""));
        } else if (!missing.isEmpty()) {
            wrap(
                    "Not observed: %s (--verbose %s)."
                            .formatted(
                                    plain(String.join(", ", missing.keySet())),
                                    texts.defects().isEmpty()
                                            ? "has the reasons"
                                            : "explains both"),
                    "");
        }
    }

    /// Whether the headline says what was not examined, and not why.
    private boolean hasReasonsBelow() {
        return !target.isLive() && texts.findings().isEmpty();
    }

    /// @param costs may be empty
    private void code(List<String> costs) {
        if (!costs.isEmpty()) {
            lines.addAll(costs);
            lines.add("");
        }
    }

    private void next() {
        wrap("Next: " + texts.next().sentence(), "");
    }

    private void wrap(String text, String indent) {
        lines.addAll(LineWrapper.at(width, indent, text));
    }

    private String plain(String text) {
        return Format.plain(mask.of(target.withPid(text)));
    }
}
