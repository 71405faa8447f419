package dev.loombench.cli.capacity;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.report.Format;
import dev.loombench.report.capacity.CapacityText;
import dev.loombench.stats.Interval;
import dev.loombench.text.Condition;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A condition under which a search has failed, as in `capacity<1500`.
///
/// @param text as on the command line
/// @param variant empty for each
/// @param limit requests/s
public record CapacityThreshold(String text, Optional<String> variant, double limit) {

    /// The outcome for a result.
    public enum Outcome {
        PASSED,
        /// The interval of a capacity contains the limit, or there is none.
        UNDECIDED,
        FAILED
    }

    /// @param variants of the search
    /// @throws WrongInput when the text is no threshold; the message shows the expected form
    public static CapacityThreshold parse(String text, List<String> variants) {
        var condition =
                Condition.parse(text, variants)
                        .filter(parsed -> parsed.sign() == Condition.Sign.BELOW)
                        .filter(parsed -> parsed.metric().matches("|capacity"))
                        .orElseThrow(() -> wrong(text, variants, "is no threshold"));
        try {
            return new CapacityThreshold(
                    condition.text(), condition.variant(), Units.rate(condition.limit()));
        } catch (WrongInput e) {
            throw wrong(text, variants, "has a wrong limit: " + e.getMessage());
        }
    }

    private static WrongInput wrong(String text, List<String> variants, String problem) {
        return new WrongInput(
                "--fail-if %s %s; expected a rate that the capacity must reach, in quotes: 'capacity<1500', 'VARIANT capacity<2k/s'; variants: %s"
                        .formatted(
                                TextSanitizer.quoted(text), problem, String.join(", ", variants)));
    }

    /// The worst outcome of the variants; those that were not measured are left out, since they
    /// make the result invalid.
    public Outcome of(CapacityResult result) {
        var outcomes = limited(result).map(this::of).toList();
        return outcomes.contains(Outcome.FAILED)
                ? Outcome.FAILED
                : outcomes.contains(Outcome.UNDECIDED) ? Outcome.UNDECIDED : Outcome.PASSED;
    }

    private Stream<VariantCapacity> limited(CapacityResult result) {
        return result.variants().stream()
                .filter(v -> variant.isEmpty() || variant.get().equals(v.variant()));
    }

    private Outcome of(VariantCapacity v) {
        return switch (v.capacity()) {
            case Capacity.Estimated e -> e.interval().map(this::of).orElse(Outcome.UNDECIDED);
            case Capacity.Held(var held, _) ->
                    v.upperLimit().stream().anyMatch(most -> most <= limit)
                            ? Outcome.FAILED
                            : held.rate() < limit ? Outcome.UNDECIDED : Outcome.PASSED;
            case Capacity.AtLeast(var rate, _) -> rate < limit ? Outcome.UNDECIDED : Outcome.PASSED;
            // of rates below the lowest that was tried nothing is known
            case Capacity.NotMet(var lowest) ->
                    lowest.rate() <= limit
                            ? Outcome.FAILED
                            : limit > 0 ? Outcome.UNDECIDED : Outcome.PASSED;
            case Capacity.Unknown _ -> Outcome.PASSED;
        };
    }

    private Outcome of(Interval interval) {
        return interval.high() < limit
                ? Outcome.FAILED
                : interval.low() < limit ? Outcome.UNDECIDED : Outcome.PASSED;
    }

    /// The messages for the variants that did not pass.
    public List<String> messages(CapacityResult result) {
        return limited(result)
                .filter(v -> of(v) != Outcome.PASSED)
                .map(v ->
                        "%s: the capacity is %s%s (--fail-if '%s')"
                                .formatted(
                                        Format.plain(v.variant()),
                                        CapacityText.figure(v.capacity()),
                                        of(v) == Outcome.UNDECIDED ? undecided(v) : "",
                                        Format.plain(text)))
                .toList();
    }

    private static String undecided(VariantCapacity v) {
        return v.capacity() instanceof Capacity.Estimated e && e.shownInterval().isEmpty()
                ? ", undecided: too few processes confirmed it for an interval (--processes)"
                : ", undecided";
    }
}
