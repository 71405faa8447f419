package dev.loombench.cli.govern;

import dev.loombench.observe.jvm.CountedWork;
import dev.loombench.report.Format;
import dev.loombench.stats.Interval;
import dev.loombench.stats.StudentT;
import dev.loombench.text.Figures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// Whether governing has helped a service: how much work it completed per second before, and in the
/// last seconds of governing.
final class GovernedRate {
    /// Windows before: the service waits for the governor meanwhile.
    static final int BEFORE = 5;

    /// Last windows that are compared with them.
    static final int LAST = 30;

    /// Fewer show no spread.
    private static final int FEWEST = 3;

    /// A smaller change is called none. It also keeps seconds that resemble their neighbours from
    /// being taken for a change.
    private static final double CHANGE = 1.2;

    /// Share of intervals that contain the true ratio, where windows do not correlate.
    private static final double LEVEL = 0.999;

    private static final String HELPED = "it helped, if the load was the same";
    private static final String NO_HELP = "it did not help, or the load fell";

    private final CountedWork work;
    private final List<Double> before = new ArrayList<>();
    private final Deque<Double> governed = new ArrayDeque<>();

    GovernedRate(CountedWork work) {
        this.work = work;
    }

    /// @param perSecond completed in a window before governing
    void addBefore(double perSecond) {
        before.add(perSecond);
    }

    /// @param perSecond completed in a window while governed
    void addGoverned(double perSecond) {
        governed.addLast(perSecond);
        if (governed.size() > LAST) {
            governed.removeFirst();
        }
    }

    /// What cannot be said of a service that counts nothing.
    static String uncounted() {
        return "whether it helped is unknown: the service publishes no count of requests or tasks"
                + " (Tomcat's with server.tomcat.mbeanregistry.enabled=true)";
    }

    /// @param changed whether the number of carriers was changed
    String text(boolean changed) {
        if (before.size() < FEWEST || governed.size() < FEWEST) {
            return "whether it helped is unknown: %s were counted for less than %d s before or while governed"
                    .formatted(work.label(), FEWEST);
        }
        var rates =
                "%s: %s/s in %d s before, %s/s in the last %d s"
                        .formatted(
                                work.label(),
                                Figures.number(mean(before)),
                                before.size(),
                                Figures.number(mean(governed)),
                                governed.size());
        return "%s%s: %s"
                .formatted(
                        rates,
                        ratio().map(GovernedRate::times).orElse(""),
                        changed ? verdict() : "no carrier was added, so this is no effect of it");
    }

    private static String times(Interval ratio) {
        return ", %s times [%s]"
                .formatted(
                        Figures.number(ratio.point()), Format.interval(ratio, 1, Figures::number));
    }

    private String verdict() {
        double b = mean(before);
        double g = mean(governed);
        if (b == 0 && g == 0) {
            return "nothing was completed, so it did not help, or there was no load";
        }
        if (b == 0 || g == 0) {
            return g > 0 ? HELPED : NO_HELP;
        }
        return ratio().map(GovernedRate::verdict).orElse("too uneven to say whether it helped");
    }

    /// Helped where the interval is above 1 and the ratio at least 1.2. Without a change the chance
    /// of that is below 1 %, also where neighbouring seconds correlate by 0.5.
    private static String verdict(Interval ratio) {
        if (ratio.low() > 1 && ratio.point() >= CHANGE) {
            return HELPED;
        }
        if (ratio.high() < 1 && ratio.point() <= 1 / CHANGE) {
            return NO_HELP;
        }
        return ratio.low() >= 1 / CHANGE && ratio.high() <= CHANGE
                ? "no difference beyond 20 %"
                : "undecided whether it helped";
    }

    /// Governed over before.
    private Optional<Interval> ratio() {
        return StudentT.ratio(array(governed), array(before), LEVEL);
    }

    private static double mean(Collection<Double> rates) {
        return DoubleStream.of(array(rates)).average().orElse(0);
    }

    private static double[] array(Collection<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
