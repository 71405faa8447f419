package dev.loombench.report.audit;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.analysis.audit.Objection;
import dev.loombench.export.CsvRows;
import java.util.List;

/// An audit of published figures as data for other programs. Its keys are stable and documented in
/// docs/output/json.md.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param consistent whether there is no objection, which does not prove the figures right
public record AuditJson(
        int format, String source, boolean consistent, List<ObjectionJson> objections) {
    private static final int FORMAT = 1;

    /// @param kind stable name in kebab case
    /// @param variants whose figures contradict
    record ObjectionJson(String kind, List<String> variants, String sentence) {
        static ObjectionJson of(Objection objection) {
            return new ObjectionJson(
                    kindOf(objection), variantsOf(objection), AuditText.sentence(objection));
        }
    }

    /// An objection in a row.
    ///
    /// @param variants separated by `; `
    record Row(String source, String kind, String variants, String sentence) {}

    public static AuditJson of(Audit audit) {
        return new AuditJson(
                FORMAT,
                audit.figures().source(),
                audit.objections().isEmpty(),
                audit.objections().stream().map(ObjectionJson::of).toList());
    }

    /// A row per objection.
    public CsvRows rows() {
        return CsvRows.of(
                Row.class,
                objections.stream()
                        .map(o ->
                                new Row(
                                        source,
                                        o.kind(),
                                        String.join("; ", o.variants()),
                                        o.sentence()))
                        .toList());
    }

    private static List<String> variantsOf(Objection objection) {
        return switch (objection) {
            case Objection.OfVariant row -> List.of(row.variant());
            case Objection.PercentileIsMean(_, var variants, _) -> variants;
        };
    }

    private static String kindOf(Objection objection) {
        return switch (objection) {
            case Objection.UsersNotInFlight _ -> "users-not-in-flight";
            case Objection.PercentilesNotMonotone _ -> "percentiles-not-monotone";
            case Objection.MeanTooLow _ -> "mean-too-low";
            case Objection.MeanTooHigh _ -> "mean-too-high";
            case Objection.FasterThanPool _ -> "faster-than-pool";
            case Objection.FasterThanQueue _ -> "faster-than-queue";
            case Objection.FasterThanHandler _ -> "faster-than-handler";
            case Objection.PercentileIsMean _ -> "percentile-is-mean";
        };
    }
}
