package dev.loombench.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandWordsTest {
    @Test
    void words_that_the_locale_lacks_are_refused_and_not_shown() {
        CommandWords.requireDecoded("load", "--body", "caf\u00e9");
        assertThatThrownBy(() -> CommandWords.requireDecoded("load", "--body", "caf\uFFFD"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("LC_ALL=C.UTF-8")
                .hasMessageNotContaining("caf");
    }

    @Test
    void words_that_another_program_would_not_get_are_refused_and_not_shown() {
        var words = List.of("load", "--body", "caf\u00e9");
        CommandWords.requireEncodable(words, UTF_8);
        CommandWords.requireEncodable(words.subList(0, 2), US_ASCII);
        assertThatThrownBy(() -> CommandWords.requireEncodable(words, US_ASCII))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("US-ASCII")
                .hasMessageNotContaining("caf");
    }

    @Test
    void white_space_separates_words() {
        assertThat(CommandWords.split("  java -jar\tapp.jar  --server.port={port} "))
                .containsExactly("java", "-jar", "app.jar", "--server.port={port}");
    }

    @Test
    void quotes_keep_white_space_and_are_removed() {
        assertThat(CommandWords.split("a 'b c' \"d e\" f'g h'i ''"))
                .containsExactly("a", "b c", "d e", "fg hi", "");
    }

    @Test
    void a_backslash_keeps_the_next_character_outside_single_quotes() {
        assertThat(CommandWords.split("a\\ b 'c\\d' \"e\\\"f\\g\""))
                .containsExactly("a b", "c\\d", "e\"f\\g");
    }

    @Test
    void nothing_is_expanded() {
        assertThat(CommandWords.split("echo $HOME \"$HOME\" * ~ '`id`' a^b ^ a#b"))
                .containsExactly("echo", "$HOME", "$HOME", "*", "~", "`id`", "a^b", "^", "a#b");
    }

    @Test
    void a_command_may_have_several_lines_and_a_comment() {
        assertThat(CommandWords.split("java \\\n -jar\n app.jar # mine\n --a=b"))
                .containsExactly("java", "-jar", "app.jar", "--a=b");
    }

    @Test
    void quotes_of_ansi_c_have_their_escapes() {
        assertThat(CommandWords.split("echo $'it\\'s\\t\\u00e9'"))
                .containsExactly("echo", "it's\té");
    }

    @Test
    void joined_words_are_split_into_the_same_words() {
        var words =
                List.of(
                        "sh",
                        "-c",
                        "a | 'b' \"c\"",
                        "",
                        "x=y",
                        "\\",
                        "ü",
                        "{a,b}",
                        "#",
                        "^",
                        "a\nb");
        assertThat(CommandWords.split(CommandWords.join(words))).isEqualTo(words);
        assertThat(CommandWords.join(List.of("java", "-jar", "app.jar", "--port={port}")))
                .isEqualTo("java -jar app.jar --port={port}");
        assertThat(CommandWords.join(List.of("echo", "{a,b}", "{1..3}", "{db.port}")))
                .isEqualTo("echo '{a,b}' '{1..3}' {db.port}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a | b",
                "a && b",
                "a > file",
                "a ;",
                "a &",
                "a 2>&1",
                "a>file",
                "a|b",
                "a;",
                "a 2>/dev/null",
                "a (b)",
                "a `id`",
                "a $(id)",
                "a \"$(id)\""
            })
    void an_operator_of_a_shell_is_refused_with_the_remedy(String command) {
        assertThatThrownBy(() -> CommandWords.split(command))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("needs a shell")
                .hasMessageContaining("sh -c");
    }

    @Test
    void a_quoted_operator_is_an_argument() {
        assertThat(CommandWords.split("grep '|' \\;")).containsExactly("grep", "|", ";");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "a 'b ; the quote ' that opens here is never closed",
                "~  ~ ; a command needs a program, was empty",
                "A=1 b ; set variables under environment"
            })
    void other_mistakes_are_explained(String command, String message) {
        assertThatThrownBy(() -> CommandWords.split(command))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }
}
