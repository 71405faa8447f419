package dev.loombench.base;

import java.nio.file.Path;
import java.util.Map;

/// The folder of what Loombench keeps for a user and can make or fetch again.
public final class UserCache {
    private UserCache() {}

    /// By the conventions of the XDG base directories.
    public static Path folder(Map<String, String> environment) {
        var named = environment.get("XDG_CACHE_HOME");
        var cache =
                named == null || named.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(named);
        return cache.resolve("loombench");
    }
}
