package dev.loombench.report.run;

import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.json.RunJson;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.outline.RunOutline;
import dev.loombench.report.text.AnsiStyle;
import java.util.List;

/// What is reported of a run.
///
/// @param verbose whether the text is the whole report
record RunDocument(RunReport run, boolean verbose) implements Document {
    @Override
    public Outline outline() {
        return RunOutline.of(run.analysis())
                .with(NextCommand.section(NextCommands.ofRun(run.analysis(), run.folder(), true)));
    }

    @Override
    public RunJson data() {
        return run.json();
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return run.lines(verbose, style, width);
    }

    @Override
    public String page() {
        return run.page();
    }
}
