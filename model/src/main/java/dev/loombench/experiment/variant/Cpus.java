package dev.loombench.experiment.variant;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.regex.Pattern;

/// The processors that a variant may use.
public sealed interface Cpus {
    /// The text that names them in an experiment, as [#of] parses it.
    String text();

    /// The number of processors, or a part of it: of a quota, CPU time per elapsed time.
    double cores();

    /// Certain processors, as `taskset` takes them: `0`, `0-1`, `0,2`.
    record Listed(String list) implements Cpus {
        private static final Pattern LIST =
                Pattern.compile("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*");
        private static final Pattern RANGE = Pattern.compile("(\\d+)-(\\d+)");

        public Listed {
            if (!LIST.matcher(list).matches()) {
                throw new WrongInput(
                        "cpus must be a list like 0 or 0-1 or 0,2, or like count 2 or quota 0.5, was "
                                + TextSanitizer.quoted(list));
            }
            var ranges = RANGE.matcher(list);
            while (ranges.find()) {
                if (Integer.parseInt(ranges.group(1)) > Integer.parseInt(ranges.group(2))) {
                    throw new WrongInput(
                            "a range of cpus must count upwards, was \"" + ranges.group() + "\"");
                }
            }
        }

        @Override
        public String text() {
            return list;
        }

        /// One that is listed twice counts once.
        @Override
        public double cores() {
            return processors().cardinality();
        }

        /// The processors by their numbers.
        public BitSet processors() {
            var listed = new BitSet();
            for (var range : list.split(",", -1)) {
                var ends = range.split("-", -1);
                int first = Integer.parseInt(ends[0]);
                listed.set(first, Integer.parseInt(ends[ends.length - 1]) + 1);
            }
            return listed;
        }
    }

    /// So many processors: the first of those that the lab may use.
    record Count(int count) implements Cpus {
        public Count {
            if (count < 1) {
                throw new WrongInput("a count of cpus must be at least 1, was " + count);
            }
        }

        @Override
        public String text() {
            return "count " + count;
        }

        @Override
        public double cores() {
            return count;
        }
    }

    /// A part of the time of all processors, by the quota of a control group, as a container has
    /// it.
    ///
    /// @param cores CPU time per elapsed time, at least 0.01: the kernel takes no quota below 1 ms
    ///   in 100 ms
    record Quota(double cores) implements Cpus {
        private static final double MIN = 0.01;

        public Quota {
            if (!(cores >= MIN)) {
                throw new WrongInput(
                        "a quota of cpus must be at least %s, was %s".formatted(MIN, cores));
            }
        }

        @Override
        public String text() {
            return "quota " + BigDecimal.valueOf(cores).toPlainString();
        }
    }

    /// Parses a list (`0-1`), a count (`count 2`) or a quota (`quota 0.5`).
    ///
    /// @throws WrongInput when it is none of them
    static Cpus of(String text) {
        var amount =
                Pattern.compile("count (?<count>\\d{1,4})|quota (?<quota>\\d{1,4}(\\.\\d{1,4})?)")
                        .matcher(text);
        if (!amount.matches()) {
            return new Listed(text);
        }
        return amount.group("count") != null
                ? new Count(Integer.parseInt(amount.group("count")))
                : new Quota(Double.parseDouble(amount.group("quota")));
    }
}
