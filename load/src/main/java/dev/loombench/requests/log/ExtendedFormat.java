package dev.loombench.requests.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The columns of an access log in the extended format of W3C, as its line `#Fields:` names them:
/// logs of IIS, of CloudFront and of Tomcat's `ExtendedAccessLogValve`.
///
/// Times are in UTC, and those of the ends of requests; without a column of dates, the day is that
/// of the line `#Date:`. Values are separated by blanks or tabs; those in quotes may contain them,
/// and `-` is none.
///
/// Sources: https://www.w3.org/TR/WD-logfile.html; "W3C Extended Log File Format" of
/// https://learn.microsoft.com/en-us/windows/win32/http/w3c-logging; "Standard log file fields" of
/// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html;
/// "Extended Access Log Valve" of https://tomcat.apache.org/tomcat-11.0-doc/config/valve.html.
public final class ExtendedFormat {
    private static final String FIELDS = "#Fields:";

    /// A line about the log, as in `#Software: Microsoft Internet Information Services 10.0`.
    private static final Pattern DIRECTIVE = Pattern.compile("#[A-Za-z-]++:.*+");

    /// A value in quotes, in which two stand for one, or any other.
    private static final Pattern VALUE =
            Pattern.compile("\"(?:[^\"]++|\"\")*+\"(?=[ \\t]|$)|[^ \\t]++");

    private static final Pattern BLANKS = Pattern.compile("[ \\t]++");
    private static final String DEFAULT_VERSION = "HTTP/1.1";
    private static final String NONE = "-";

    /// The names of the columns, in lower case.
    private final List<String> columns;

    /// That of entries without a date.
    private final LogDay day;

    private ExtendedFormat(List<String> columns, LogDay day) {
        this.columns = List.copyOf(columns);
        this.day = day;
    }

    /// Whether a line is about the log, and no entry.
    public static boolean isDirective(String line) {
        return line.startsWith("#") && DIRECTIVE.matcher(line).matches();
    }

    /// The columns that a line names; empty for another line.
    ///
    /// @param day of entries without a column of dates
    public static Optional<ExtendedFormat> of(String line, LogDay day) {
        if (!line.startsWith(FIELDS)) {
            return Optional.empty();
        }
        var names = line.substring(FIELDS.length()).strip().toLowerCase(Locale.ROOT);
        return Optional.of(new ExtendedFormat(Arrays.asList(BLANKS.split(names, -1)), day));
    }

    /// An entry; empty where the line has other columns, or lacks a method or a status.
    public Optional<LogLine> parse(String line) {
        var values = values(line);
        if (values.size() != columns.size()) {
            return Optional.empty();
        }
        var status = value("sc-status", values).filter(text -> text.matches("\\d{3}"));
        var method = value("cs-method", values);
        if (status.isEmpty() || method.isEmpty()) {
            return Optional.empty();
        }
        var version =
                value("cs-version", values)
                        .or(() -> value("cs-protocol-version", values))
                        .orElse(DEFAULT_VERSION);
        return Optional.of(
                new LogLine(
                        time(values),
                        value("time-taken", values)
                                .map(LogDuration::ofTimeTaken)
                                .orElse(OptionalLong.empty()),
                        "%s %s %s".formatted(method.get(), target(values).orElse(NONE), version),
                        Integer.parseInt(status.get())));
    }

    private static List<String> values(String line) {
        var values = new ArrayList<String>();
        var found = VALUE.matcher(line);
        while (found.find()) {
            values.add(unquoted(found.group()));
        }
        return values;
    }

    private static String unquoted(String value) {
        boolean isQuoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return isQuoted ? value.substring(1, value.length() - 1) : value;
    }

    /// Empty where there is no such column, or no value in it.
    private Optional<String> value(String column, List<String> values) {
        int at = columns.indexOf(column);
        return at < 0 ? Optional.empty() : Optional.of(values.get(at)).filter(v -> !v.equals(NONE));
    }

    private OptionalLong time(List<String> values) {
        var time = value("time", values);
        if (time.isEmpty()) {
            return OptionalLong.empty();
        }
        return value("date", values)
                .map(date -> LogTime.nanos(date + "T" + time.get() + "Z"))
                .orElseGet(() -> day.at(time.get()));
    }

    /// The path with its query.
    private Optional<String> target(List<String> values) {
        return value("cs-uri", values)
                .flatMap(JsonLogLine::path)
                .or(() ->
                        value("cs-uri-stem", values)
                                .map(path ->
                                        path + JsonLogLine.query(value("cs-uri-query", values))));
    }
}
