package dev.loombench.traffic;

import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;

/// A level over time: straight lines between points. The level is a rate in requests per second, or
/// a number of users.
///
/// Time 0 is the start of the measured window. Two points at the same time are a jump; the level at
/// that time is that of the later point. After the last point the level stays constant.
///
/// @param points at least one, in the order of time, the first at 0
/// @param warmUp the level during warm-up; empty for the first level above 0
public record LoadProfile(List<Point> points, OptionalDouble warmUp) {
    /// A time that is never reached, ns: 73 years, which can be added to any clock without
    /// overflow.
    public static final long NEVER = 1L << 61;

    /// The level at a time.
    ///
    /// @param at time after the start of the window, from 0 to one year
    /// @param level 0 or more
    public record Point(Duration at, double level) {
        public Point {
            if (at.isNegative()) {
                throw new WrongInput(
                        "a point of a load profile must not be before 0, was " + Units.text(at));
            }
            if (at.compareTo(Units.MAX_DURATION) > 0) {
                throw new WrongInput(
                        "the stages of a load profile must end within %d days, was %,d"
                                .formatted(Units.MAX_DURATION.toDays(), at.toDays()));
            }
            checked(level);
        }

        private long nanos() {
            return at.toNanos();
        }
    }

    /// A stage of a load profile, as in an experiment.
    ///
    /// @param from the level at its start; empty for the level at the end of the previous stage, or
    ///   0 in the first stage
    /// @param to the level at its end
    /// @param length 0 for a jump
    public record Stage(OptionalDouble from, double to, Duration length) {
        public Stage {
            if (length.isNegative()) {
                throw new WrongInput(
                        "the duration of a stage must not be negative, was " + Units.text(length));
            }
        }

        /// A straight line from the level at the end of the previous stage.
        public static Stage rampTo(double level, Duration length) {
            return new Stage(OptionalDouble.empty(), level, length);
        }

        /// A jump to a constant level.
        public static Stage at(double level, Duration length) {
            return new Stage(OptionalDouble.of(level), level, length);
        }
    }

