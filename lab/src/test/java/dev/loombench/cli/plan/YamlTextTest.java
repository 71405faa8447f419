package dev.loombench.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlTextTest {
    @Test
    void maps_and_lists_are_nested() {
        var map = new LinkedHashMap<String, Object>();
        map.put("a", 1);
        map.put("b", List.of("x", Map.of("c", true)));
        map.put("d", Map.of());
        map.put("e", List.of());
        assertThat(YamlText.documents(List.of(map, Map.of("f", "yes"))))
                .isEqualTo(
                        """
                        ---
                        a: 1
                        b:
                          - "x"
                          - c: true
                        d: {}
                        e: []
                        ---
                        f: "yes"
                        """);
    }

    @Test
    void no_text_is_read_as_anything_else() {
        var texts =
                List.of(
                        "no",
                        "1",
                        "0x1F",
                        "~",
                        "null",
                        "",
                        " a ",
                        "a: b",
                        "- a",
                        "# a",
                        "&a *a !a",
                        "%a",
                        "@a",
                        "{a}",
                        "[a]",
                        "it's \"quoted\" \\ n",
                        "a\nb: c",
                        "\t",
                        "${A}",
                        "\u0085",
                        "---",
                        "日本",
                        "\ud83d\ude00");
        var yaml = YamlText.documents(List.of(Map.of("texts", texts)));
        assertThat(new Load(LoadSettings.builder().build()).loadFromString(yaml))
                .isEqualTo(Map.of("texts", texts));
    }
}
