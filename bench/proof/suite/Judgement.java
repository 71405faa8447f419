import java.util.List;

/// How the readings of a ratio, of one run or of repeated ones, compare with the truth.
enum Judgement {
    /// Within 5 % of it.
    RIGHT("within 5 %"),

    /// Further away, with an interval that contains it.
    IMPRECISE("imprecise"),

    /// The run gives no figure, and says why.
    REFUSED("refused"),

    /// Imprecise, also repeated: an interval so wide that it would contain almost any truth.
    TOO_WIDE("TOO WIDE"),

    /// Further away, with an interval that excludes it; or a figure where there is none.
    WRONG("WRONG"),

    /// The command failed.
    FAILED("FAILED");

    private static final double TOLERANCE = 0.05;

    /// Ratio of the ends of an interval, of repeated runs.
    private static final double WIDEST = 2;

    private final String label;

    Judgement(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean acceptable() {
        return this != TOO_WIDE && this != WRONG && this != FAILED;
    }

    static Judgement of(Workload.Truth truth, Reading reading) {
        return switch (reading) {
            case Reading.Failed _ -> FAILED;
            case Reading.Refused _ -> REFUSED;
            case Reading.Figure figure -> of(truth, figure);
        };
    }

    private static Judgement of(Workload.Truth truth, Reading.Figure figure) {
        return switch (truth) {
            case Workload.Truth.Ratio(var value, _) -> of(value, figure);
            case Workload.Truth.None(_, var finding) ->
                    figure.notes().stream().anyMatch(kind -> kind.matches(finding))
                            ? REFUSED
                            : WRONG;
            case Workload.Truth.LongRun _ ->
                    throw new IllegalArgumentException("the long run has not been read");
        };
    }

    private static Judgement of(double value, Reading.Figure figure) {
        if (Math.abs(figure.point() / value - 1) <= TOLERANCE) {
            return RIGHT;
        }
        return figure.low() <= value && value <= figure.high() ? IMPRECISE : WRONG;
    }

    /// Of repeated runs: that of the geometric mean of their figures, with its interval of 95 %; of
    /// fewer than three figures the worst.
    static Judgement of(Workload.Truth truth, List<Reading> readings) {
        var figures =
                readings.stream()
                        .filter(Reading.Figure.class::isInstance)
                        .map(Reading.Figure.class::cast)
                        .toList();
        if (figures.size() < 3 || !(truth instanceof Workload.Truth.Ratio)) {
            boolean repeated = readings.size() > 1;
            return readings.stream()
                    .map(r -> repeated ? ofRepeated(truth, r) : of(truth, r))
                    .max(Enum::compareTo)
                    .orElseThrow();
        }
        return ofRepeated(truth, mean(figures));
    }

    private static Judgement ofRepeated(Workload.Truth truth, Reading reading) {
        var judgement = of(truth, reading);
        return judgement == IMPRECISE
                        && reading instanceof Reading.Figure figure
                        && figure.high() > WIDEST * figure.low()
                ? TOO_WIDE
                : judgement;
    }

    /// The geometric mean of figures of independent runs, at least two, with two standard errors.
    static Reading.Figure mean(List<Reading.Figure> figures) {
        var ratios = new LogRatios();
        figures.forEach(f -> ratios.add(f.point(), 1));
        double error = 2 * Math.sqrt(ratios.squaredStandardError());
        return new Reading.Figure(
                Math.exp(ratios.mean() - error),
                ratios.ratio(),
                Math.exp(ratios.mean() + error),
                List.of());
    }
}
