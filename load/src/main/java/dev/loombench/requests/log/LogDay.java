package dev.loombench.requests.log;

import java.util.OptionalLong;

/// The day of entries that have only a time: that of the line `#Date:` of a log in W3C's extended
/// format, and later ones as the order of the entries shows them. A log that is written over
/// midnight has no further line.
///
/// Source: "Directives" of https://www.w3.org/TR/WD-logfile.html, whose example is `12-Jan-1996
/// 00:00:00`; IIS writes `2026-11-12 06:25:20`.
public final class LogDay {
    private static final String DATE = "#Date:";
    private static final long DAY_NANOS = 86_400_000_000_000L;

    /// How much earlier an entry may be than one before it. One that is earlier by more is of the
    /// next day.
    private static final long DISORDER_NANOS = 3_600_000_000_000L;

    /// The latest time up to now, ns since the epoch; empty before a line `#Date:`.
    private OptionalLong latest = OptionalLong.empty();

    /// Takes the time of a line `#Date:`; any other line has no effect.
    public void read(String directive) {
        if (!directive.startsWith(DATE)) {
            return;
        }
        var text = directive.substring(DATE.length()).strip();
        var time = LogTime.nanos(text);
        if (time.isEmpty()) {
            time = LogTime.nanos(text.replaceFirst("-(\\w{3})-(\\d{4}) ", "/$1/$2:") + " +0000");
        }
        latest = time.isPresent() ? time : latest;
    }

    /// The time of the next entry, ns since the epoch: the first one from an hour before the latest
    /// on that has this time of the day; empty where the log has no day, or the text is no time.
    ///
    /// @param time in UTC, as in `06:25:24`
    OptionalLong at(String time) {
        var ofDay = LogTime.nanos("1970-01-01T" + time + "Z");
        if (latest.isEmpty() || ofDay.isEmpty()) {
            return OptionalLong.empty();
        }
        long from = latest.getAsLong() - DISORDER_NANOS;
        long found = from + Math.floorMod(ofDay.getAsLong() - from, DAY_NANOS);
        latest = OptionalLong.of(Math.max(latest.getAsLong(), found));
        return OptionalLong.of(found);
    }
}
