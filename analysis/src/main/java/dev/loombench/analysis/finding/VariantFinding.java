package dev.loombench.analysis.finding;

import java.util.List;

/// A finding about one variant, or about what else was loaded.
public interface VariantFinding extends ResultFinding {
    /// Its name.
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    @Override
    default FindingText text(LongerRun longer) {
        return words(longer).about(variant());
    }
}
