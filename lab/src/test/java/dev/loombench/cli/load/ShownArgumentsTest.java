package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShownArgumentsTest {
    @Test
    void secrets_of_requests_and_of_the_environment_are_not_shown() {
        assertThat(
                        ShownArguments.of(
                                List.of(
                                        "capacity",
                                        "app.jar",
                                        "-H",
                                        "Authorization: Bearer sesame",
                                        "-HX-Api-Key:sesame",
                                        "--header=Accept: */*",
                                        "--cookie",
                                        "sid=sesame",
                                        "--path=/a?x=1&token=sesame",
                                        "--body",
                                        "{\"pin\": 1234, \"a\": \"$\"}",
                                        "--env",
                                        "DB_PASSWORD=sesame",
                                        "--env=MODE=a",
                                        "--env=DATABASE_URL=postgres://ada:sesame@h/db",
                                        "-H=Authorization: Bearer sesame",
                                        "--slo",
                                        "p99<50ms",
                                        "http://h:1/token=x")))
                .containsExactly(
                        "capacity",
                        "app.jar",
                        "-H",
                        "Authorization: Bearer ***",
                        "-HX-Api-Key: ***",
                        "--header=Accept: */*",
                        "--cookie",
                        "sid=***",
                        "--path=/a?x=1&token=***",
                        "--body",
                        "{\"pin\": ***, \"a\": \"$\"}",
                        "--env",
                        "DB_PASSWORD=***",
                        "--env=MODE=a",
                        "--env=DATABASE_URL=***",
                        "-H=Authorization: Bearer ***",
                        "--slo",
                        "p99<50ms",
                        "http://h:1/token=x");
    }
}
