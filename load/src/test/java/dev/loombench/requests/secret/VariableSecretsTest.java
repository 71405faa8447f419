package dev.loombench.requests.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableSecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DB_PASSWORD | sesame",
                "PGPASS | sesame",
                "STRIPE_KEY | sesame",
                "SENTRY_DSN | sesame",
                "LICENSE | sesame",
                "HESLO | sesame",
                "APP_MDP | sesame",
                "BASIC_USERS | ada:sesame",
                "SPRING_APPLICATION_JSON | {\"spring\":{\"datasource\":{\"password\":\"sesame\"}}}",
                "DATABASE_URL | postgres://ada:sesame@h/db",
                "DATABASE_URL | postgres://ada:open/sesame#1@h/db",
                "DB | ada:sesame@tcp(127.0.0.1:3306)/shop",
                "DB | jdbc:oracle:thin:ada/sesame@//h:1521/shop",
                "DB | Server=h;Database=shop;User Id=sa;Pwd=sesame",
                "STORAGE | DefaultEndpointsProtocol=https;AccountName=a;AccountKey=sesame",
                "OPTS | -Xmx1g -Djavax.net.ssl.keyStorePassword=sesame",
                "NETRC | https://h/a?sig=sesame",
                "X | eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl",
                "X | wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                "X | 5f4dcc3b5aa765d61d8327deb882cf99",
                "X | 550e8400-e29b-41d4-a716-446655440000",
                "X | XK7R2-9QFT4-8ABCD",
                "X | ABCDE-FGHIJ-KLMNO",
                "X | c2VzYW1lIG9wZW4=",
                "X | dXNlcjpvcGVuc2VzYW1l",
                "X | QxTbVrKpLmWsZjHd",
                "X | xqzvbnrtklmpwsdf",
                "X | Tr0ub4dor3",
                "X | P@ssw0rd",
                "X | open&Sesame",
                "X | 4111111111111111",
                "CONFIG | mode=fast;seed=aGVsbG8gd29ybGQ=",
            })
    void a_value_that_may_be_a_secret(String name, String value) {
        assertThat(VariableSecrets.mayBe(name, value)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SPRING_PROFILES_ACTIVE | prod,eu-west-1",
                "SERVER_PORT | 8080",
                "DB_URL | jdbc:postgresql://db.internal:{db.port}/shop?sslmode=require",
                "DB_URL | jdbc:mysql://root@127.0.0.1:3306/shop",
                "DB_URL | postgres://ada:${DB_PASSWORD}@127.0.0.1/shop",
                "DB_URL | jdbc:postgresql://h/shop?password=${DB_PASSWORD}&user=ada",
                "JAVA_OPTS | -Xmx512m -XX:+UseG1GC -XX:G1HeapRegionSize=16m -XX:MaxRAMPercentage=75.0",
                "JAVA_OPTS | -Djdk.virtualThreadScheduler.parallelism=4 -Dmax.maxHttpRequestHeaderSize=8k",
                "JAVA_HOME | /usr/lib/jvm/temurin-21-jdk-amd64",
                "JDK_VERSION | 21.0.8+9-LTS",
                "DIALECT | org.hibernate.dialect.PostgreSQLDialect",
                "EXCLUDE | org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                "OTEL_EXPORTER_OTLP_ENDPOINT | http://otel:4317",
                "KAFKA_BROKERS | b-1.kafka:9092,b-2.kafka:9092",
                "MAIL_FROM | shop@example.com",
                "CIPHERS | TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "ALGORITHM | SHA256withRSA",
                "TZ | Europe/Berlin",
                "STARTED | 2026-11-30T12:30:00Z",
                "USER_SERVICE_URL | http://users:8080/api",
                "LOG_PATTERN | %d %-5level %msg%n",
                "MODE | a b",
            })
    void a_value_of_settings(String name, String value) {
        assertThat(VariableSecrets.mayBe(name, value)).isFalse();
    }
}