    public LoadProfile {
        points = List.copyOf(points);
        if (points.isEmpty() || !points.getFirst().at().isZero()) {
            throw new WrongInput("a load profile must begin with a point at 0");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).nanos() < points.get(i - 1).nanos()) {
                throw new WrongInput("the points of a load profile must be in the order of time");
            }
        }
        if (points.stream().allMatch(p -> p.level() == 0)) {
            throw new WrongInput("a load profile must have a level above 0");
        }
        warmUp.ifPresent(LoadProfile::checked);
    }

    public LoadProfile(List<Point> points) {
        this(points, OptionalDouble.empty());
    }

    private static double checked(double level) {
        if (!(level >= 0 && level <= Units.MAX_RATE)) {
            throw new WrongInput("a level must be between 0 and 1,000,000,000, was " + level);
        }
        return level;
    }

    /// A constant level.
    public static LoadProfile constant(double level) {
        return new LoadProfile(List.of(new Point(Duration.ZERO, level)));
    }

    /// @param stages at least one, each starts at the end of the previous one
    public static LoadProfile of(List<Stage> stages) {
        var points = new ArrayList<Point>();
        var at = Duration.ZERO;
        double level = 0;
        for (var stage : stages) {
            level = stage.from().orElse(level);
            if (!at.isZero() || !stage.length().isZero()) { // a jump at 0 only sets the first level
                addNew(points, new Point(at, level));
            }
            at = at.plus(stage.length());
            level = stage.to();
            addNew(points, new Point(at, level));
        }
        return new LoadProfile(points);
    }

    private static void addNew(List<Point> points, Point point) {
        if (points.isEmpty() || !points.getLast().equals(point)) {
            points.add(point);
        }
    }

    /// The same profile with another level during warm-up.
    public LoadProfile withWarmUp(double warmUpLevel) {
        return new LoadProfile(points, OptionalDouble.of(warmUpLevel));
    }

    /// Whether the level is the same at all times of the window.
    public boolean isConstant() {
        return points.stream().allMatch(p -> p.level() == points.getFirst().level());
    }

    /// The time of the last point; 0 for a level that never changes.
    public Duration length() {
        return points.getLast().at();
    }

    /// The level during warm-up: as given, else the first level above 0.
    public double warmUpLevel() {
        return warmUp.orElseGet(() ->
                points.stream().mapToDouble(Point::level).filter(l -> l > 0).findFirst().orElse(0));
    }

    /// The level at a time in ns after the start of the window.
    public double at(long nanos) {
        int next = 0;
        while (next < points.size() && points.get(next).nanos() <= nanos) {
            next++;
        }
        if (next == 0 || next == points.size()) {
            return points.get(Math.max(next - 1, 0)).level();
        }
        var a = points.get(next - 1);
        var b = points.get(next);
        return a.level()
                + (b.level() - a.level()) * (nanos - a.nanos()) / (b.nanos() - (double) a.nanos());
    }

    /// The highest level, including warm-up.
    public double peak() {
        double highest = points.stream().mapToDouble(Point::level).max().orElseThrow();
        return Math.max(highest, warmUpLevel());
    }

    /// The highest level up to a time in ns after the start of the window.
    public double peakUntil(long nanos) {
        return points.stream()
                .filter(p -> p.nanos() <= nanos)
                .mapToDouble(Point::level)
                .reduce(at(nanos), Math::max);
    }

    /// The mean level of a window of this length: the integral of the level divided by the length.
    ///
    /// @param nanos length of the window, above 0
    public double mean(long nanos) {
        double area = 0; // level * ns
        for (int i = 0; i < points.size(); i++) {
            long from = points.get(i).nanos();
            long to = i + 1 < points.size() ? points.get(i + 1).nanos() : Long.MAX_VALUE;
            if (from < nanos && to > from) {
                long end = Math.min(to, nanos);
                double last = end == to ? points.get(i + 1).level() : at(end);
                area += (points.get(i).level() + last) / 2 * (end - from);
            }
        }
        return area / nanos;
    }

    /// The first time in ns, at `from` or later, at which the level is at least `level`; else
    /// `NEVER`.
    public long reaches(double level, long from) {
        return first(
                from,
                reached -> reached >= level,
                (a, b) -> {
                    double part =
                            a.level() >= level ? 1 : (level - a.level()) / (b.level() - a.level());
                    return a.nanos() + (long) Math.ceil(part * (b.nanos() - a.nanos()));
                });
    }

    /// The first time in ns, at `from` or later, at which the level is below `level`; else `NEVER`.
    public long fallsBelow(double level, long from) {
        return first(
                from,
                fallen -> fallen < level,
                (a, b) -> {
                    double part =
                            a.level() < level ? 1 : (a.level() - level) / (a.level() - b.level());
                    long crossing = a.nanos() + (long) Math.floor(part * (b.nanos() - a.nanos()));
                    return Math.min(b.nanos(), crossing + 1);
                });
    }

    /// The first time in ns, at `from` or later, with such a level.
    ///
    /// @param crossing the first such time between two points, of which the second has one
    private long first(long from, DoublePredicate isSuch, ToLongBiFunction<Point, Point> crossing) {
        if (isSuch.test(at(from))) {
            return from;
        }
        for (int i = 1; i < points.size(); i++) {
            var b = points.get(i);
            if (b.nanos() > from && isSuch.test(b.level())) {
                return Math.max(from, crossing.applyAsLong(points.get(i - 1), b));
            }
        }
        return NEVER;
    }

    /// The profile as text: `400`, or `0..5000/30s,5000/1m`.
    public String text() {
        if (points.size() == 1) {
            return plain(points.getFirst().level());
        }
        var stages = new ArrayList<String>();
        for (int i = 1; i < points.size(); i++) {
            var a = points.get(i - 1);
            var b = points.get(i);
            if (b.nanos() > a.nanos()) {
                var from = a.level() == b.level() ? "" : plain(a.level()) + "..";
                stages.add(from + plain(b.level()) + "/" + Units.text(b.at().minus(a.at())));
            }
        }
        return stages.stream().collect(Collectors.joining(","));
    }

    private static String plain(double level) {
        return level == Math.rint(level) ? Long.toString((long) level) : Double.toString(level);
    }
}
