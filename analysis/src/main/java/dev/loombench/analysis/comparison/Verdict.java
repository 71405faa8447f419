package dev.loombench.analysis.comparison;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.Interval;
import java.util.Optional;
import java.util.function.Supplier;

/// The comparison of a variant with the first one, by the metric the experiment names.
public sealed interface Verdict {

    /// The verdict of an interval:
    ///
    /// | interval | verdict |
    /// |---|---|
    /// | within 1/(1 + margin) .. 1 + margin | equivalent: two one-sided tests at `(1 - level) / 2` each (Schuirmann 1987) |
    /// | entirely beyond the margin | better or worse, by at least the margin |
    /// | without 1, and with an end of the margin | different; the size is open |
    /// | with 1 | undecided |
    ///
    /// @param ratio variant / first
    /// @param margin as in 0.03
    /// @param undecided is called only where the interval decides nothing
    static Verdict of(
            Interval ratio, double margin, boolean higherIsBetter, Supplier<Undecided> undecided) {
        return switch (Position.of(ratio, margin)) {
            case WITHIN -> new NoDifference(ratio, margin);
            case ABOVE -> higherIsBetter ? new Better(ratio) : new Worse(ratio);
            case BELOW -> higherIsBetter ? new Worse(ratio) : new Better(ratio);
            case APART -> new Different(ratio);
            case OPEN -> undecided.get();
        };
    }

    /// Where the interval of a ratio lies.
    enum Position {
        /// Within the margin.
        WITHIN,
        /// Above 1 by more than the margin.
        ABOVE,
        /// Below 1 by more than the margin.
        BELOW,
        /// Without 1, and with an end of the margin.
        APART,
        /// With 1 and an end of the margin.
        OPEN;

        /// @param ratio of two figures
        /// @param margin as in 0.03
        public static Position of(Interval ratio, double margin) {
            double high = 1 + margin;
            double low = 1 / high;
            if (ratio.low() >= low && ratio.high() <= high) {
                return WITHIN;
            }
            if (ratio.low() > high) {
                return ABOVE;
            }
            if (ratio.high() < low) {
                return BELOW;
            }
            return ratio.low() > 1 || ratio.high() < 1 ? APART : OPEN;
        }
    }

    /// Whether the verdict of an interval is more than a direction: equivalent, better or worse.
    ///
    /// @param ratio variant / first
    /// @param margin as in 0.03
    static boolean isDecided(Interval ratio, double margin) {
        return switch (Position.of(ratio, margin)) {
            case WITHIN, ABOVE, BELOW -> true;
            case APART, OPEN -> false;
        };
    }

    /// The interval of variant / first; empty without one.
    default Optional<Interval> interval() {
        return switch (this) {
            case Baseline _, NoEvidence _ -> Optional.empty();
            case Better(var ratio) -> Optional.of(ratio);
            case Worse(var ratio) -> Optional.of(ratio);
            case NoDifference(var ratio, _) -> Optional.of(ratio);
            case Different(var ratio) -> Optional.of(ratio);
            case Undecided(var ratio, _, _) -> Optional.of(ratio);
            case DependsOnProcess(var modes, _) -> Optional.of(modes.hull());
            case Invalid(var ratio, _) -> Optional.of(ratio);
        };
    }

    /// The interval, where it is narrow enough to be informative, and the metric has reached its
    /// level. One that decides has two ends, however far apart.
    default Optional<Interval> shownInterval() {
        return interval()
                .filter(ratio ->
                        decides()
                                ? Double.isFinite(ratio.high())
                                : ratio.informative() && !isUnsteady());
    }

    /// Whether the ratio is that of a metric that will reach another level.
    default boolean isUnsteady() {
        return invalidBy().filter(ResultFinding::isUnsteady).isPresent();
    }

    /// Whether its mode does not judge the metric.
    default boolean isUnjudged() {
        return invalidBy().filter(ResultFinding::isUnjudged).isPresent();
    }

