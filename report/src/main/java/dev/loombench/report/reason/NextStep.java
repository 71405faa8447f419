package dev.loombench.report.reason;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The setting to change next, and the comparison that shows whether it helps.
///
/// @param owner of the limit, as in `HikariCP`
/// @param setting the owner's name for the limit
/// @param property that sets it; empty where none is known
/// @param present value of the limit; where it is unknown, its default
/// @param isKnown whether the present value is known
/// @param next value to try
/// @param command of the comparison, for a shell; empty where the run was not one of `compare`, or
///   the setting is not known
public record NextStep(
        String owner,
        String setting,
        Optional<String> property,
        long present,
        boolean isKnown,
        long next,
        Optional<String> command) {

    /// The next step of each variant with a known limit, without repetition.
    public static List<NextStep> of(Analysis analysis) {
        return analysis.variants().stream()
                .flatMap(v -> of(analysis, v).stream())
                .distinct()
                .toList();
    }

    /// The next step of the variant with most requests that wait for its limit.
    public static Optional<NextStep> first(Analysis analysis) {
        return analysis.variants().stream()
                .filter(v -> of(analysis, v).isPresent())
                .max(Comparator.comparingLong(NextStep::waiting))
                .flatMap(v -> of(analysis, v));
    }

    private static long waiting(VariantSummary summary) {
        return summary.bottleneck().reason().map(ConcurrencyReason::waiting).orElse(0L);
    }

    /// @return empty where no limit is known that can be raised
    public static Optional<NextStep> of(Analysis analysis, VariantSummary summary) {
        return summary.bottleneck()
                .reason()
                .filter(r -> r.nextCapacity().isPresent())
                .map(r ->
                        of(
                                analysis,
                                summary,
                                r.limit().orElseThrow(),
                                r.nextCapacity().getAsLong()));
    }

    private static NextStep of(
            Analysis analysis, VariantSummary summary, ConcurrencyLimit limit, long next) {
        return new NextStep(
                limit.owner(),
                limit.setting(),
                limit.property(),
                limit.capacity(),
                limit.basis().isKnown(),
                next,
                limit.property()
                        .flatMap(p ->
                                AgainWithSetting.of(
                                        analysis.manifest().invocation(),
                                        summary.variant(),
                                        p,
                                        List.of(limit.capacity(), next))));
    }

    /// `HikariCP's maximumPoolSize 50 in place of 10
    /// (spring.datasource.hikari.maximum-pool-size=50)`, or `50 against its default of 10`.
    public String sentence() {
        var parts = new ArrayList<String>();
        var other = isKnown ? "in place of" : "against its default of";
        parts.add(
                "%s's %s %,d %s %,d%s"
                        .formatted(owner, setting, next, other, present, inOtherReleases()));
        property.filter(p -> !setting.endsWith(p))
                .map(p -> "(%s=%d)".formatted(p, next))
                .ifPresent(parts::add);
        return Format.plain(String.join(" ", parts));
    }

    /// `Try …`, and the command where there is one.
    public List<Part> parts() {
        var item = new Item("", "Try %s%s".formatted(sentence(), command.isPresent() ? ":" : ""));
        return command.<List<Part>>map(line -> List.of(item, new Command(line)))
                .orElse(List.of(item));
    }

    /// Of a default.
    private String inOtherReleases() {
        return isKnown ? "" : PoolLibrary.named(owner).map(PoolLibrary::otherDefault).orElse("");
    }
}
