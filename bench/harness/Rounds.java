package harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// The rounds of a comparison: each has every generator once, in a random order.
final class Rounds {
    private Rounds() {}

    /// @param generators those that take part; each that fails is dropped from the comparison
    /// @param begin what each round begins with
    /// @param measure one generator, once
    /// @return the generators that were not dropped
    static List<Generator> run(
            CompareOptions options,
            List<Generator> generators,
            Runnable begin,
            Consumer<Generator> measure) {
        var left = new ArrayList<>(generators);
        var random = new Random(options.seed());
        for (int round = 1; round <= options.rounds(); round++) {
            begin.run();
            Collections.shuffle(left, random);
            for (var generator : List.copyOf(left)) {
                Compare.say(
                        "round %d of %d: %s".formatted(round, options.rounds(), generator.name()));
                try {
                    measure.accept(generator);
                } catch (HarnessException e) {
                    Compare.say("dropped from the comparison: " + e.getMessage());
                    left.remove(generator);
                }
            }
        }
        return left;
    }
}
