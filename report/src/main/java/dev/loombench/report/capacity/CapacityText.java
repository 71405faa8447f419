package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.Beyond;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityKinds;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.HeldWindow;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.report.BoundText;
import dev.loombench.report.Format;
import dev.loombench.report.reason.ReasonText;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The result of a search for the capacity, in sentences.
public final class CapacityText {
    /// Share of a bound from which on it explains a capacity: queues grow long before it is
    /// reached.
    private static final double EXPLAINS = 0.5;

    private static final String BEST = "best";
    private static final String EQUIVALENT = "equivalent";

    private CapacityText() {}

    /// `Which arrival rate holds p99<50ms?`.
    static String question(CapacityResult result) {
        return "Which arrival rate holds %s?".formatted(result.objectives().text());
    }

    /// How it was measured.
    static String method(CapacityResult result) {
        var manifest = result.manifest();
        return "%s Requests arrive by a clock, seed %d. Intervals are 95 %% over processes; the curve is the burn of all windows up to the capacity, isotonic in the rate."
                .formatted(plain(manifest.experiment().question()), manifest.seed());
    }

    /// That the result is invalid, that the search was interrupted, and the recommendation with its
    /// figures.
    static String headline(CapacityResult result) {
        return Stream.of(
                        result.valid() ? Stream.<String>empty() : Stream.of("Invalid result."),
                        result.complete()
                                ? Stream.<String>empty()
                                : Stream.of("Interrupted: the search has not ended."),
                        answer(result))
                .flatMap(sentences -> sentences)
                .collect(Collectors.joining(" "));
    }

    private static Stream<String> answer(CapacityResult result) {
        if (!result.valid()) {
            return result.variants().stream()
                    .filter(v -> v.capacity() instanceof Capacity.Unknown)
                    .map(v -> sentence(v, result));
        }
        return result.best()
                .map(best -> answer(best, result))
                .orElseGet(() -> result.variants().stream().map(v -> sentence(v, result)));
    }

    private static Stream<String> answer(VariantCapacity best, CapacityResult result) {
        var others =
                result.variants().stream()
                        .filter(v -> !CapacityResult.isSame(v, best))
                        .map(v -> versus(best, v, result))
                        .toList();
        var recommended =
                isRecommended(result) && !others.isEmpty()
                        ? Stream.of(recommended(result))
                        : Stream.<String>empty();
        return Stream.of(recommended, Stream.of(sentence(best, result)), others.stream())
                .flatMap(sentences -> sentences);
    }

    private static String recommended(CapacityResult result) {
        var names =
                result.variants().stream()
                        .filter(v -> List.of(BEST, EQUIVALENT).contains(verdict(v, result)))
                        .map(v -> plain(v.variant()))
                        .toList();
        return "Recommended: %s.".formatted(String.join(" or ", names));
    }

    /// A search that is invalid or was interrupted recommends nothing.
    private static boolean isRecommended(CapacityResult result) {
        return result.valid() && result.complete() && result.comparisonsDecided();
    }

    /// `tomcat virtual holds p99<50ms up to 9,310/s [9,100, 9,520].`
    static String sentence(VariantCapacity v, CapacityResult result) {
        var name = plain(v.variant());
        var objectives = result.objectives().text();
        return switch (v.capacity()) {
            case Capacity.Estimated estimate ->
                    "%s %s%s%s."
                            .formatted(
                                    name,
                                    holds(v, estimate, result),
                                    estimate.shownInterval()
                                            .map(i -> " [%s]".formatted(ends(i)))
                                            .orElse(""),
                                    by(v, estimate, result));
            case Capacity.Held(var held, var violated) ->
                    "%s holds %s at %s, over %.0f s; at %s it does not%s."
                            .formatted(
                                    name,
                                    objectives,
                                    rate(held.rate()),
                                    held.figures().seconds(),
                                    rate(violated.rate()),
                                    WindowText.faults(violated));
            case Capacity.AtLeast(var rate, _) ->
                    "%s holds %s up to at least %s%s."
                            .formatted(
                                    name,
                                    objectives,
                                    rate(rate),
                                    ConfirmationText.missingOfLimit(v, result));
            case Capacity.NotMet(var lowest) ->
                    "%s does not hold %s: not met at %s, %s%s."
                            .formatted(
                                    name,
                                    objectives,
                                    rate(lowest.rate()),
                                    unloaded(lowest, result),
                                    tried(v));
            case Capacity.Unknown(var reason) ->
                    "The capacity of %s is unknown: %s.".formatted(name, plain(reason));
        };
    }

    private static String holds(
            VariantCapacity v, Capacity.Estimated estimate, CapacityResult result) {
        var objectives = result.objectives().text();
        return result.kinds(v)
                .map(kinds -> ofKinds(kinds, objectives))
                .orElseGet(() ->
                        ConfirmationText.isOpen(v, result)
                                ? "is estimated to hold %s up to about %s"
                                        .formatted(objectives, rate(estimate.rate()))
                                : "holds %s up to %s".formatted(objectives, figure(estimate)));
    }

