package dev.loombench.observe.file.archive;

import static dev.loombench.text.Figures.counted;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.text.TextSanitizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the files of an archive show.
///
/// @param name as the user gave it
/// @param contents of the files that were read, each with the name of the archive before its own
/// @param others that were not read
/// @param end why the files behind these were not read; empty where there are none
public record Archive(
        String name, List<FileContent> contents, List<Other> others, Optional<String> end) {
    /// Names and reasons of a longer list tell the reader no more.
    private static final int SHOWN = 3;

    /// A file in an archive that was not read.
    ///
    /// @param name in the archive
    /// @param reason what it is, as in `a heap dump`
    public record Other(String name, String reason) {}

    public Archive {
        contents = List.copyOf(contents);
        others = List.copyOf(others);
    }

    /// Whether all files were read.
    public boolean isWhole() {
        return others.isEmpty() && end.isEmpty();
    }

    /// What was not read: `2 of 12 files not read: "heap.hprof" (a heap dump), "README.md" (of no
    /// kind that is read)`. Empty where all was.
    public String unread() {
        var parts = new ArrayList<String>();
        if (!others.isEmpty()) {
            parts.add(
                    "%d of %s not read: %s"
                            .formatted(
                                    others.size(),
                                    counted(contents.size() + others.size(), "file"),
                                    byReason()));
        }
        end.ifPresent(reason -> parts.add("the rest not read: " + reason));
        return String.join("; ", parts);
    }

    private String byReason() {
        var names = new LinkedHashMap<String, List<String>>();
        others.forEach(other ->
                names.computeIfAbsent(other.reason(), _ -> new ArrayList<>()).add(other.name()));
        var shown =
                names.entrySet().stream()
                        .limit(SHOWN)
                        .map(same -> "%s (%s)".formatted(some(same.getValue()), same.getKey()))
                        .collect(Collectors.joining(", "));
        int more = names.values().stream().skip(SHOWN).mapToInt(List::size).sum();
        return more > 0 ? "%s, and %s".formatted(shown, counted(more, "other")) : shown;
    }

    private static String some(List<String> names) {
        var shown =
                names.stream()
                        .limit(SHOWN)
                        .map(TextSanitizer::quoted)
                        .collect(Collectors.joining(", "));
        int more = names.size() - SHOWN;
        return more > 0 ? "%s and %s".formatted(shown, counted(more, "other")) : shown;
    }
}
