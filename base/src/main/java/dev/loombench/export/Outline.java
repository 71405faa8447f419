package dev.loombench.export;

import dev.loombench.finding.Severity;
import dev.loombench.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words and tables of a report in the order of reading, without a layout: a terminal, Markdown
/// and a page show the same ones. Texts are formatted and not escaped; their control characters are
/// replaced, as a server, a peer or a file may have chosen them.
///
/// @param title the question or the subject
/// @param status of the answer
/// @param headline the answer in a sentence or two
/// @param sections in the order of reading
/// @param scope what the result holds for, and how it was measured; may be empty
/// @param origin where the figures come from; empty of what has no name
public record Outline(
        String title,
        AnswerStatus status,
        String headline,
        List<Section> sections,
        String scope,
        Optional<Origin> origin) {
    public Outline {
        title = PlainText.of(title);
        headline = PlainText.of(headline);
        scope = PlainText.of(scope);
        sections = List.copyOf(sections);
    }

    /// Of what has no name.
    public Outline(
            String title,
            AnswerStatus status,
            String headline,
            List<Section> sections,
            String scope) {
        this(title, status, headline, sections, scope, Optional.empty());
    }

    /// As in `quickstart: Which arrival rate holds p99<50ms?`.
    public String titleWithName() {
        return origin.map(Origin::name)
                .filter(name -> !name.isEmpty())
                .map(name -> "%s: %s".formatted(name, title))
                .orElse(title);
    }

    /// The same with a section more.
    public Outline with(Section section) {
        var all = new ArrayList<>(sections);
        all.add(section);
        return new Outline(title, status, headline, all, scope, origin);
    }

    /// Where figures come from.
    ///
    /// @param subject as in `capacity`
    /// @param name as in `quickstart`; empty where the title says it
    /// @param started for people
    public record Origin(String subject, String name, String started) {
        public Origin {
            name = PlainText.of(name);
        }
    }

    /// Which forms have a section, the shortest one first.
    public enum Depth {
        /// Every form.
        BRIEF,
        /// All but the brief text.
        REPORT,
        /// Pages and the whole text.
        FULL
    }

    /// @param heading empty directly below the headline
    /// @param href of the page with details, relative to that of the outline; empty without one
    public record Section(String heading, List<Part> parts, Depth depth, String href) {
        public Section {
            heading = PlainText.of(heading);
            parts = List.copyOf(parts);
        }

        /// Without a page of its own.
        public Section(String heading, List<Part> parts, Depth depth) {
            this(heading, parts, depth, "");
        }

        /// Of every form.
        public Section(String heading, List<Part> parts) {
            this(heading, parts, Depth.BRIEF);
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
    /// @param severity which colours its label
    /// @param label as in `Invalid`
    /// @param message what was found
    /// @param advice its impact and remedy in sentences; may be empty
    /// @param details what it rests on and leads to, by subject; may be empty
    public record Note(
            Severity severity, String label, String message, String advice, List<Item> details)
            implements Part {
        public Note {
            label = PlainText.of(label);
            message = PlainText.of(message);
            advice = PlainText.of(advice);
            details = List.copyOf(details);
        }

        /// Without details.
        public Note(Severity severity, String label, String message, String advice) {
            this(severity, label, message, advice, List.of());
        }

        /// Without advice.
        public Note(Severity severity, String label, String message) {
            this(severity, label, message, "");
        }

        /// Its sentences.
        public String text() {
            return advice.isEmpty() ? message : "%s; %s".formatted(message, advice);
        }
    }

    /// Claims with their outcomes.
    public record Claims(List<ClaimItem> items) implements Part {
        public Claims {
            items = List.copyOf(items);
        }
    }

    /// A claim, and whether the figures support it.
    ///
    /// @param outcome `supported`, `contradicted`, `undecided`, `no-evidence` or `invalid`
    public record ClaimItem(String outcome, String claim, String sentence) {
        public ClaimItem {
            claim = PlainText.of(claim);
            sentence = PlainText.of(sentence);
        }
    }

    /// A sentence in a list.
    ///
    /// @param subject what it is about; may be empty
    /// @param source address of a page that says more; empty without one
    public record Item(String subject, String text, String source) implements Part {
        public Item {
            subject = PlainText.of(subject);
            text = PlainText.of(text);
        }

        /// Without a source.
        public Item(String subject, String text) {
            this(subject, text, "");
        }

        /// Its sentence, with the source in brackets.
        public String sentence() {
            return source.isEmpty() ? text : "%s (%s)".formatted(text, source);
        }
    }

    /// What figures mean or hold for, in a sentence that a reader may skip.
    public record Aside(String text) implements Part {
        public Aside {
            text = PlainText.of(text);
        }
    }

    /// Names with their values, side by side where there is room.
    public record Facts(List<Item> items) implements Part {
        public Facts {
            items = List.copyOf(items);
        }
    }

    /// @param table its rows are alike
    public record Figures(PageTable table) implements Part {}

    /// A table that a page shows on request.
    ///
    /// @param title what its figures are
    /// @param about how they were measured, in a clause
    /// @param table its rows are alike
    public record Folded(String title, String about, PageTable table) implements Part {
        public Folded {
            title = PlainText.of(title);
            about = PlainText.of(about);
        }

        /// The sentence above it.
        public Item heading() {
            return new Item(title, about);
        }
    }

    /// A command line for a shell.
    public record Command(String line) implements Part {
        public Command {
            line = PlainText.of(line);
        }
    }

    /// What only one form can show, as a chart of a page.
    public non-sealed interface Drawing extends Part {}
}
