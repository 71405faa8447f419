package dev.loombench.traffic;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The status codes of good responses; any other status is an error.
///
/// @param ranges at least one
public record ExpectedStatuses(List<Range> ranges) {
    /// Redirects are not followed, so they are errors unless they are expected.
    public static final ExpectedStatuses DEFAULT =
            new ExpectedStatuses(List.of(new Range(200, 299)));

    private static final int MIN_STATUS = 200;
    private static final int MAX_STATUS = 599;
    private static final Pattern ELEMENT = Pattern.compile("([2-5])(\\d\\d|xx)");

    /// A range of statuses, both ends included.
    public record Range(int from, int to) {
        public Range {
            if (from < MIN_STATUS || to > MAX_STATUS || to < from) {
                throw new WrongInput(
                        "statuses must be between 200 and 599, were %d to %d".formatted(from, to));
            }
        }

        String text() {
            return from == to ? String.valueOf(from) : from / 100 + "xx";
        }
    }

    public ExpectedStatuses {
        ranges = List.copyOf(ranges);
        if (ranges.isEmpty()) {
            throw new WrongInput("expected statuses must contain at least one status");
        }
    }

    /// @param text as in `2xx,302`
    /// @throws WrongInput when it is not such a list
    public static ExpectedStatuses of(String text) {
        var ranges = new ArrayList<Range>();
        for (var element : text.split(",", -1)) {
            var matcher = ELEMENT.matcher(element.strip());
            if (!matcher.matches()) {
                throw new WrongInput(
                        "expected statuses must be a list like 2xx,302 of statuses from 200 to 599, was "
                                + TextSanitizer.quoted(text));
            }
            int hundreds = 100 * Integer.parseInt(matcher.group(1));
            boolean wholeClass = matcher.group(2).equals("xx");
            int rest = wholeClass ? 0 : Integer.parseInt(matcher.group(2));
            ranges.add(new Range(hundreds + rest, hundreds + (wholeClass ? 99 : rest)));
        }
        return new ExpectedStatuses(ranges);
    }

    /// Never allocates.
    public boolean contains(int status) {
        for (int i = 0; i < ranges.size(); i++) {
            var range = ranges.get(i);
            if (range.from <= status && status <= range.to) {
                return true;
            }
        }
        return false;
    }

    /// The list as text: `2xx,302`.
    public String text() {
        return ranges.stream().map(Range::text).collect(Collectors.joining(","));
    }
}
