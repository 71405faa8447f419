package dev.loombench.report.sweep;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Crossover;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.experiment.Experiment;
import dev.loombench.export.AnswerStatus;
import dev.loombench.finding.Severity;
import dev.loombench.report.ComparisonText;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricText;
import dev.loombench.text.Figures;
import dev.loombench.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The verdicts of a sweep by number of users, in words.
public final class SweepText {
    private SweepText() {}

    /// `v is equivalent at 50 and 200, better at 800 users; it becomes better between 200 and 800
    /// users.`
    public static String of(Sweep sweep, String variant) {
        var crossover = sweep.crossover(variant).map(c -> "; it " + crossover(c)).orElse("");
        return "%s is %s%s.".formatted(plain(variant), byLevel(sweep, variant), crossover);
    }

    /// `v becomes better between 200 and 800 users.` of each variant with a crossover.
    public static List<String> crossovers(Sweep sweep) {
        var sentences = new ArrayList<String>();
        for (var variant : others(sweep)) {
            sweep.crossover(variant)
                    .map(c -> "%s %s.".formatted(plain(variant), crossover(c)))
                    .ifPresent(sentences::add);
        }
        return sentences;
    }

    /// The experiment of the first level.
    public static Experiment experiment(Sweep sweep) {
        return sweep.levels().getFirst().analysis().manifest().experiment();
    }

    /// The worst of the levels; a missing one is undecided.
    public static AnswerStatus status(Sweep sweep) {
        return Stream.concat(
                        sweep.levels().stream().map(level -> Headline.status(level.analysis())),
                        sweep.missing().stream().map(_ -> AnswerStatus.UNDECIDED))
                .max(Comparator.naturalOrder())
                .orElse(AnswerStatus.DECIDED);
    }

    /// The crossovers, or that there is none, after the levels that are invalid and those that have
    /// not ended.
    public static String headline(Sweep sweep) {
        return Stream.of(invalid(sweep), interrupted(sweep), Optional.of(ofMeasured(sweep)))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
    }

    /// `Invalid result at 200 and 800 users.`; empty where each level that has ended is valid.
    private static Optional<String> invalid(Sweep sweep) {
        var invalid =
                sweep.levels().stream()
                        .filter(level -> !level.analysis().valid())
                        .map(level -> users(level.users()))
                        .toList();
        return invalid.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Invalid result at %s users.".formatted(Sentence.listed(invalid, "and")));
    }

    private static String ofMeasured(Sweep sweep) {
        var crossovers = crossovers(sweep);
        var levels = sweep.levels();
        if (!crossovers.isEmpty()) {
            return String.join(" ", crossovers);
        }
        return levels.size() == 1
                ? "A single number of users was measured, %s, which shows no crossover."
                        .formatted(users(levels.getFirst().users()))
                : String.format(
                        Locale.ROOT,
                        "No crossover is decided between %,d and %,d users.",
                        levels.getFirst().users(),
                        levels.getLast().users());
    }

    /// `Interrupted: the levels of 200 and 800 users have not ended.`; empty of a whole sweep.
    private static Optional<String> interrupted(Sweep sweep) {
        var missing = sweep.missing().stream().map(SweepText::users).toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Interrupted: the %s of %s users %s not ended."
                                .formatted(
                                        missing.size() == 1 ? "level" : "levels",
                                        Sentence.listed(missing, "and"),
                                        missing.size() == 1 ? "has" : "have"));
    }

    private static String users(int users) {
        return String.format(Locale.ROOT, "%,d", users);
    }

    /// How each level is judged: at all levels together, marks are wrong more often.
    public static String method(Experiment experiment) {
        return "Each number of users is a comparison of its own with %s by %s, with a margin of %s %%: its intervals hold with 95 %% at that number, not at all of them together."
                .formatted(
                        plain(experiment.variants().getFirst().name()),
                        MetricText.label(experiment),
                        Figures.axis(100 * experiment.margin()));
    }

    /// The first reason for which the result of a level is invalid.
    public static String invalidity(Level level) {
        return level.analysis().causes(Severity.INVALID).stream()
                .map(group -> plain(group.cause().text().message()))
                .findFirst()
                .orElse("a variant has no completed trial");
    }

    /// The names of all variants but the first.
    public static List<String> others(Sweep sweep) {
        return sweep.levels().getFirst().analysis().variants().stream()
                .skip(1)
                .map(v -> v.variant().name())
                .toList();
    }

    private static String crossover(Crossover c) {
        return String.format(
                Locale.ROOT,
                "%s better between %,d and %,d users",
                c.better() ? "becomes" : "stops being",
                c.from(),
                c.to());
    }

    /// `equivalent at 50 and 200, better at 800 users`.
    private static String byLevel(Sweep sweep, String variant) {
        var levels = new LinkedHashMap<String, List<String>>();
        for (var level : sweep.levels()) {
            levels.computeIfAbsent(word(level, variant), _ -> new ArrayList<>())
                    .add(users(level.users()));
        }
        return levels.entrySet().stream()
                .map(e -> "%s at %s".formatted(e.getKey(), Sentence.listed(e.getValue(), "and")))
                .collect(Collectors.joining(", ", "", " users"));
    }

    private static String word(Level level, String variant) {
        return Sweep.isMeasured(level, variant)
                ? ComparisonText.word(Sweep.of(level, variant).verdict())
                : "not measured validly";
    }
}
