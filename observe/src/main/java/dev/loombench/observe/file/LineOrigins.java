package dev.loombench.observe.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The programs whose lines a text mixes, by the names that a log of several containers adds in
/// front of each line.
final class LineOrigins {
    /// Text in front of lines that differs more often is no name.
    private static final int MOST = 100;

    /// Lines with another name than most, and their least share. Fewer have what the program itself
    /// wrote before them in the same line.
    private static final int FEWEST_OTHERS = 3;

    private static final double LEAST_OTHERS = 0.1;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /// As `systemd` adds it to the name of a service, which has another one after a restart.
    private static final Pattern PROCESS_ID = Pattern.compile("\\[\\d+]");

    /// Words without letters, and those of a time: a date, a time of day, a count since 1970.
    private static final Pattern NO_NAME =
            Pattern.compile(
                    "\\P{L}*|.*(?:\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\d|\\d{9}).*"
                            + "|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
                            + "|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec");

    private final Map<String, Integer> lines = new LinkedHashMap<>();

    /// @param front what stands in front of a line
    void add(String front) {
        var name = front.isBlank() ? "" : name(front);
        if (lines.size() < MOST || lines.containsKey(name)) {
            lines.merge(name, 1, Integer::sum);
        }
    }

    /// The words of a front without those of a time; empty without any.
    static String name(String front) {
        return SPACE.splitAsStream(PROCESS_ID.matcher(front.strip()).replaceAll(""))
                .filter(word -> !NO_NAME.matcher(word).matches())
                .collect(Collectors.joining(" "));
    }

    /// The names, those of most lines first; empty where the lines are of one program.
    List<String> several() {
        int all = lines.values().stream().mapToInt(Integer::intValue).sum();
        int most = lines.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        int others = all - most;
        return lines.size() < MOST && others >= FEWEST_OTHERS && others >= LEAST_OTHERS * all
                ? lines.entrySet().stream()
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .map(Map.Entry::getKey)
                        .toList()
                : List.of();
    }
}
