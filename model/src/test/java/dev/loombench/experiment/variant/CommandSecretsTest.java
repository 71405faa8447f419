package dev.loombench.experiment.variant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandSecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-Dspring.datasource.password=sesame | -Dspring.datasource.password=***",
                "-Ddb.password=open sesame | -Ddb.password=***",
                "--api-key=sesame | --api-key=***",
                "POSTGRES_PASSWORD=sesame | POSTGRES_PASSWORD=***",
                "-Durl=jdbc:mysql://ada:sesame@h/db | -Durl=jdbc:mysql://ada:***@h/db",
                "-Durl=jdbc:x://h/db?user=ada&password=sesame | -Durl=jdbc:x://h/db?user=ada&password=***",
                "amqp://ada:sesame@h:5672/ | amqp://ada:***@h:5672/",
                "-Dopts={\"password\":\"sesame\"} | -Dopts=***",
                "--env=DB_PASSWORD=sesame | --env=DB_PASSWORD=***",
                "java -Dpin=sesame -jar a.jar | java -Dpin=*** -jar a.jar",
                "exec java -Dpw='open sesame' -jar a.jar | exec java -Dpw='***' -jar a.jar",
                "DB_PASSWORD=sesame; java -jar a.jar | DB_PASSWORD=***; java -jar a.jar",
                "app --token sesame --port 80 | app --token *** --port 80",
                "app --url jdbc:x://ada:sesame@h/db | app --url jdbc:x://ada:***@h/db",
                "-Dapi.key=sesame | -Dapi.key=***",
                "-Dapp.token.live=sesame | -Dapp.token.live=***",
                "-Dapp.auth=sesame | -Dapp.auth=***",
                "-Dpw=$esame! | -Dpw=***",
                "--opts=-Ddb.password=sesame -Xmx1g | --opts=-Ddb.password=*** -Xmx1g"
            })
    void a_secret_is_not_shown(String text, String shown) {
        assertThat(CommandSecrets.masked(text)).isEqualTo(shown);
        assertThat(CommandSecrets.masked(shown)).as("from results").isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1g",
                "--server.port={port}",
                "-Dspring.threads.virtual.enabled=true",
                "-Djdk.tls.client.enableSessionTicketExtension=false",
                "--spring.session.store-type=redis",
                "--session.timeout=30m",
                "--spring.session.redis.cleanup-cron=0 * * * * *",
                "--server.servlet.session.cookie.same-site=strict",
                "--server.servlet.session.tracking-modes=cookie",
                "--spring.security.oauth2.client.registration.a.scope=openid",
                "-Dhttp.auth.preference=kerberos",
                "-Dmp.jwt.verify.issuer=shop",
                "-Dcassandra.session-keyspace-name=shop",
                "-Dcache.key=id.0",
                "--tokens=many",
                "--monkey=business",
                "--author=ada",
                "--password-encoder=bcrypt",
                "--key=server.pem",
                "--key=/etc/shop/keys.p12",
                "--host=auth:8080",
                "--env=DB_PASSWORD=$DB_PASSWORD",
                "JAVA_OPTS=-Dspring.session.store-type=redis",
                "app --no-auth shop",
                "app --auth basic shop",
                "-Djavax.net.ssl.keyStore=/etc/shop/keys.p12",
                "--key=/etc/shop/server.pem",
                "--auth=none",
                "--auth=true,false",
                "--url=http://h:80/a?b=c",
                "java -Dpw=$DB_PASSWORD -jar a.jar",
                "java -Dpw=$(cat /run/pw) -jar a.jar",
                "-XX:StartFlightRecording=filename=a.jfr,settings=profile"
            })
    void other_settings_are_shown(String text) {
        assertThat(CommandSecrets.masked(text)).isEqualTo(text);
    }

    @Test
    void the_word_after_an_option_may_be_a_secret() {
        assertThat(CommandSecrets.masked(List.of("app", "--password", "sesame", "--token", "-v")))
                .containsExactly("app", "--password", "***", "--token", "-v");
    }

    @Test
    void a_value_with_many_signs_takes_no_time() {
        var word = "a=".repeat(2_000);
        assertThat(CommandSecrets.masked(word)).isEqualTo(word);
    }

    @Test
    void the_output_of_a_service_has_neither_the_value_nor_the_password_within_it() {
        var words = List.of("app", "--db=jdbc:x://ada:sesame-1@h/db", "--token=sesame-2");
        assertThat(CommandSecrets.of(words)).containsExactly("sesame-1", "sesame-2");
    }
}