    /// What an estimate is based on, where that is not all processes.
    private static String by(
            VariantCapacity v, Capacity.Estimated estimate, CapacityResult result) {
        if (ConfirmationText.isOpen(v, result)) {
            return ", not confirmed: " + ConfirmationText.missing(estimate, result);
        }
        return estimate.processes().isEmpty() ? ", by the process that searched it alone" : "";
    }

    /// `depends on the process: 3 of 5 hold p99<50ms up to 1,000/s, 2 up to 500/s`.
    private static String ofKinds(CapacityKinds kinds, String objectives) {
        return "depends on the process: %d of %d hold %s up to %s, %d up to %s"
                .formatted(
                        kinds.many().size(),
                        kinds.processes(),
                        objectives,
                        rate(CapacityKinds.level(kinds.many())),
                        kinds.few().size(),
                        rate(CapacityKinds.level(kinds.few())));
    }

    /// `, the lowest of 4 rates`.
    private static String tried(VariantCapacity v) {
        long rates = v.probes().stream().mapToDouble(RateProbe::rate).distinct().count();
        return rates < 2 ? "" : ", the lowest of %d rates".formatted(rates);
    }

    private static String unloaded(RateProbe lowest, CapacityResult result) {
        return "p%s of %s and %s of %s"
                .formatted(
                        percent(result.objectives().percent()),
                        Format.time((double) lowest.figures().percentileNanos()),
                        Figures.counted(lowest.figures().errors(), "error"),
                        Figures.counted(lowest.figures().requests(), "request"));
    }

    private static String versus(VariantCapacity best, VariantCapacity v, CapacityResult result) {
        var name = plain(v.variant());
        var ratio =
                result.ratio(best, v)
                        .map(r ->
                                "%s× [%s]"
                                        .formatted(
                                                Figures.number(r.point()),
                                                Format.interval(r, 1, Figures::number)));
        return switch (result.compare(best, v)) {
            case BETTER ->
                    ratio.map(r -> "That is %s the capacity of %s.".formatted(r, name))
                            .orElseGet(() -> sentence(v, result));
            case DIFFERENT ->
                    ratio.map(r ->
                                    "That is %s the capacity of %s, perhaps by no more than the margin."
                                            .formatted(r, name))
                            .orElseGet(() -> sentence(v, result));
            case EQUIVALENT ->
                    "%s is equivalent: %s.".formatted(name, ratio.orElse("the same capacity"));
            case WORSE, UNDECIDED ->
                    ratio.map(r -> "The ratio to %s is undecided: %s.".formatted(name, r))
                            .orElseGet(() -> sentence(v, result));
        };
    }

    /// `best`, `equivalent`, `worse`, `different` or `undecided`; `highest` where no variant is
    /// recommended; empty for a single variant, in an invalid result, and of what is not confirmed.
    static String verdict(VariantCapacity v, CapacityResult result) {
        var best = result.best();
        if (!result.valid() || best.isEmpty() || result.variants().size() == 1) {
            return "";
        }
        if (ConfirmationText.isOpen(best.get(), result) || ConfirmationText.isOpen(v, result)) {
            return "";
        }
        if (CapacityResult.isSame(best.get(), v)) {
            return isRecommended(result) ? BEST : "highest";
        }
        return switch (result.compare(best.get(), v)) {
            case BETTER -> "worse";
            case DIFFERENT -> "different";
            case EQUIVALENT -> EQUIVALENT;
            case WORSE, UNDECIDED -> "undecided";
        };
    }

    /// `9,310/s`, `about 9,310/s` of the process that searched it alone, `≥ 9,310/s`, `not met`,
    /// `unknown`.
    public static String figure(Capacity capacity) {
        return switch (capacity) {
            case Capacity.Estimated e -> about(e) + rate(e.rate());
            case Capacity.Held h -> rate(h.held().rate());
            case Capacity.AtLeast a -> "≥ " + rate(a.rate());
            case Capacity.NotMet _ -> "not met";
            case Capacity.Unknown _ -> "unknown";
        };
    }

    private static String about(Capacity.Estimated estimate) {
        return estimate.processes().isEmpty() ? "about " : "";
    }

    /// The same; of two kinds of processes `1,000/s or 500/s`, and `about 207/s` of what an
    /// interrupted search has not confirmed.
    static String figure(VariantCapacity v, CapacityResult result) {
        return v.capacity() instanceof Capacity.Estimated estimate
                ? result.kinds(v)
                        .map(kinds ->
                                "%s or %s"
                                        .formatted(
                                                rate(CapacityKinds.level(kinds.many())),
                                                rate(CapacityKinds.level(kinds.few()))))
                        .orElseGet(() ->
                                ConfirmationText.isOpen(v, result)
                                        ? "about " + rate(estimate.rate())
                                        : figure(estimate))
                : figure(v.capacity());
    }

