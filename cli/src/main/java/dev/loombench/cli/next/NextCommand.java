package dev.loombench.cli.next;

import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import java.util.ArrayList;
import java.util.List;

/// A command that follows a result.
///
/// @param line for a shell
/// @param purpose what it does or shows, as in `more processes, which may decide`
public record NextCommand(String line, String purpose) {

    /// `loombench govern 4711: adds carriers`.
    public String sentence() {
        return line + ": " + purpose;
    }

    /// Lines for a terminal: none where nothing follows.
    ///
    /// The commands are not wrapped, so that they can be copied.
    public static List<String> lines(List<NextCommand> commands, AnsiStyle style) {
        var lines = new ArrayList<String>();
        if (!commands.isEmpty()) {
            lines.add(style.bold("Next steps"));
        }
        for (var command : commands) {
            lines.add(
                    "  %s  # %s"
                            .formatted(Format.plain(command.line), Format.plain(command.purpose)));
        }
        return lines;
    }
}
