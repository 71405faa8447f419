package dev.loombench.cli.govern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.CountedWork;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class GovernedRateTest {
    private static GovernedRate rate(DoubleSupplier before, DoubleSupplier governed) {
        var rate = new GovernedRate(CountedWork.REQUESTS);
        for (int i = 0; i < GovernedRate.BEFORE; i++) {
            rate.addBefore(before.getAsDouble());
        }
        for (int i = 0; i < GovernedRate.LAST; i++) {
            rate.addGoverned(governed.getAsDouble());
        }
        return rate;
    }

    @Test
    void more_work_per_second_is_help() {
        assertThat(rate(() -> 190, () -> 9_500).text(true))
                .isEqualTo(
                        "requests: 190/s in 5 s before, 9,500/s in the last 30 s, 50.0 times [50.0, 50.0]: it helped, if the load was the same");
        assertThat(rate(() -> 0, () -> 200).text(true))
                .as("an idle service completes nothing either")
                .isEqualTo(
                        "requests: 0.00/s in 5 s before, 200/s in the last 30 s: it helped, if the load was the same");
    }

    @Test
    void less_work_or_as_much_is_none() {
        assertThat(rate(() -> 100, () -> 80).text(true)).contains("it did not help");
        assertThat(rate(() -> 100, () -> 101).text(true)).endsWith("no difference beyond 20 %");
        assertThat(rate(() -> 100, () -> 0).text(true)).endsWith("or the load fell");
        assertThat(rate(() -> 0, () -> 0).text(true)).endsWith("or there was no load");
    }

    @Test
    void a_change_of_the_load_is_no_effect_of_a_governor_that_changed_nothing() {
        assertThat(rate(() -> 100, () -> 300).text(false))
                .endsWith(
                        "3.00 times [3.00, 3.00]: no carrier was added, so this is no effect of it");
    }

    @Test
    void a_short_time_shows_nothing() {
        var rate = new GovernedRate(CountedWork.TASKS);
        for (int i = 0; i < GovernedRate.BEFORE; i++) {
            rate.addBefore(100);
        }
        rate.addGoverned(900);
        assertThat(rate.text(true))
                .startsWith("whether it helped is unknown: tasks of executors were counted");
    }

    /// 4,000 services whose load does not change: Poisson counts of 50 per second, and seconds that
    /// vary by 10 % and correlate by 0.5 with their neighbours.
    @Test
    void a_steady_load_is_rarely_taken_for_help() {
        assertThat(falseAlarms(0)).isBetween(0.0, 0.01);
        assertThat(falseAlarms(0.5)).isBetween(0.0, 0.01);
    }

    private static double falseAlarms(double correlation) {
        var random = new Random(7);
        int services = 4_000;
        int helped = 0;
        for (int i = 0; i < services; i++) {
            var load = new Load(random, correlation);
            helped += rate(load::next, load::next).text(true).contains(": it helped") ? 1 : 0;
        }
        return (double) helped / services;
    }

    private static final class Load {
        private final Random random;
        private final double correlation;
        private double deviation;

        Load(Random random, double correlation) {
            this.random = random;
            this.correlation = correlation;
            deviation = random.nextGaussian();
        }

        /// A normal approximation of the counts, or a process of first order.
        double next() {
            if (correlation == 0) {
                return Math.max(1, Math.rint(50 + Math.sqrt(50) * random.nextGaussian()));
            }
            deviation =
                    correlation * deviation
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            return 50 * (1 + 0.1 * deviation);
        }
    }
}
