import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The options of a command line, each a name and a value.
record Options(Map<String, String> values) {

    /// @param known names
    /// @throws IllegalArgumentException for another name, or one without a value
    static Options of(String[] args, List<String> known) {
        var values = new HashMap<String, String>();
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i]) || i + 1 == args.length) {
                throw new IllegalArgumentException(
                        known.contains(args[i])
                                ? args[i] + " has no value"
                                : "unknown option: " + args[i]);
            }
            values.put(args[i], args[i + 1]);
        }
        return new Options(values);
    }

    String text(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    /// @throws IllegalArgumentException when it is no number from `least` to `most`
    int number(String name, int defaultValue, int least, int most) {
        var text = text(name, String.valueOf(defaultValue));
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // below
        }
        throw new IllegalArgumentException(
                "%s is a number from %,d to %,d: %s".formatted(name, least, most, text));
    }
}