    private boolean decides() {
        return switch (this) {
            case Baseline _, Better _, Worse _, NoDifference _, Different _, NoEvidence _ -> true;
            case DependsOnProcess _, Undecided _, Invalid _ -> false;
        };
    }

    /// The modes, where the ratio depends on the process.
    default Optional<Modes> byMode() {
        return this instanceof DependsOnProcess(var modes, _)
                ? Optional.of(modes)
                : Optional.empty();
    }

    /// Blocks needed to decide; empty unless undecided.
    default Optional<BlocksNeeded> blocksNeeded() {
        return this instanceof Undecided(_, _, var needed) ? Optional.of(needed) : Optional.empty();
    }

    /// Whether it stays the same where the ratio is multiplied or divided by a factor.
    ///
    /// @param factor 0..1, as 0.92 where one of the two values may still fall by 8 %
    /// @param margin of the comparison
    default boolean withstands(double factor, double margin) {
        return switch (this) {
            case Better(var ratio) -> isBeyond(ratio, factor, margin);
            case Worse(var ratio) -> isBeyond(ratio, factor, margin);
            case NoDifference(var ratio, _) ->
                    ratio.low() * factor >= 1 / (1 + margin)
                            && ratio.high() <= (1 + margin) * factor;
            case Baseline _,
                    Different _,
                    Undecided _,
                    DependsOnProcess _,
                    NoEvidence _,
                    Invalid _ ->
                    false;
        };
    }

    private static boolean isBeyond(Interval ratio, double factor, double margin) {
        return ratio.low() * factor > 1 + margin || ratio.high() < factor / (1 + margin);
    }

    /// The name in files, as in `no-difference`.
    default String label() {
        return switch (this) {
            case Baseline _ -> "baseline";
            case Better _ -> "better";
            case Worse _ -> "worse";
            case NoDifference _ -> "no-difference";
            case Different _ -> "different";
            case Undecided _ -> "undecided";
            case DependsOnProcess _ -> "depends-on-process";
            case NoEvidence _ -> "no-evidence";
            case Invalid _ -> "invalid";
        };
    }

    /// The finding that makes the ratio invalid.
    default Optional<ResultFinding> invalidBy() {
        return this instanceof Invalid(_, var by) ? Optional.of(by) : Optional.empty();
    }

    /// This verdict, or `Invalid` where a finding makes its ratio invalid.
    default Verdict unless(Optional<ResultFinding> invalidating) {
        return interval()
                .flatMap(ratio -> invalidating.<Verdict>map(by -> new Invalid(ratio, by)))
                .orElse(this);
    }

    /// The first variant: the others are compared with it.
    record Baseline() implements Verdict {}

    /// Better by at least the margin: the whole interval lies beyond it.
    ///
    /// @param ratio variant / first
    record Better(Interval ratio) implements Verdict {}

    /// Worse by at least the margin.
    record Worse(Interval ratio) implements Verdict {}

    /// Equivalent: the whole interval lies within the margin.
    record NoDifference(Interval ratio, double margin) implements Verdict {}

    /// The interval excludes 1, and contains an end of the margin: the variants differ, perhaps by
    /// too little to matter.
    record Different(Interval ratio) implements Verdict {}

    /// The interval contains 1, and reaches beyond the margin.
    ///
    /// @param blocks in which both variants have the metric
    /// @param needed to show that the ratio is within the margin, or beyond it
    record Undecided(Interval ratio, int blocks, BlocksNeeded needed) implements Verdict {}

    /// Processes of one of the variants, or of both, are of two kinds whose ratios are further
    /// apart than the margin: there is no one ratio.
    ///
    /// @param better whether all modes are better by at least the margin, or all are worse; empty
    ///   where they are on both sides, or one is not decided or was not observed
    record DependsOnProcess(Modes modes, Optional<Boolean> better) implements Verdict {}

    /// The trials give no interval.
    record NoEvidence(String reason) implements Verdict {}

    /// The interval is that of figures which a finding makes invalid.
    record Invalid(Interval ratio, ResultFinding by) implements Verdict {}
}
