package dev.loombench.report.inspect;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.report.inspect.InspectPageModel.DefectRow;
import dev.loombench.report.inspect.InspectPageModel.FaultRow;
import dev.loombench.report.inspect.InspectPageModel.Figure;
import dev.loombench.report.next.NextCommand;
import java.util.ArrayList;
import java.util.List;

/// A diagnosis: its findings, the pools, the figures, known defects, what was not observed, the
/// code that costs, one next step.
final class InspectOutline {
    private InspectOutline() {}

    /// @param page whose texts are masked
    /// @param code which code of the service costs; may be empty
    static Outline of(InspectPageModel page, List<Part> code) {
        return new Outline(
                page.subject(),
                page.status(),
                page.headline(),
                List.of(
                        new Section("", findings(page.findings())),
                        new Section("Pools", pools(page.pools())),
                        new Section("Where virtual threads wait", items(page.waits())),
                        new Section("Figures", items(page.figures())),
                        new Section("Known defects", defects(page.defects())),
                        new Section("Not observed", items(page.missing())),
                        new Section("Which code costs", code),
                        NextCommand.section(List.of(page.next()))),
                page.time());
    }

    private static List<Part> findings(List<FaultRow> faults) {
        var parts = new ArrayList<Part>();
        for (var fault : faults) {
            parts.add(
                    new Note(
                            fault.severity(),
                            "%s %s".formatted(fault.label(), fault.id()),
                            "%s %s%s"
                                    .formatted(
                                            fault.message(),
                                            fault.advice(),
                                            fault.setting().isEmpty()
                                                    ? ""
                                                    : " " + fault.setting())));
            fault.evidence().forEach(text -> parts.add(new Item("Evidence", text)));
            fault.consequences().forEach(text -> parts.add(new Item("Consequence", text)));
            fault.calls().forEach(call -> parts.add(new Item("Call", call)));
        }
        return parts;
    }

    private static List<Part> pools(PageTable pools) {
        return pools.rows().isEmpty() ? List.of() : List.of(new Figures(pools));
    }

    private static List<Part> items(List<Figure> figures) {
        return figures.stream().<Part>map(f -> new Item(f.name(), f.text())).toList();
    }

    private static List<Part> defects(List<DefectRow> defects) {
        return defects.stream()
                .<Part>map(d ->
                        new Item(
                                d.id(),
                                "of %s: %s Remedy: %s (%s)"
                                        .formatted(
                                                d.subject(), d.message(), d.remedy(), d.source())))
                .toList();
    }
}
