package dev.loombench.report.inspect;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.report.CodeText;
import dev.loombench.report.Format;
import dev.loombench.report.json.CodeProfileJson;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which code of the inspected JVM used the CPU and allocated, where it was profiled.
///
/// @param limits what the profile lacks, subject -> reason
public record InspectedCode(CodeCosts costs, Map<String, String> limits) {
    /// Nothing was profiled.
    public static final InspectedCode NONE =
            new InspectedCode(new CodeCosts(List.of(), List.of()), Map.of());

    public InspectedCode {
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }

    boolean isProfiled() {
        return !costs.profiles().isEmpty();
    }

    /// The lines for a terminal.
    List<String> lines(AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        for (var profile : costs.profiles()) {
            lines.add("");
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "",
                            "%s: %s.".formatted(CodeText.title(profile), CodeText.basis(profile))));
            lines.addAll(Table.of(CodeText.table(profile, true)).indented(style, width));
        }
        limits.forEach((subject, reason) ->
                lines.addAll(
                        LineWrapper.at(
                                width,
                                "",
                                "Not profiled: %s: %s."
                                        .formatted(Format.plain(subject), Format.plain(reason)))));
        return lines;
    }

    List<CodeProfileJson> json() {
        return costs.profiles().stream().map(CodeProfileJson::of).toList();
    }

    /// What was not observed, by the diagnosis and by the profile: subject -> reason.
    Map<String, String> missing(Map<String, String> ofDiagnosis) {
        var all = new LinkedHashMap<>(ofDiagnosis);
        all.putAll(limits);
        return all;
    }
}
