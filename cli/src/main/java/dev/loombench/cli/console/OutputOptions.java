package dev.loombench.cli.console;

import dev.loombench.export.Exporter;
import dev.loombench.load.option.ExportOption;
import dev.loombench.load.option.OutputOption;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.OutputFormat;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for the form of a result.
public final class OutputOptions {
    @Option(
            names = {OutputOption.SHORT, OutputOption.LONG},
            paramLabel = OutputOption.VALUE,
            defaultValue = "text",
            description = OutputOption.WHAT + OutputOption.DEFAULT)
    private OutputFormat format = OutputFormat.text;

    @Mixin private ExportOption export = new ExportOption();

    /// Whether a result is written to files too.
    public boolean exports() {
        return export.isGiven();
    }

    /// @throws dev.loombench.text.WrongInput when an export is wrong
    public Output<Document> output() {
        return of(format, export);
    }

    /// @param format for standard output
    public static Output<Document> of(OutputFormat format, ExportOption export) {
        Exporter<? super Document> printed = format == OutputFormat.text ? Output.text() : format;
        return new Output<>(Optional.of(printed), export.parse(OutputFormat.values()));
    }
}
