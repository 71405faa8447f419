package dev.loombench.export;

import java.util.ArrayList;
import java.util.List;

/// The words and tables of a report in the order of reading, without a layout. Texts are formatted,
/// without control characters, and not escaped.
///
/// @param title the question or the subject
/// @param status of the answer: `decided`, `undecided` or `invalid`
/// @param headline the answer in a sentence or two
/// @param sections in the order of reading
/// @param scope what the result holds for, and how it was measured; may be empty
public record Outline(
        String title, String status, String headline, List<Section> sections, String scope) {
    public Outline {
        sections = List.copyOf(sections);
    }

    /// The same with a section more.
    public Outline with(Section section) {
        var all = new ArrayList<>(sections);
        all.add(section);
        return new Outline(title, status, headline, all, scope);
    }

    /// @param heading empty directly below the headline
    public record Section(String heading, List<Part> parts) {
        public Section {
            parts = List.copyOf(parts);
        }

        /// What a screen reader calls its tables.
        public String label() {
            return heading.isEmpty() ? "Figures" : heading;
        }
    }

    /// A part of a section.
    public sealed interface Part {}

    /// A finding.
    ///
    /// @param label as in `Invalid`
    /// @param text its sentences
    public record Note(String label, String text) implements Part {}

    /// A sentence in a list.
    ///
    /// @param subject what it is about; may be empty
    public record Item(String subject, String text) implements Part {}

    /// @param table its rows are alike
    public record Figures(PageTable table) implements Part {}

    /// A command line for a shell.
    public record Command(String line) implements Part {}
}
