package dev.loombench.traffic;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadProfile.Stage;
import java.util.ArrayList;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/// Parses a load profile in one line: a constant level, or a sequence of stages.
///
/// A stage is `level/time`, a jump to a constant level, or `from..to/time`, a straight line.
/// Without `from` the line starts at the end of the previous stage. Commas separate stages.
public final class LoadProfileParser {
    /// The time of a stage begins with a digit; the unit of a rate, as in `5k/s`, does not.
    private static final Pattern STAGE = Pattern.compile("(?:(.*?)(\\.\\.))?(.*)/(\\d.*)");

    private static final String EXPECTED =
            "expected stages separated by commas, like 0..5k/30s (from 0 to 5k within 30 s) or"
                    + " 5k/1m (5k for 1 min)";

    private final ToDoubleFunction<String> level;
    private final double highest;
    private final DoubleFunction<String> tooHighMessage;
    private final String zeroMessage;

    /// @param level parses a level
    /// @param tooHigh the message for a level above `highest`
    /// @param aboveZero the message for a constant level of 0
    private LoadProfileParser(
            ToDoubleFunction<String> level,
            double highest,
            DoubleFunction<String> tooHigh,
            String aboveZero) {
        this.level = level;
        this.highest = highest;
        this.tooHighMessage = tooHigh;
        this.zeroMessage = aboveZero;
    }

    /// A parser of rates in requests per second, with one load generator thread.
    public static LoadProfileParser ofRates() {
        return ofRates(1);
    }

    /// A parser of rates in requests per second.
    ///
    /// @param threads threads of the load generator, which limit the rate:
    ///   `LoadModel.Open.MAX_RATE_PER_THREAD`
    public static LoadProfileParser ofRates(int threads) {
        double highest = LoadModel.Open.MAX_RATE_PER_THREAD * threads;
        return new LoadProfileParser(
                Units::rate,
                highest,
                rate ->
                        String.format(
                                Locale.ROOT,
                                "must be at most %,.0f requests/s (%,.0f per thread of the load"
                                        + " generator), was %,.0f",
                                highest,
                                LoadModel.Open.MAX_RATE_PER_THREAD,
                                rate),
                "must be above 0 requests per second");
    }

    /// A parser of numbers of users.
    ///
    /// @param max maximum number of users
    public static LoadProfileParser ofUsers(int max) {
        return new LoadProfileParser(
                Units::count,
                max,
                users -> "must be between 1 and %d, was %.0f".formatted(max, users),
                "must be between 1 and %d, was 0".formatted(max));
    }

    /// Parses the one-line form: `400`, or `0..5k/30s,5k/1m`.
    ///
    /// @throws WrongInput when it is neither
    public LoadProfile line(String text) {
        if (!text.contains(",") && !STAGE.matcher(text).matches()) {
            return LoadProfile.constant(levelAboveZero(text));
        }
        var stages = new ArrayList<Stage>();
        for (var part : text.split(",", -1)) {
            stages.add(stage(part.strip()));
        }
        return LoadProfile.of(stages);
    }

    private Stage stage(String text) {
        var matcher = STAGE.matcher(text);
        if (!matcher.matches()) {
            throw new WrongInput(TextSanitizer.quoted(text) + " is not a stage; " + EXPECTED);
        }
        double to = level(matcher.group(3));
        var length = Units.duration(matcher.group(4));
        if (length.isZero()) {
            throw new WrongInput(
                    "the duration of a stage must be above 0, was " + Units.text(length));
        }
        if (matcher.group(2) == null) {
            return Stage.at(to, length);
        }
        var from = matcher.group(1);
        return from.isEmpty()
                ? Stage.rampTo(to, length)
                : new Stage(OptionalDouble.of(level(from)), to, length);
    }

    /// Parses a single level above 0, such as that of a warm-up.
    ///
    /// @throws WrongInput when it is not a level above 0
    public double levelAboveZero(String text) {
        double value = level(text);
        if (value == 0) {
            throw new WrongInput(zeroMessage);
        }
        return value;
    }

    /// Parses a single level.
    ///
    /// @throws WrongInput when it is none, or too high
    public double level(String text) {
        return checked(level.applyAsDouble(text.strip()));
    }

    /// A level that was computed.
    ///
    /// @throws WrongInput when it is too high
    public double checked(double value) {
        if (value > highest) {
            throw new WrongInput(tooHighMessage.apply(value));
        }
        return value;
    }
}
