package dev.loombench.cli;

import dev.loombench.report.capacity.StoredSearch;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.SweepStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// What a folder of results is of, by the files in it.
enum StoredSubject {
    RUN("a run"),
    SWEEP("a sweep"),
    SEARCH("a search for the capacity"),
    REPRODUCTION("a reproduction"),
    /// Of which the page alone is stored.
    INSPECTION("an inspection");

    private static final String INSPECT = "inspect";

    private final String label;

    StoredSubject(String label) {
        this.label = label;
    }

    /// In words.
    String label() {
        return label;
    }

    /// Empty for another folder, and where there is none.
    static Optional<StoredSubject> in(Path folder) {
        return Stream.of(values()).filter(subject -> subject.isIn(folder)).findFirst();
    }

    private boolean isIn(Path folder) {
        return switch (this) {
            case RUN -> ResultStore.holdsRun(folder);
            case SWEEP -> SweepStore.holdsSweep(folder);
            case SEARCH -> StoredSearch.isIn(folder);
            case REPRODUCTION -> ReproductionStore.holdsReproduction(folder);
            case INSPECTION ->
                    Files.isRegularFile(folder.resolve(HtmlReport.FILE)) && isOfInspect(folder);
        };
    }

    /// Whether a folder is `inspect/<process>/<time>`.
    private static boolean isOfInspect(Path folder) {
        var process = folder.toAbsolutePath().normalize().getParent();
        var parent = process == null ? null : process.getParent();
        return parent != null && parent.endsWith(INSPECT);
    }
}
