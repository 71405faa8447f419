package dev.loombench.observe.file;

import dev.loombench.observe.file.content.JvmFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Reader of how a JVM was started, as `jcmd PID VM.command_line`, `VM.flags` and `VM.version`
/// print it, a line at a time.
///
/// Source: `Arguments::print_on`, `JVMFlag::printSetFlags` and `VersionDCmd::execute` of HotSpot.
final class CommandReader {
    private static final String OPTIONS = "jvm_args: ";
    private static final String PROGRAM = "java_command: ";
    private static final String UNKNOWN = "<unknown>";
    private static final String FLAGS = "-XX:";

    private static final Pattern VERSION =
            Pattern.compile("(?:OpenJDK|Java HotSpot\\(TM\\)) .{0,40}VM version (\\S+)");

    private static final Pattern MAX_HEAP =
            Pattern.compile("-XX:MaxHeapSize=([1-9]\\d{0,17})(?=\\s|$)");

    private static final Pattern MAX_DIRECT =
            Pattern.compile("-XX:MaxDirectMemorySize=([1-9]\\d{0,17})(?=\\s|$)");

    private final FoundFacts facts = new FoundFacts();
    private List<String> options = List.of();
    private List<String> program = List.of();
    private boolean shown;

    /// @param line without what a log adds in front of it
    void line(String line) {
        if (line.startsWith(OPTIONS)) {
            options = words(line.substring(OPTIONS.length()));
            shown = true;
        } else if (line.startsWith(PROGRAM)) {
            program = words(line.substring(PROGRAM.length()));
            shown = true;
        } else if (line.startsWith(FLAGS)) {
            number(MAX_HEAP, line).ifPresent(n -> facts.maxHeapBytes = OptionalLong.of(n));
            number(MAX_DIRECT, line).ifPresent(n -> facts.maxDirectBytes = OptionalLong.of(n));
            shown = true;
        } else if (line.startsWith("OpenJDK ") || line.startsWith("Java HotSpot(TM) ")) {
            var version = VERSION.matcher(line);
            if (version.matches()) {
                facts.version = JvmFacts.version(version.group(1));
                shown = true;
            }
        }
    }

    private static List<String> words(String text) {
        return text.isBlank() || text.strip().equals(UNKNOWN)
                ? List.of()
                : List.of(text.strip().split("\\s+"));
    }

    private static OptionalLong number(Pattern option, String line) {
        var found = option.matcher(line);
        return found.find()
                ? OptionalLong.of(Long.parseLong(found.group(1)))
                : OptionalLong.empty();
    }

    /// Whether any of it was read.
    boolean isShown() {
        return shown;
    }

    JvmFacts jvm() {
        if (!options.isEmpty() || !program.isEmpty()) {
            var words = new ArrayList<String>();
            words.add("java");
            words.addAll(options);
            words.addAll(program);
            facts.words = List.copyOf(words);
        }
        return facts.facts();
    }
}
