package dev.loombench;

import java.nio.file.Path;
import java.util.List;

/// The folders of the modules that make up the tool, those that others use first.
public final class ToolModules {
    public static final List<String> NAMES =
            List.of(
                    "base",
                    "stats",
                    "load",
                    "load-cli",
                    "observe",
                    "model",
                    "analysis",
                    "lab",
                    "agents",
                    "report",
                    "cli");

    private ToolModules() {}

    /// A folder of each module.
    ///
    /// @param name as in `src/main`
    public static List<Path> folders(String name) {
        var home = Path.of(System.getProperty("loombench.home"));
        return NAMES.stream().map(module -> home.resolve(module).resolve(name)).toList();
    }
}
