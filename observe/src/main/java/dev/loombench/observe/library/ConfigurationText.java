package dev.loombench.observe.library;

import dev.loombench.base.JvmVariables;
import dev.loombench.observe.result.FileSetting;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The text of a configuration file as properties, of which those for sizes of pools, for the
/// choice of threads and, without their values, for further files are kept. A file may consist of
/// documents, some of which hold for a profile.
final class ConfigurationText {
    /// What the name of a size, or of a switch for threads, ends with; and names of settings that
    /// name further files.
    private static final Pattern KEPT =
            Pattern.compile(
                    "(spring\\.config\\.(import|location|additional-location)(\\[\\d+])?"
                            + "|quarkus\\.config\\.locations|micronaut\\.config\\.files)"
                            + "|.*(threads|worker|pool-?size|max|max-?(active|total|idle|threads|connections|size|pool-?size)|enabled)",
                    Pattern.CASE_INSENSITIVE);

    /// Variables of frameworks, and properties that variables with options of the JVM set.
    private static final Pattern OF_FRAMEWORK =
            Pattern.compile(
                    "(spring|server|quarkus|micronaut|datasources)[._].*",
                    Pattern.CASE_INSENSITIVE);

    /// Of these, those that name further files or servers of configurations, choose among them, or
    /// hold properties.
    private static final Pattern OTHER_SOURCE =
            Pattern.compile(
                    "(spring[._](config|profiles|application[._]json|cloud)"
                            + "|quarkus[._](profile|config)|smallrye[._]config"
                            + "|micronaut[._](config|environments))([._].*)?",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern VALUE = Pattern.compile("\\d{1,9}|true|false");

    /// What makes a document of a file hold for a profile only.
    private static final Pattern PROFILE =
            Pattern.compile("spring\\.(config\\.activate\\.on-.*|profiles)");

    /// Of Quarkus: `%prod.quarkus.thread-pool.max-threads` holds for a profile only.
    private static final Pattern OF_PROFILE = Pattern.compile("%[^.]+\\.(.+)");

    /// More properties than a file has.
    private static final int MOST = 10_000;

    /// The key of YAML 1.1, which Spring Boot reads, for a map that is merged in.
    private static final String MERGE = "<<";

    /// Between documents of a `.properties` file.
    private static final Pattern SEPARATOR = Pattern.compile("(?m)^[#!]---\\s*$");

    private ConfigurationText() {}

    /// @param ofProfile whether the whole file is of a profile
    static List<FileSetting> ofProperties(
            String file, String text, boolean ofProfile, ProcessVariables variables) {
        var settings = new ArrayList<FileSetting>();
        for (var document : SEPARATOR.split(text, -1)) {
            var properties = new Properties();
            try {
                properties.load(new StringReader(document));
            } catch (IOException | IllegalArgumentException malformed) {
                continue;
            }
            var flat = new TreeMap<String, String>();
            properties.forEach((key, value) -> flat.put(key.toString(), value.toString()));
            settings.addAll(kept(file, flat, ofProfile, variables));
        }
        return settings;
    }

    /// The same of YAML; nothing of a text that is not.
    static List<FileSetting> ofYaml(
            String file, String text, boolean ofProfile, ProcessVariables variables) {
        var settings = new ArrayList<FileSetting>();
        try {
            var load = new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build());
            for (var document : load.loadAllFromString(text)) {
                var flat = new LinkedHashMap<String, String>();
                if (document instanceof Map<?, ?> map) {
                    flatten("", map, flat, Collections.newSetFromMap(new IdentityHashMap<>()));
                }
                settings.addAll(kept(file, flat, ofProfile, variables));
            }
        } catch (YamlEngineException malformed) {
            return settings;
        }
        return settings;
    }

    /// Lists, of which no value is kept, are left empty.
    ///
    /// @param around the maps around it: one may be within itself
    private static void flatten(
            String prefix, Map<?, ?> map, Map<String, String> flat, Set<Object> around) {
        if (flat.size() >= MOST || !around.add(map)) {
            return;
        }
        map.forEach((key, value) -> {
            var property = prefix + key;
            if (MERGE.equals(key)) {
                return;
            }
            if (value instanceof Map<?, ?> inner) {
                flatten(property + ".", inner, flat, around);
            } else {
                flat.put(property, value instanceof List<?> ? "" : String.valueOf(value));
            }
        });
        merge(prefix, map.get(MERGE), flat, around);
        around.remove(map);
    }

    /// The keys of a map that is merged in hold where the map itself, or one before it in a list,
    /// has none.
    private static void merge(
            String prefix, @Nullable Object merged, Map<String, String> flat, Set<Object> around) {
        if (merged instanceof Map<?, ?> other) {
            var more = new LinkedHashMap<String, String>();
            flatten(prefix, other, more, around);
            more.forEach(flat::putIfAbsent);
        } else if (merged instanceof List<?> several && around.add(several)) {
            several.forEach(one -> merge(prefix, one, flat, around));
            around.remove(several);
        }
    }

    private static List<FileSetting> kept(
            String file,
            Map<String, String> properties,
            boolean ofProfile,
            ProcessVariables variables) {
        boolean conditional =
                ofProfile
                        || properties.keySet().stream().anyMatch(k -> PROFILE.matcher(k).matches());
        return properties.entrySet().stream()
                .filter(entry ->
                        KEPT.matcher(OF_PROFILE.matcher(entry.getKey()).replaceFirst("$1"))
                                .matches())
                .map(entry ->
                        setting(
                                entry.getKey(),
                                value(entry.getValue(), variables),
                                file,
                                conditional))
                .toList();
    }

    private static FileSetting setting(String key, String value, String file, boolean conditional) {
        var profile = OF_PROFILE.matcher(key);
        return profile.matches()
                ? new FileSetting(profile.group(1), value, file, true)
                : new FileSetting(key, value, file, conditional);
    }

    private static String value(String text, ProcessVariables variables) {
        var value = value(text);
        return value.isEmpty() ? variables.resolve(text.strip()) : value;
    }

    /// The value of a variable of the environment that sets a size of a pool, as
    /// `SERVER_TOMCAT_THREADS_MAX` does; empty for others.
    static String ofVariable(String name, String text) {
        return KEPT.matcher(name.replace('_', '-')).matches() ? value(text) : "";
    }

    /// Whether a variable of the environment, or a property that one sets, may replace a setting of
    /// a file.
    static boolean mayReplace(String name) {
        return JvmVariables.NAMES.contains(name)
                || OTHER_SOURCE.matcher(name).matches()
                || (OF_FRAMEWORK.matcher(name).matches()
                        && KEPT.matcher(name.replace('_', '-')).matches());
    }

    /// A number, `true` or `false`; empty for other texts.
    static String value(String text) {
        var stripped = text.strip();
        return VALUE.matcher(stripped).matches() ? stripped : "";
    }
}
