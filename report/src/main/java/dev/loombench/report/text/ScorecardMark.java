package dev.loombench.report.text;

import static java.util.regex.Matcher.quoteReplacement;

import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.report.RatioText;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The outcome of a comparison in a scorecard, with the mark that stands for it in a table.
enum ScorecardMark {
    BETTER("✓", "better"),
    WORSE("✗", "worse"),
    EQUIVALENT("=", "equivalent"),
    DIFFERENT("~", "different by an unknown amount"),
    DEPENDS("≷", "depends on the process"),
    UNDECIDED("?", "undecided"),
    UNJUDGED("·", "not judged in slices"),
    UNSTEADY("…", "(figure): not steady"),
    INVALID("!", "invalid by a finding");

    private static final Pattern UNSTEADY_FIGURE = Pattern.compile("(?<= )\\(\\d[^()]*\\)");

    /// An outcome in words, in the brackets of a cell.
    private static final Pattern OUTCOME =
            Pattern.compile("(?<=[\\[ ])(?:better|worse|undecided|invalid)(?=[;:\\]])");

    private final String symbol;
    private final String meaning;

    ScorecardMark(String symbol, String meaning) {
        this.symbol = symbol;
        this.meaning = meaning;
    }

    static Optional<ScorecardMark> mark(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Baseline _, Verdict.NoEvidence _ -> Optional.empty();
            case Verdict.Better _ -> Optional.of(BETTER);
            case Verdict.Worse _ -> Optional.of(WORSE);
            case Verdict.NoDifference _ -> Optional.of(EQUIVALENT);
            case Verdict.Different _ -> Optional.of(DIFFERENT);
            case Verdict.DependsOnProcess _ -> Optional.of(DEPENDS);
            case Verdict.Undecided _ -> Optional.of(UNDECIDED);
            case Verdict.Invalid(_, var by) -> Optional.of(of(by));
        };
    }

    /// `✓ 3.89×`; only the mark where the trials differ too much for a ratio.
    static String of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Baseline _, Verdict.NoEvidence _ -> "";
            case Verdict.Better(var ratio) -> BETTER.cell(ratio);
            case Verdict.Worse(var ratio) -> WORSE.cell(ratio);
            case Verdict.NoDifference(var ratio, _) -> EQUIVALENT.cell(ratio);
            case Verdict.Different(var ratio) -> DIFFERENT.cell(ratio);
            case Verdict.DependsOnProcess(var modes, _) -> DEPENDS.marked(RatioText.points(modes));
            case Verdict.Undecided _ -> UNDECIDED.cell(verdict.shownInterval());
            case Verdict.Invalid(_, var by) -> of(by).cell(verdict.shownInterval());
        };
    }

    /// The mark with a ratio, or alone.
    String cell(Optional<Interval> ratio) {
        return ratio.map(this::cell).orElse(symbol);
    }

    private String cell(Interval ratio) {
        return marked(RatioText.ratio(ratio.point()) + "×");
    }

    String marked(String figure) {
        return symbol + " " + figure;
    }

    /// The meaning of the marks that a table has; empty without any.
    ///
    /// @param first name of the variant with which the others are compared
    /// @param marks of the table
    static Optional<String> legend(String first, double margin, Set<ScorecardMark> marks) {
        return marks.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        marks.stream()
                                .sorted()
                                .map(m -> m.symbol + " " + m.meaning(margin))
                                .collect(
                                        Collectors.joining(
                                                ", ",
                                                "Ratio to %s (95 %%, others together): "
                                                        .formatted(first),
                                                ".")));
    }

    private String meaning(double margin) {
        return this == EQUIVALENT
                ? "%s within %s %%".formatted(meaning, Figures.axis(100 * margin))
                : meaning;
    }

    static ScorecardMark of(ResultFinding invalidating) {
        if (invalidating.isUnjudged()) {
            return UNJUDGED;
        }
        return invalidating.isUnsteady() ? UNSTEADY : INVALID;
    }

    /// A figure that a finding makes invalid: that of a metric that is not steady is not to be
    /// read.
    static String invalid(String figure, ResultFinding by) {
        return of(by).invalid(figure);
    }

    /// The same with this mark, that of the finding.
    String invalid(String figure) {
        return this == UNSTEADY ? "(%s)".formatted(figure) : marked(figure);
    }

    /// A line of a table with coloured marks, or outcomes in words.
    static String coloured(String line, AnsiStyle style) {
        var words =
                OUTCOME.matcher(line)
                        .replaceAll(word -> quoteReplacement(outcome(word.group(), style)));
        return warned(
                warned(
                        UNSTEADY_FIGURE
                                .matcher(words)
                                .replaceAll(figure -> quoteReplacement(style.faint(figure.group())))
                                .replace(BETTER.symbol, style.good(BETTER.symbol))
                                .replace(WORSE.symbol, style.bad(WORSE.symbol)),
                        UNDECIDED,
                        style),
                INVALID,
                style);
    }

    private static String outcome(String word, AnsiStyle style) {
        return switch (word) {
            case "better" -> style.good(word);
            case "undecided" -> style.warning(word);
            default -> style.bad(word);
        };
    }

    /// The symbol also occurs in other text.
    private static String warned(String line, ScorecardMark mark, AnsiStyle style) {
        return line.replace(" " + mark.symbol + " ", " " + style.warning(mark.symbol) + " ");
    }
}
