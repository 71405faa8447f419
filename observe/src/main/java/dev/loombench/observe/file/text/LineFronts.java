package dev.loombench.observe.file.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Remover of what a container's log adds in front of each line, as the name of a pod, or a time.
///
/// It is what stands in front of a line that a JVM writes at the beginning of one. Other lines have
/// the same text apart from its numbers, which may be longer or shorter, but those in its names:
/// `shop-2` is another container than `shop-1`, unless the next line has another one already, or
/// each of those before it has its own, as where lines are counted. The lines just before such a
/// line are passed on again without it: they hold the process and the time.
public final class LineFronts {
    /// Lines before the first one of a thread dump or a list that belong to it.
    private static final int BEFORE = 4;

    private static final String PRINT = "Full thread dump ";
    private static final String JAVACORE = "0SECTION       TITLE ";
    private static final String CRASH = "# A fatal error has been detected by the Java";
    private static final String NO_MEMORY = "# There is insufficient memory for the Java";

    /// A longer text in front of a line is part of a message: the names of a pod and of a container
    /// have 63 characters each, and a time has 30.
    private static final String FRONT = "(.{1,200}?)";

    /// Of a thread dump, a javacore, a crash log, and a list of threads.
    private static final Pattern BEGINNING =
            Pattern.compile(
                    FRONT
                            + "(?:"
                            + PRINT
                            + ".*|"
                            + JAVACORE
                            + ".*"
                            + "|"
                            + CRASH
                            + ".*"
                            + "|"
                            + NO_MEMORY
                            + ".*"
                            + "|#1 \"main\""
                            + "|#\\d{1,18} \"[^\"]*\" virtual"
                            + "|#\\d{1,18} \"[^\"]*\"(?: virtual)? [A-Z_]+ \\S+Z)\\s*");

    /// A thread of a dump whose first line is cut off. Names of threads may contain such text, and
    /// other containers may print threads too, so that it counts only where no front is known.
    private static final Pattern THREAD =
            Pattern.compile(
                    FRONT
                            + "\"[^\"]{0,200}\" #\\d{1,18} (?:\\[\\d{1,18}] )?(?:daemon )?prio=\\d{1,2} .*tid=0x.*");

    /// A word that names a program; `12ms` is a time.
    private static final Pattern NAME = Pattern.compile(".*\\p{L}{3}.*");

    private static final Pattern PARTS = Pattern.compile("\\d+|\\D+");

    private final Consumer<String> lines;
    private final Deque<String> before = new ArrayDeque<>();
    private Pattern front = Pattern.compile("");
    private List<String> names = List.of();
    private boolean known;

    /// Whether the front has a counter in place of a name.
    private boolean counted;

    /// Whether the line before has shown the front.
    private boolean learned;

    private String program = "";

    /// @param lines takes each line without its front
    public LineFronts(Consumer<String> lines) {
        this.lines = lines;
    }

    public void line(String line) {
        if (learned && hasOtherNames(line)) {
            names = List.of();
        }
        learned = false;
        if (mayBegin(line)) {
            learn(line);
        }
        lines.accept(without(line));
        before.addLast(line);
        if (before.size() > BEFORE) {
            before.removeFirst();
        }
    }

    /// Names of threads, which begin such lines, are no fronts. Any line of a text is tried, and
    /// many have a number sign.
    private static boolean mayBegin(String line) {
        return !line.startsWith("\"")
                && !line.startsWith("#")
                && (line.contains(PRINT) || line.contains(JAVACORE) || hasMark(line));
    }

    /// Whether a number sign of a crash log or of a thread with a name is in it.
    private static boolean hasMark(String line) {
        int at = line.indexOf('#');
        boolean quoted = at >= 0 && line.indexOf('"') >= 0;
        while (at >= 0) {
            boolean number = at + 1 < line.length() && Character.isDigit(line.charAt(at + 1));
            if ((number && quoted)
                    || line.startsWith(CRASH, at)
                    || line.startsWith(NO_MEMORY, at)) {
                return true;
            }
            at = line.indexOf('#', at + 1);
        }
        return false;
    }

    private void learn(String line) {
        var beginning = BEGINNING.matcher(line);
        boolean begins = beginning.matches();
        if (begins || line.startsWith(PRINT)) {
            program = begins && !counted ? LineOrigins.name(beginning.group(1)) : "";
        }
        if (begins) {
            learnFront(beginning.group(1));
        } else if (!known) {
            var thread = THREAD.matcher(line);
            if (thread.matches()) {
                learnFront(thread.group(1));
            }
        }
    }

    private void learnFront(String text) {
        known = true;
        learned = true;
        names = counted ? List.of() : names(text);
        if (!front.matcher(text).matches()) {
            front = pattern(text);
            passAgain(before.stream().filter(line -> front.matcher(line).lookingAt()).toList());
        }
    }

    private static List<String> names(String text) {
        return Stream.of(LineOrigins.name(text).split(" ", -1))
                .filter(word -> NAME.matcher(word).matches() && text.contains(word))
                .toList();
    }

    /// @param earlier lines with such a front
    private void passAgain(List<String> earlier) {
        if (areCounted(earlier)) {
            counted = true;
            names = List.of();
            program = "";
        }
        earlier.stream().filter(line -> !hasOtherNames(line)).map(this::without).forEach(lines);
    }

    /// Whether lines have names that no other line has.
    private boolean areCounted(List<String> earlier) {
        long different =
                earlier.stream()
                        .map(front::matcher)
                        .filter(Matcher::lookingAt)
                        .map(found -> LineOrigins.name(found.group()))
                        .distinct()
                        .count();
        return earlier.size() > 1
                && different == earlier.size()
                && earlier.stream().allMatch(this::hasOtherNames);
    }

    /// The program that wrote the line, as the last front that was learned or met again names it;
    /// empty where it does not.
    public String program() {
        return program;
    }

    private String without(String line) {
        if (!known) {
            return line;
        }
        var found = front.matcher(line);
        return found.lookingAt() && isOfProgram(found.group()) ? line.substring(found.end()) : line;
    }

    private boolean hasOtherNames(String line) {
        var found = front.matcher(line);
        return found.lookingAt() && !isOfProgram(found.group());
    }

    private boolean isOfProgram(String text) {
        for (var name : names) {
            if (!text.contains(name)) {
                return false;
            }
        }
        return true;
    }

    /// A log may omit the white space at the end of a line.
    private static Pattern pattern(String text) {
        var words = text.stripTrailing();
        var space = text.substring(words.length());
        var parts =
                PARTS.matcher(words)
                        .results()
                        .map(part ->
                                Character.isDigit(part.group().charAt(0))
                                        ? "\\d+"
                                        : Pattern.quote(part.group()))
                        .collect(Collectors.joining());
        return Pattern.compile(
                space.isEmpty() ? parts : "%s(?:%s|$)".formatted(parts, Pattern.quote(space)));
    }
}
