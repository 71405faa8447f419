package dev.loombench.report.claims;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import java.util.ArrayList;
import java.util.List;

/// The claims of articles, a table per article or experiment.
public final class ClaimsOutline {
    private ClaimsOutline() {}

    public static Outline of(ClaimsPageModel claims) {
        var sections = new ArrayList<Section>();
        if (!claims.about().isEmpty()) {
            sections.add(new Section("", List.of(new Item("", claims.about()))));
        }
        claims.sections().forEach(section -> sections.add(section(section)));
        return new Outline(
                claims.title(),
                claims.status(),
                claims.headline(),
                sections,
                claims.scope().isEmpty()
                        ? claims.started()
                        : "%s. %s".formatted(claims.started(), claims.scope()));
    }

    private static Section section(ClaimsPageModel.Section section) {
        var parts = new ArrayList<Part>();
        section.notes().forEach(note -> parts.add(new Item("", note)));
        parts.add(
                section.rows().isEmpty()
                        ? new Item("", "No claims.")
                        : new Figures(table(section)));
        return new Section(section.heading(), parts);
    }

    private static PageTable table(ClaimsPageModel.Section section) {
        return PageTable.ofTexts(
                ClaimsPageModel.COLUMNS,
                section.rows().stream()
                        .map(r ->
                                List.of(
                                        r.claim(),
                                        r.article(),
                                        r.here(),
                                        r.label(),
                                        r.experiment()))
                        .toList());
    }
}
