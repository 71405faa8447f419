package dev.loombench.report.reason;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.report.BoundText;
import dev.loombench.text.Figures;

/// What bounds a variant's throughput and where its requests wait, as one statement: where requests
/// wait explains what no bound does.
public final class WhyText {
    private static final String NOT_LISTED = "; no list of its threads shows where requests wait";

    /// Of a JVM.
    private static final String TO_INSPECT =
            ": loombench inspect PID does so under the same load, on JDK 21 or later";

    private WhyText() {}

    /// `bound by its Semaphore in shop.Orders.place: 5 permits / 20.4 ms = 245/s; measured 244/s;
    /// 45 of 50 requests wait in shop.Orders.place for a permit of a Semaphore; ...`; where no
    /// bound accounts for the throughput, where requests wait with the lowest bound.
    public static String of(VariantSummary v) {
        var bottleneck = v.bottleneck();
        var reason = bottleneck.reason().map(ReasonText::of);
        if (reason.isEmpty()) {
            return bound(v);
        }
        return explains(bottleneck)
                ? BoundText.of(bottleneck) + "; " + reason.get()
                : reason.get() + lowest(bottleneck) + unseen(v);
    }

    /// The same in short: where a limit is named with its arithmetic, that, and else the bound.
    public static String brief(VariantSummary v) {
        var bottleneck = v.bottleneck();
        if (!bottleneck.saysMoreThanWaits()) {
            return bottleneck
                    .reason()
                    .map(reason -> ReasonText.brief(reason) + unseen(v))
                    .orElseGet(() -> bound(v));
        }
        return BoundText.of(bottleneck)
                + bottleneck
                        .reason()
                        .filter(r -> r.location().flatMap(l -> l.permits()).isPresent())
                        .flatMap(ReasonText::briefWaits)
                        .map("; "::concat)
                        .orElse("");
    }

    /// The bound alone, beside a statement of where requests wait.
    public static String bound(VariantSummary v) {
        var bottleneck = v.bottleneck();
        if (explains(bottleneck)
                || bottleneck.reason().flatMap(ConcurrencyReason::location).isEmpty()) {
            return BoundText.of(bottleneck) + unseen(v);
        }
        return "measured %s/s; where its requests wait may say why%s"
                .formatted(Figures.number(bottleneck.measured()), lowest(bottleneck));
    }

    /// What would show where requests wait, where nothing explains the throughput and nothing does.
    private static String unseen(VariantSummary v) {
        return isUnseen(v)
                ? NOT_LISTED + v.diagnostics().jdk().map(_ -> TO_INSPECT).orElse("")
                : "";
    }

    /// Whether nothing explains the throughput and no threads were listed, as those of a batch,
    /// which has no requests, never are.
    private static boolean isUnseen(VariantSummary v) {
        return !explains(v.bottleneck())
                && v.elapsed().isEmpty()
                && v.diagnostics().threads().isEmpty();
    }

    private static boolean explains(BottleneckAnalysis bottleneck) {
        return bottleneck.explainsThroughput();
    }

    private static String lowest(BottleneckAnalysis bottleneck) {
        return bottleneck.bounds().isEmpty()
                ? ""
                : "; the lowest bound by arithmetic is " + BoundText.lowest(bottleneck);
    }
}
