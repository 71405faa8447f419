package dev.loombench.analysis.concurrency;

import java.util.List;
import java.util.Optional;

/// The packages of widespread libraries, whose frames are not the application's own: beside those
/// of this table, those of pools and of the runtimes that execute requests.
public final class Libraries {
    /// Drivers and clients without a pool of requests.
    private static final List<String> CLIENTS =
            List.of(
                    "com.microsoft.sqlserver.",
                    "com.mysql.",
                    "io.lettuce.",
                    "okhttp3.",
                    "oracle.jdbc.",
                    "org.apache.kafka.",
                    "org.h2.",
                    "org.mariadb.",
                    "org.postgresql.",
                    "redis.clients.");

    private static final List<String> OTHERS =
            List.of(
                    "akka.",
                    "cats.",
                    "ch.qos.logback.",
                    "co.elastic.clients.",
                    "com.alibaba.dubbo.",
                    "com.datastax.",
                    "com.fasterxml.",
                    "com.github.benmanes.caffeine.",
                    "com.google.common.",
                    "com.google.gson.",
                    "com.hazelcast.",
                    "com.lmax.disruptor.",
                    "com.rabbitmq.",
                    "com.sun.ejb.",
                    "com.sun.enterprise.",
                    "com.sun.faces.",
                    "com.sun.jersey.",
                    "com.sun.mail.",
                    "feign.",
                    "freemarker.",
                    "groovy.lang.",
                    "io.github.resilience4j.",
                    "io.grpc.",
                    "io.helidon.",
                    "io.ktor.",
                    "io.micrometer.",
                    "io.micronaut.",
                    "io.opentelemetry.",
                    "io.reactivex.",
                    "io.smallrye.",
                    "io.vertx.",
                    "jakarta.",
                    "liquibase.",
                    "net.bytebuddy.",
                    "net.sf.ehcache.",
                    "ognl.",
                    "okio.",
                    "oracle.net.",
                    "org.apache.activemq.",
                    "org.apache.camel.",
                    "org.apache.commons.",
                    "org.apache.curator.",
                    "org.apache.cxf.",
                    "org.apache.dubbo.",
                    "org.apache.groovy.",
                    "org.apache.ibatis.",
                    "org.apache.log4j.",
                    "org.apache.logging.",
                    "org.apache.pekko.",
                    "org.apache.zookeeper.",
                    "org.aspectj.",
                    "org.codehaus.groovy.",
                    "org.eclipse.jetty.",
                    "org.eclipse.persistence.",
                    "org.ehcache.",
                    "org.elasticsearch.",
                    "org.flywaydb.",
                    "org.glassfish.",
                    "org.hibernate.",
                    "org.infinispan.",
                    "org.jboss.",
                    "org.jooq.",
                    "org.mybatis.",
                    "org.quartz.",
                    "org.redisson.",
                    "org.slf4j.",
                    "org.springframework.",
                    "org.thymeleaf.",
                    "retrofit2.",
                    "scala.",
                    "software.amazon.awssdk.",
                    "tools.jackson.",
                    "weblogic.",
                    "zio.");

    /// Applications within the packages of a library.
    private static final String SAMPLES = "org.springframework.samples.";

    private Libraries() {}

    /// The beginning of the packages of the client that has a frame.
    static Optional<String> client(String frame) {
        return CLIENTS.stream().filter(frame::startsWith).findFirst();
    }

    /// Whether a frame belongs to one of them.
    public static boolean contains(String frame) {
        return !frame.startsWith(SAMPLES)
                && (StackFrames.beginsWith(CLIENTS, frame)
                        || StackFrames.beginsWith(OTHERS, frame)
                        || PoolLibrary.ALL.stream().anyMatch(l -> l.contains(frame))
                        || RequestRuntime.executes(frame));
    }
}
