package dev.loombench;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The schemas of what the lab prints as JSON, as its documents have them.
public enum PublishedSchema {
    OUTPUT("docs/output.schema.json"),
    LIST("docs/list.schema.json");

    private final String file;

    PublishedSchema(String file) {
        this.file = file;
    }

    /// What does not conform; empty where everything does.
    public List<Error> errors(String json) throws IOException {
        var schema = Files.readString(Path.of(System.getProperty("loombench.home"), file));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(json, InputFormat.JSON);
    }
}
