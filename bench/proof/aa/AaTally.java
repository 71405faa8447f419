import java.util.List;

/// The outcomes of A/A runs.
final class AaTally {
    /// What one comparison says.
    enum Mark {
        NONE,
        DIFFERENCE,

        /// The processes of a server differ: no alarm where compilers make two kinds of them.
        MODES,

        /// No figure to be read.
        REFUSED
    }

    /// Share of the runs that are judged in a proof that says something.
    private static final double JUDGED = 0.5;

    /// Share of the judged runs that find a difference that exists.
    private static final double FOUND = 0.9;

    private int runs;
    private int judged;
    private int alarms;
    private int scored;
    private int marked;
    private int modes;

    /// @param marks of a run: that of its verdict first, then those of its scorecard
    void add(List<Mark> marks) {
        runs++;
        judged += marks.getFirst() == Mark.REFUSED ? 0 : 1;
        alarms += marks.getFirst() == Mark.DIFFERENCE ? 1 : 0;
        modes += marks.getFirst() == Mark.MODES ? 1 : 0;
        scored += marks.stream().allMatch(m -> m == Mark.REFUSED) ? 0 : 1;
        marked += marks.contains(Mark.DIFFERENCE) ? 1 : 0;
    }

    void addFailure() {
        runs++;
    }

    /// Whether the rate of false alarms may be at most a level. Runs that were refused show
    /// nothing.
    boolean fewFalseAlarms(double level) {
        return enoughJudged() && alarms().low() <= level;
    }

    /// Whether the difference of two servers was found in nearly all runs.
    boolean findsDifference() {
        return enoughJudged() && alarms >= FOUND * judged;
    }

    private boolean enoughJudged() {
        return runs > 0 && judged >= JUDGED * runs;
    }

    /// Of the runs whose verdict can be read, those that found a difference.
    Proportion alarms() {
        return new Proportion(alarms, Math.max(1, judged));
    }

    @Override
    public String toString() {
        return "difference found in %s; any mark of the scorecard in %s; of %d runs %d depend on the process, %d are refused"
                .formatted(
                        alarms(),
                        new Proportion(marked, Math.max(1, scored)),
                        runs,
                        modes,
                        runs - judged);
    }
}
