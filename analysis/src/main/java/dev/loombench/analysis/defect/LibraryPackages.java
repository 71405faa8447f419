package dev.loombench.analysis.defect;

import static java.util.Map.entry;

import dev.loombench.observe.result.Library;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A package of each library with a known defect that has a loaded class once the library is used:
/// its jar may be open and no class of it loaded. Agents, servers and loaders of classes, which are
/// at work wherever they are, have none, nor have libraries whose package depends on the version.
public final class LibraryPackages {
    private static final Map<String, String> BY_ARTIFACT =
            Map.ofEntries(
                    entry("HikariCP", "com.zaxxer.hikari.pool"),
                    entry("c3p0", "com.mchange.v2.c3p0"),
                    entry("agroal-pool", "io.agroal.pool"),
                    entry("postgresql", "org.postgresql"),
                    entry("mysql-connector-j", "com.mysql.cj.jdbc"),
                    entry("mariadb-java-client", "org.mariadb.jdbc"),
                    entry("mssql-jdbc", "com.microsoft.sqlserver.jdbc"),
                    entry("ojdbc8", "oracle.jdbc.driver"),
                    entry("ojdbc10", "oracle.jdbc.driver"),
                    entry("ojdbc11", "oracle.jdbc.driver"),
                    entry("h2", "org.h2.engine"),
                    entry("sqlite-jdbc", "org.sqlite"),
                    entry("hsqldb", "org.hsqldb"),
                    entry("rocksdbjni", "org.rocksdb"),
                    entry("mapdb", "org.mapdb"),
                    entry("caffeine", "com.github.benmanes.caffeine.cache"),
                    entry("guava", "com.google.common.cache"),
                    entry("netty-buffer", "io.netty.buffer"),
                    entry("netty-all", "io.netty.buffer"),
                    entry("log4j-core", "org.apache.logging.log4j.core"),
                    entry("logback-core", "ch.qos.logback.core"),
                    entry("httpclient5", "org.apache.hc.client5.http.impl.io"));

    private LibraryPackages() {}

    /// Those of some libraries.
    public static Set<String> of(Collection<Library> libraries) {
        return libraries.stream()
                .flatMap(library -> packages(library).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The libraries that may be at work.
    ///
    /// @param loaded packages of which a class is loaded, of all that [#of] names for them
    public static List<Library> used(Collection<Library> libraries, Set<String> loaded) {
        return libraries.stream().filter(library -> loaded.containsAll(packages(library))).toList();
    }

    private static Set<String> packages(Library library) {
        return BY_ARTIFACT.entrySet().stream()
                .filter(known -> library.is(known.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toUnmodifiableSet());
    }
}
