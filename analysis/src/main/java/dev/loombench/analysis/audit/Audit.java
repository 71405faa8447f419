package dev.loombench.analysis.audit;

import dev.loombench.experiment.article.PublishedFigures;
import java.util.ArrayList;
import java.util.List;

/// Contradictions in published figures, whatever was measured.
///
/// An audit without objections proves nothing: consistent figures may still be wrong.
///
/// @param figures as published
/// @param objections those of one row in the order of the table, then those of several rows
public record Audit(PublishedFigures figures, List<Objection> objections) {
    public Audit {
        objections = List.copyOf(objections);
    }

    public static Audit of(PublishedFigures figures) {
        var objections = new ArrayList<Objection>();
        figures.variants().forEach(row -> objections.addAll(RowAudit.of(row)));
        objections.addAll(CopiedMeans.of(figures.variants()));
        return new Audit(figures, objections);
    }
}
