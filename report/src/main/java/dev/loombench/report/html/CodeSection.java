package dev.loombench.report.html;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.CodeText;
import java.util.ArrayList;
import java.util.List;

/// Which code costs, as a section of an outline: a sentence for each comparison, flame graphs, and
/// the most costly frames of each profile.
public final class CodeSection {
    private static final String HEADING = "Which code costs";

    private CodeSection() {}

    /// Without parts where nothing was profiled.
    public static Section of(CodeCosts code) {
        return new Section(HEADING, code.profiles().isEmpty() ? List.of() : parts(code));
    }

    private static List<Part> parts(CodeCosts code) {
        var parts = new ArrayList<Part>();
        CodeText.differences(code, false)
                .forEach(sentence -> parts.add(new Item("", sentence + ".")));
        parts.add(FlameView.of(code));
        parts.addAll(CodeText.tables(code, false));
        parts.add(new Aside(CodeText.LEGEND));
        return parts;
    }
}
