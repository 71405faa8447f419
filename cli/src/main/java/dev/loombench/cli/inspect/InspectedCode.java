package dev.loombench.cli.inspect;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.report.CodeText;
import dev.loombench.report.Format;
import dev.loombench.report.Outline.Figures;
import dev.loombench.report.Outline.Item;
import dev.loombench.report.Outline.Part;
import dev.loombench.report.json.CodeProfileJson;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
import java.util.ArrayList;
import java.util.List;

/// Which code of the inspected JVM used the CPU and allocated, where it was profiled.
///
/// @param limits what the profile lacks, a reason each
record InspectedCode(CodeCosts costs, List<String> limits) {
    /// Nothing was profiled.
    static final InspectedCode NONE =
            new InspectedCode(new CodeCosts(List.of(), List.of()), List.of());

    private static final String INDENT = "  ";

    InspectedCode {
        limits = List.copyOf(limits);
    }

    /// The lines for a terminal.
    List<String> lines(int width) {
        var lines = new ArrayList<String>();
        for (var profile : costs.profiles()) {
            lines.add("");
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "",
                            "%s: %s.".formatted(CodeText.title(profile), CodeText.basis(profile))));
            Table.of(CodeText.table(profile, true))
                    .blocks(width - INDENT.length())
                    .forEach(block -> block.forEach(row -> lines.add(INDENT + row)));
        }
        for (var limit : limits) {
            lines.addAll(LineWrapper.at(width, "", notProfiled(limit)));
        }
        return lines;
    }

    /// The parts of a section.
    List<Part> parts() {
        var parts = new ArrayList<Part>();
        for (var profile : costs.profiles()) {
            parts.add(new Item(CodeText.title(profile), CodeText.basis(profile)));
            parts.add(new Figures(CodeText.table(profile, false)));
        }
        limits.forEach(limit -> parts.add(new Item("", notProfiled(limit))));
        return parts;
    }

    List<CodeProfileJson> json() {
        return costs.profiles().stream().map(CodeProfileJson::of).toList();
    }

    private static String notProfiled(String limit) {
        return "Not profiled: %s.".formatted(Format.plain(limit));
    }
}