    /// `[9,100, 9,520]`, and of what has none its reason.
    static String interval(Capacity capacity) {
        return switch (capacity) {
            case Capacity.Estimated e ->
                    e.shownInterval().map(i -> "[%s]".formatted(ends(i))).orElse(Format.MISSING);
            case Capacity.Held _ -> "one long window";
            case Capacity.AtLeast _ -> "a limit";
            case Capacity.NotMet _, Capacity.Unknown _ -> Format.MISSING;
        };
    }

    /// What bounds a variant at its capacity, how it breaks, how long it held, and of what is not
    /// confirmed, which figure contradicts it.
    static Stream<String> notes(VariantCapacity v, CapacityResult result) {
        var contradicting =
                ConfirmationText.aboveLimit(v, result)
                        .filter(_ -> ConfirmationText.isOpen(v, result));
        return Stream.of(contradicting, bound(v), beyond(v, result), held(v, result))
                .flatMap(Optional::stream);
    }

    /// Why a figure at a confirmed capacity is above the limit.
    static Stream<String> atLimit(VariantCapacity v, CapacityResult result) {
        return ConfirmationText.aboveLimit(v, result)
                .filter(_ -> !ConfirmationText.isOpen(v, result))
                .stream();
    }

    /// How long a rate was held, and which pauses would have shown in that time.
    private static Optional<String> held(VariantCapacity v, CapacityResult result) {
        return v.held(result.objectives())
                .map(window ->
                        "held %s for %.0f s%s"
                                .formatted(
                                        rate(window.rate()),
                                        window.seconds(),
                                        window.pauses().map(CapacityText::shown).orElse("")));
    }

    private static String shown(HeldWindow.Pauses pauses) {
        return ", in which pauses of %s or longer, every %.0f s on average, show with 95 %%, and rarer ones may not"
                .formatted(Format.time(1e9 * pauses.seconds()), pauses.everySeconds());
    }

    /// What bounds a variant at its capacity, and how much of the bound is used; where no bound is
    /// near, where requests wait.
    static Optional<String> bound(VariantCapacity v) {
        return v.bound()
                .map(lowest -> {
                    double used = v.capacity().figure() / lowest.maxThroughput();
                    var share = ", %.0f %% used".formatted(100 * used);
                    return used >= EXPLAINS
                            ? BoundText.boundBy(lowest) + share
                            : far(v, BoundText.of(lowest) + share);
                });
    }

    private static String far(VariantCapacity v, String arithmetic) {
        return reasonOf(v)
                .map(ReasonText::brief)
                .map(why -> why + "; the lowest bound by arithmetic is " + arithmetic)
                .orElseGet(() -> "no known bound is near; the lowest is " + arithmetic);
    }

    /// Where requests wait at the capacity.
    static Optional<String> reason(VariantCapacity v) {
        return reasonOf(v).map(ReasonText::of).filter(text -> !text.isEmpty());
    }

    private static Optional<ConcurrencyReason> reasonOf(VariantCapacity v) {
        return v.atCapacity().flatMap(s -> s.bottleneck().reason());
    }

    /// Whether the objectives break at once or gradually.
    static Optional<String> beyond(VariantCapacity v, CapacityResult result) {
        return v.beyond().map(b -> beyond(b, result));
    }

    private static String beyond(Beyond b, CapacityResult result) {
        return breaks(b, result) + WindowText.faults(b.probe());
    }

    private static String breaks(Beyond b, CapacityResult result) {
        var f = b.probe().figures();
        var at = rate(b.probe().rate());
        if (b.keepsUp()) {
            return "breaks gradually: at %s it keeps up, p%s %s"
                    .formatted(
                            at,
                            percent(result.objectives().percent()),
                            Format.time((double) f.percentileNanos()));
        }
        if (b.refuses()) {
            return "breaks at once: at %s it refuses requests".formatted(at);
        }
        return "breaks at once: at %s requests queue without limit%s"
                .formatted(
                        at,
                        b.probe().outcome() == RateProbe.Outcome.OVER
                                ? ""
                                : ", the median is " + Format.time((double) f.medianNanos()));
    }

    /// `4 s`, `not within 60 s`, `n/a`.
    static String recovery(Optional<Recovery> recovery) {
        return recovery.map(r ->
                        r.seconds().isPresent()
                                ? r.seconds().getAsDouble() < 0.5
                                        ? "at once"
                                        : "%.0f s".formatted(r.seconds().getAsDouble())
                                : "not within %.0f s".formatted(r.limitSeconds()))
                .orElse(Format.MISSING);
    }

    static String rate(double perSecond) {
        return Figures.number(perSecond) + "/s";
    }

    private static String ends(Interval interval) {
        return Format.interval(interval, Figures::number);
    }

    static String percent(double percent) {
        return String.valueOf(percent).replaceFirst("\\.0$", "");
    }
}
