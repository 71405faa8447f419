package dev.loombench.advisory;

import dev.loombench.analysis.defect.Version;
import dev.loombench.analysis.defect.VersionRange;
import dev.loombench.observe.result.Library;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The known advisories of dependencies, from `build/advisories.json`.
record Advisories(List<Advisory> all) {

    static Advisories load(Path home) {
        var root = JsonMapper.shared().readTree(home.resolve("build/advisories.json"));
        return new Advisories(
                root.required("advisories").valueStream().map(Advisories::advisory).toList());
    }

    /// Those that affect a library.
    List<Advisory> of(Library library) {
        return all.stream().filter(advisory -> advisory.affects(library)).toList();
    }

    private static Advisory advisory(JsonNode row) {
        return new Advisory(
                text(row, "id"),
                text(row, "artifact"),
                row.required("affected").valueStream().map(Advisories::range).toList());
    }

    private static VersionRange range(JsonNode range) {
        return new VersionRange(
                new Version(text(range, "from")),
                Optional.ofNullable(range.get("before")).map(JsonNode::asString).map(Version::new));
    }

    private static String text(JsonNode row, String key) {
        return row.required(key).asString();
    }
}
