package dev.loombench.requests.log;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line of an access log of AWS's Application Load Balancer, whose requests have whole URLs.
///
/// Its first time is that of the response, or of the end of a WebSocket. Newer lines have the time
/// at which the request came as well; in others the times of the balancer and of the target are
/// subtracted, unless one of them is -1.
///
/// Source: "Access log entries" of
/// https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html;
/// the pattern of "Create a table for ALB access logs" in the guide of Amazon Athena.
final class BalancerLine {
    /// Type, time, balancer, client, target, three processing times, two statuses, two numbers of
    /// bytes, and the request. One that the balancer cannot read has `-` for its method and no
    /// version, as in `- http://192.0.2.1:80- `; scanners send many of them.
    private static final Pattern LINE =
            Pattern.compile(
                    "(?:https?|h2|grpcs|wss?) (\\S+) \\S+ \\S+ \\S+ (\\S+) (\\S+) (\\S+) (\\d{3}|-|) \\S+ \\S+ \\S+ \"(\\S+) (\\S+) (\\S*)\"");

    /// The time at which the request came stands between the priority of a rule and its actions.
    private static final Pattern CREATED =
            Pattern.compile("\" (?:-1|-|\\d{1,9}) (\\d{4}-\\S+Z) \"");

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    // The groups of a line.
    private static final int TIME = 1;
    private static final int FIRST_PROCESSING = 2;
    private static final int LAST_PROCESSING = 4;
    private static final int STATUS = 5;
    private static final int METHOD = 6;
    private static final int URL = 7;
    private static final int VERSION = 8;

    private static final int DIGITS_OF_NANOS = 9;

    private BalancerLine() {}

    /// Empty where the line has another format.
    static Optional<LogLine> parse(String line) {
        var known = LINE.matcher(line);
        if (!known.lookingAt()) {
            return Optional.empty();
        }
        var ended = LogTime.nanos(known.group(TIME));
        if (ended.isEmpty()) {
            return Optional.empty();
        }
        var created = CREATED.matcher(line);
        var came =
                created.find(known.end()) ? LogTime.nanos(created.group(1)) : OptionalLong.empty();
        var status = known.group(STATUS);
        return Optional.of(
                new LogLine(
                        came.isPresent() ? came : ended,
                        came.isPresent() ? OptionalLong.empty() : processing(known),
                        request(known),
                        status.length() < 3 ? 0 : Integer.parseInt(status)));
    }

    private static String request(Matcher known) {
        return "%s %s %s"
                .formatted(
                        known.group(METHOD),
                        JsonLogLine.path(known.group(URL)).orElse("-"),
                        known.group(VERSION));
    }

    /// From the arrival to the response, ns; empty where a part of it is not known.
    private static OptionalLong processing(Matcher known) {
        long nanos = 0;
        for (int group = FIRST_PROCESSING; group <= LAST_PROCESSING; group++) {
            var seconds = known.group(group);
            if (!SECONDS.matcher(seconds).matches()) {
                return OptionalLong.empty();
            }
            nanos += new BigDecimal(seconds).movePointRight(DIGITS_OF_NANOS).longValue();
        }
        return OptionalLong.of(nanos);
    }
}
