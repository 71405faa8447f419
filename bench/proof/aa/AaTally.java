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

    /// Runs whose verdict can be read.
    int judged() {
        return judged;
    }

    /// Of these, those that found a difference.
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
