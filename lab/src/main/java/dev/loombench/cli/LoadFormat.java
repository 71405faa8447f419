package dev.loombench.cli;

import dev.loombench.spec.SpecError;

/// How `loombench load` writes its figures.
enum LoadFormat {
    TEXT,
    JSON,
    CSV;

    static LoadFormat named(String name) {
        return switch (name) {
            case "text" -> TEXT;
            case "json" -> JSON;
            case "csv" -> CSV;
            default ->
                    throw new SpecError("--output must be text, json or csv, was \"" + name + "\"");
        };
    }

    String render(LoadSummary summary) {
        return switch (this) {
            case TEXT -> LoadText.of(summary);
            case JSON -> LoadData.json(summary);
            case CSV -> LoadData.csv(summary);
        };
    }
}
