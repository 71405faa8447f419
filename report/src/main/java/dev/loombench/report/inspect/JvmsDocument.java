package dev.loombench.report.inspect;

import static dev.loombench.text.Figures.counted;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import dev.loombench.report.text.AnsiStyle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is reported of the JVMs of this user.
///
/// @param others processes of other users, as in `812 of tomcat`
/// @param now time of the list
public record JvmsDocument(List<RunningJvm> jvms, List<String> others, Instant now)
        implements Document {
    @Override
    public Outline outline() {
        var parts = new ArrayList<Part>();
        if (!jvms.isEmpty()) {
            parts.add(new Figures(JvmTable.of(jvms, now)));
        }
        for (var jvm : jvms) {
            jvm.refusal()
                    .ifPresent(reason ->
                            parts.add(
                                    new Item(
                                            Long.toString(jvm.pid()),
                                            "cannot be inspected: " + reason)));
        }
        JvmTable.ofOthers(others).ifPresent(line -> parts.add(new Item("", line)));
        return new Outline(
                "JVMs of this user",
                AnswerStatus.DECIDED,
                jvms.isEmpty()
                        ? JvmTable.NONE
                        : "%s; loombench inspect PID or NAME inspects one."
                                .formatted(counted(jvms.size(), "JVM")),
                List.of(new Section("", parts)),
                Format.minute(now));
    }

    @Override
    public JvmsJson data() {
        return JvmsJson.of(jvms);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return JvmTable.text(jvms, others, now);
    }
}
