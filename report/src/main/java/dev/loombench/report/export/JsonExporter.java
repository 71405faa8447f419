package dev.loombench.report.export;

import dev.loombench.export.Exporter;
import dev.loombench.text.RecordJson;

/// One JSON document; docs/output/json.md describes the keys.
final class JsonExporter implements Exporter<Document> {
    @Override
    public String export(Document document) {
        return RecordJson.text(document.data()) + "\n";
    }
}
