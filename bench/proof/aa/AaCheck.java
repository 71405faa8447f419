import java.util.Collections;
import java.util.List;

/// Checks which outcomes of A/A runs pass. Run by `build/bench-test.sh`.
final class AaCheck {
    private static final double LEVEL = 0.05;

    private AaCheck() {}

    public static void main(String[] args) {
        require(tally(0, 0, 0).fewFalseAlarms(LEVEL), false);
        require(tally(0, 0, 100).fewFalseAlarms(LEVEL), false);
        require(tally(0, 0, 100).findsDifference(), false);
        require(tally(0, 49, 51).fewFalseAlarms(LEVEL), false);
        require(tally(0, 50, 50).fewFalseAlarms(LEVEL), true);
        require(tally(0, 100, 0).fewFalseAlarms(LEVEL), true);
        // 10 of 100: 4.9 to 17.6 %; 11 of 100: 5.6 to 18.8 %
        require(tally(10, 90, 0).fewFalseAlarms(LEVEL), true);
        require(tally(11, 89, 0).fewFalseAlarms(LEVEL), false);
        require(tally(90, 10, 0).findsDifference(), true);
        require(tally(89, 11, 0).findsDifference(), false);
        require(tally(49, 0, 51).findsDifference(), false);
        require(tally(50, 0, 50).findsDifference(), true);
        System.out.println("A/A runs pass where they show something");
    }

    /// Half of those that were refused have failed.
    private static AaTally tally(int differences, int equal, int refused) {
        var tally = new AaTally();
        add(tally, differences, AaTally.Mark.DIFFERENCE);
        add(tally, equal, AaTally.Mark.NONE);
        add(tally, refused / 2, AaTally.Mark.REFUSED);
        Collections.nCopies(refused - refused / 2, tally).forEach(AaTally::addFailure);
        return tally;
    }

    private static void add(AaTally tally, int runs, AaTally.Mark mark) {
        Collections.nCopies(runs, List.of(mark)).forEach(tally::add);
    }

    private static void require(boolean passes, boolean expected) {
        if (passes != expected) {
            throw new AssertionError("passes: " + passes);
        }
    }
}
