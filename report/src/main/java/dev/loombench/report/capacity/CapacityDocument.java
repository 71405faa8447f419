package dev.loombench.report.capacity;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is reported of a search for the capacity.
///
/// @param folder of the results
/// @param file of the page
/// @param verbose whether the text has all notes and all windows
/// @param next the commands that follow
public record CapacityDocument(
        CapacityResult result, Path folder, Path file, boolean verbose, List<NextCommand> next)
        implements Document {
    @Override
    public Outline outline() {
        return CapacityOutline.of(result).with(NextCommand.section(next));
    }

    @Override
    public CapacityJson data() {
        return CapacityJson.of(result, folder, next);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var lines =
                new ArrayList<>(OutlineText.of(CapacityOutline.of(result), style, width, verbose));
        lines.add("");
        lines.add("charts of all windows: " + Format.plain(file.toString()));
        if (!next.isEmpty()) {
            lines.add("");
            lines.addAll(NextCommand.lines(next, style));
        }
        return lines;
    }
}
