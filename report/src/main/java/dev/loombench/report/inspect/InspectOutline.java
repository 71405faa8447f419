package dev.loombench.report.inspect;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Facts;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.report.inspect.InspectTexts.DefectRow;
import dev.loombench.report.inspect.InspectTexts.FaultRow;
import dev.loombench.report.next.NextCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A diagnosis: its findings, the pools, the figures, known defects, what was not observed, the
/// code that costs, one next step.
final class InspectOutline {
    private static final String SUBJECT = "inspect";

    private InspectOutline() {}

    /// @param texts that are masked
    /// @param code which code of the service costs; without parts where it was not profiled
    static Outline of(InspectTexts texts, Section code) {
        return new Outline(
                texts.subject(),
                texts.status(),
                texts.headline(),
                List.of(
                        new Section("", findings(texts.findings())),
                        new Section("Pools", pools(texts.pools())),
                        new Section("Where virtual threads wait", waits(texts)),
                        new Section("Figures", facts(texts.figures())),
                        new Section("Known defects", defects(texts.defects())),
                        new Section("Not observed", facts(texts.missing())),
                        code,
                        NextCommand.section(List.of(texts.next()))),
                "",
                Optional.of(new Origin(SUBJECT, "", texts.time())));
    }

    private static List<Part> findings(List<FaultRow> faults) {
        return faults.stream().<Part>map(InspectOutline::note).toList();
    }

    /// A note is a risk of the service that was not observed, and has the colour of information.
    private static Note note(FaultRow fault) {
        var details = new ArrayList<Item>();
        details.add(new Item("Impact", fault.impact()));
        details.add(new Item("Remedy", fault.remedy()));
        fault.evidence().forEach(text -> details.add(new Item("Evidence", text)));
        fault.consequences().forEach(text -> details.add(new Item("Consequence", text)));
        fault.calls().forEach(call -> details.add(new Item("Call", call)));
        if (!fault.setting().isEmpty()) {
            details.add(new Item("Setting", fault.setting()));
        }
        return new Note(
                fault.severity() == Severity.NOTE ? Severity.INFORMATION : fault.severity(),
                "%s %s".formatted(fault.label(), fault.id()),
                fault.message(),
                "",
                details);
    }

    private static List<Part> pools(PageTable pools) {
        return pools.rows().isEmpty()
                ? List.of()
                : List.of(
                        new Figures(pools),
                        new Aside(
                                "Mean use and limit are by Little's law; they need a count of the uses."));
    }

    private static List<Part> waits(InspectTexts texts) {
        var parts = new ArrayList<Part>(facts(texts.waits()));
        if (!parts.isEmpty() && !texts.waitsNote().isEmpty()) {
            parts.add(new Aside(texts.waitsNote()));
        }
        return parts;
    }

    private static List<Part> facts(List<Item> figures) {
        return figures.isEmpty() ? List.of() : List.of(new Facts(figures));
    }

    private static List<Part> defects(List<DefectRow> defects) {
        var parts = new ArrayList<Part>();
        if (!defects.isEmpty()) {
            parts.add(
                    new Item(
                            "", "They apply to these versions; this inspection did not see them."));
        }
        for (var defect : defects) {
            parts.add(
                    new Item(
                            defect.id(),
                            "of %s: %s Remedy: %s"
                                    .formatted(defect.subject(), defect.message(), defect.remedy()),
                            defect.source()));
        }
        return parts;
    }
}
