package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OtherUsersTest {
    private static String command(String... arguments) {
        return OtherUsers.command(List.of(arguments), List.of(200, 800));
    }

    @Test
    void the_numbers_of_users_are_replaced_in_every_spelling() {
        assertThat(command("compare", "app.jar", "-c", "50,200,800", "--trials", "50"))
                .isEqualTo("loombench compare app.jar -c 200,800 --trials 50");
        assertThat(command("compare", "--users", "50,200,800", "app.jar"))
                .isEqualTo("loombench compare --users 200,800 app.jar");
        assertThat(command("compare", "-c50,200,800", "app.jar"))
                .isEqualTo("loombench compare -c200,800 app.jar");
        assertThat(command("compare", "-c=50,200", "app.jar"))
                .isEqualTo("loombench compare -c200,800 app.jar");
        assertThat(command("compare", "--users=50,200", "app.jar"))
                .isEqualTo("loombench compare --users=200,800 app.jar");
    }

    @Test
    void a_command_stays_one_word() {
        assertThat(command("compare", "a=node s.js -c 5", "b=it's", "-c", "50"))
                .isEqualTo("loombench compare 'a=node s.js -c 5' 'b=it'\\''s' -c 200,800");
    }
}
