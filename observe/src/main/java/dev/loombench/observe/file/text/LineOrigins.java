package dev.loombench.observe.file.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The programs whose lines a text mixes, by the names that a log of several containers adds in
/// front of each line.
public final class LineOrigins {
    /// Text in front of lines that differs more often is no name.
    private static final int MOST = 100;

    /// Lines with another name than most, and their least share. Fewer have what the program itself
    /// wrote before them in the same line, and names that do not return are counters.
    private static final int FEWEST_OTHERS = 3;

    private static final double LEAST_OTHERS = 0.1;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /// A process id, as `systemd` adds it to the name of a service; a counter; the date of syslog
    /// in any language, and other words of a time.
    private static final Pattern NO_NAMES =
            Pattern.compile(
                    "\\[\\d+]|=\"?\\d+\"?|\\p{L}{1,5}\\.?,? {1,2}\\d{1,2} (?=\\d\\d:\\d\\d:\\d\\d)"
                            + "|\\b[AP]M\\b|\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),");

    /// Words without letters, and those of a time: a date, a time of day, a count since 1970; the
    /// two outputs of one program, with the mark of a full line or a part, as Kubernetes has them.
    private static final Pattern NO_NAME =
            Pattern.compile(
                    "\\P{L}*|.*(?:\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\d|\\d{9}).*"
                            + "|std(?:out|err)|[FP]"
                            + "|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
                            + "|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec");

    /// So many lines are all counted, and then each of some others: to find the names in all of a
    /// long log takes longer than to read it. It is odd, as the lines of two programs may
    /// alternate.
    private static final int ALL_COUNTED = 10_000;

    private static final int OTHERS_COUNTED = 17;

    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private long added;

    /// @param front what stands in front of a line
    public void add(String front) {
        added++;
        if (added > ALL_COUNTED && added % OTHERS_COUNTED != 0) {
            return;
        }
        var name = front.isBlank() ? "" : name(front);
        if (lines.size() < MOST || lines.containsKey(name)) {
            lines.merge(name, 1, Integer::sum);
        }
    }

    /// The words of a front without those of a time; empty without any.
    static String name(String front) {
        return SPACE.splitAsStream(NO_NAMES.matcher(front.strip()).replaceAll(""))
                .filter(word -> !NO_NAME.matcher(word).matches())
                .collect(Collectors.joining(" "));
    }

    /// The names, those of most lines first; empty where the lines are of one program.
    public List<String> several() {
        var names =
                lines.entrySet().stream()
                        .filter(name -> name.getValue() >= FEWEST_OTHERS)
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .toList();
        int all = lines.values().stream().mapToInt(Integer::intValue).sum();
        int others = names.stream().skip(1).mapToInt(Map.Entry::getValue).sum();
        return lines.size() < MOST && names.size() > 1 && others >= LEAST_OTHERS * all
                ? names.stream().map(Map.Entry::getKey).toList()
                : List.of();
    }
}
