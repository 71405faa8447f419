package dev.loombench.base;

import java.nio.file.Path;
import java.util.Map;

/// The folder of what Loombench keeps for a user and can make or fetch again.
public final class UserCache {
    private UserCache() {}

    /// By the conventions of the XDG base directories: a relative path is ignored.
    public static Path folder(Map<String, String> environment) {
        var named = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        var cache = named.isAbsolute() ? named : Path.of(System.getProperty("user.home"), ".cache");
        return cache.resolve("loombench");
    }
}
