package dev.loombench.report.next;

import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A command that follows a result.
///
/// @param command for a shell
/// @param why what it does or shows, as in `more processes, which may decide`
public record NextCommand(String command, String why) {
    /// Stands for a value in a command.
    static final String MASK = "***";

    private static final String HEADING = "Next steps";

    private static final String NOT_STORED = "; " + MASK + " stands for a value that is not stored";

    public NextCommand {
        if (command.contains(MASK) && !why.endsWith(NOT_STORED)) {
            why += NOT_STORED;
        }
    }

    /// `loombench govern 4711: adds carriers`.
    public String sentence() {
        return command + ": " + why;
    }

    /// The section of an outline, without parts where nothing follows.
    public static Section section(List<NextCommand> commands) {
        return new Section(
                HEADING,
                commands.stream()
                        .<Part>flatMap(next ->
                                Stream.of(new Item("", next.why), new Command(next.command)))
                        .toList());
    }

    /// Lines for a terminal: none where nothing follows.
    ///
    /// The commands are not wrapped, so that they can be copied.
    public static List<String> lines(List<NextCommand> commands, AnsiStyle style) {
        var lines = new ArrayList<String>();
        if (!commands.isEmpty()) {
            lines.add(style.bold(HEADING));
        }
        for (var next : commands) {
            lines.add("  %s  # %s".formatted(Format.plain(next.command), Format.plain(next.why)));
        }
        return lines;
    }
}
