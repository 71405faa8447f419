package dev.loombench.load.option;

import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/// The option for headers of requests.
public final class HeaderOption {
    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME: VALUE",
            description = "Request header; repeatable.")
    private List<String> headers = List.of();

    public boolean isGiven() {
        return !headers.isEmpty();
    }

    /// Name -> value, in a new map.
    ///
    /// @throws WrongInput when one has no colon, or a name was given twice
    public SortedMap<String, String> headers() {
        var map = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        for (var text : headers) {
            var header = HeaderText.of(text);
            put(header.name(), header.value(), map);
        }
        return map;
    }

    /// @throws WrongInput when the name was given before
    public static void put(String name, String value, Map<String, String> headers) {
        if (headers.put(name, value) != null) {
            throw new WrongInput("header " + name + " was given twice");
        }
    }
}
