package dev.loombench.analysis.concurrency;

import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The packages of widespread libraries, whose frames are not the application's own: beside those
/// of this table, those of pools and of the runtimes that execute requests.
public final class Libraries {
    /// Drivers and clients without a pool of requests.
    private static final List<String> CLIENTS =
            TextTable.words(
                    """
                    com.clickhouse. com.ibm.db2. com.microsoft.sqlserver. com.mysql. com.sap.db.
                    io.lettuce. io.trino.jdbc. kong.unirest. net.snowflake. net.sourceforge.jtds.
                    okhttp3. oracle.jdbc. org.apache.derby. org.apache.kafka. org.asynchttpclient.
                    org.duckdb. org.firebirdsql. org.h2. org.hsqldb. org.mariadb. org.neo4j.driver.
                    org.postgresql. org.sqlite. redis.clients.
                    """);

    private static final List<String> OTHERS =
            TextTable.words(
                    """
                    akka. brave. cats. ch.qos.logback. co.elastic.apm. co.elastic.clients.
                    com.alibaba.dubbo. com.amazonaws. com.azure. com.couchbase.client. com.datastax.
                    com.esotericsoftware. com.fasterxml. com.github.benmanes.caffeine.
                    com.google.api. com.google.cloud. com.google.common. com.google.gson.
                    com.google.inject. com.google.protobuf. com.hazelcast. com.lmax.disruptor.
                    com.microsoft.azure. com.netflix.discovery. com.netflix.hystrix.
                    com.netflix.loadbalancer. com.newrelic.agent. com.p6spy. com.rabbitmq.
                    com.sun.ejb. com.sun.enterprise. com.sun.faces. com.sun.jersey. com.sun.mail.
                    datadog. feign. freemarker. groovy.lang. io.github.resilience4j. io.grpc.
                    io.helidon. io.jsonwebtoken. io.ktor. io.micrometer. io.micronaut.
                    io.opentelemetry. io.r2dbc. io.reactivex. io.sentry. io.smallrye. io.vertx.
                    jakarta. javassist. liquibase. net.bytebuddy. net.logstash. net.sf.ehcache.
                    net.ttddyy. ognl. okio. oracle.net. org.apache.activemq. org.apache.avro.
                    org.apache.camel. org.apache.commons. org.apache.curator. org.apache.cxf.
                    org.apache.dubbo. org.apache.groovy. org.apache.ibatis. org.apache.log4j.
                    org.apache.logging. org.apache.pekko. org.apache.poi. org.apache.pulsar.
                    org.apache.shiro. org.apache.thrift. org.apache.velocity. org.apache.xerces.
                    org.apache.zookeeper. org.aspectj. org.bouncycastle. org.codehaus.groovy.
                    org.eclipse.angus. org.eclipse.jetty. org.eclipse.microprofile.
                    org.eclipse.persistence. org.ehcache. org.elasticsearch. org.flywaydb.
                    org.glassfish. org.hibernate. org.infinispan. org.jboss. org.joda. org.jooq.
                    org.jsoup. org.modelmapper. org.mybatis. org.opensearch. org.quartz.
                    org.redisson. org.slf4j. org.springdoc. org.springframework. org.thymeleaf.
                    org.tinylog. org.yaml. retrofit2. rx. scala. software.amazon.awssdk.
                    tools.jackson. weblogic. zio. zipkin2.
                    """);

    private static final Beginnings ALL =
            Beginnings.of(
                    Stream.of(
                                    CLIENTS.stream(),
                                    OTHERS.stream(),
                                    PoolLibrary.ALL.stream().flatMap(l -> l.packages().stream()))
                            .flatMap(all -> all)
                            .toList());

    /// Applications within the packages of a library.
    private static final String SAMPLES = "org.springframework.samples.";

    private Libraries() {}

    /// The beginning of the packages of the client that has a frame.
    static Optional<String> client(String frame) {
        return CLIENTS.stream().filter(frame::startsWith).findFirst();
    }

    /// Whether a frame belongs to one of them.
    public static boolean contains(String frame) {
        return !frame.startsWith(SAMPLES) && (ALL.begin(frame) || RequestRuntime.executes(frame));
    }
}
