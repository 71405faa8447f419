package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The error codes of HTTP/2 that a server sent, in words.
///
/// Source: RFC 9113, section 7.
final class ErrorCodeText {
    private ErrorCodeText() {}

    /// @param verb what the server did to connections or requests, the noun
    /// @param codes name -> number, at least one
    static FindingText words(String verb, String noun, Map<String, Long> codes, String impact) {
        return new FindingText(message(verb, noun, codes), impact, remedy(codes));
    }

    /// As in `ended 12 connections with ENHANCE_YOUR_CALM: it limits what a client may ask of it; 1
    /// with INTERNAL_ERROR: it failed`.
    private static String message(String verb, String noun, Map<String, Long> codes) {
        var sorted = mostFirst(codes);
        var others =
                sorted.stream()
                        .skip(1)
                        .map(e -> "; %,d with %s".formatted(e.getValue(), withCause(e.getKey())))
                        .collect(Collectors.joining());
        var first = sorted.getFirst();
        return "the server %s %s with %s%s"
                .formatted(
                        verb, counted(first.getValue(), noun), withCause(first.getKey()), others);
    }

    /// What to do about the most common one.
    private static String remedy(Map<String, Long> codes) {
        return switch (mostFirst(codes).getFirst().getKey()) {
            case "ENHANCE_YOUR_CALM", "REFUSED_STREAM" ->
                    "raise the server's limits on the requests, resets and control frames of a connection, equally in every variant, or use fewer streams on more connections (--streams)";
            case "HTTP_1_1_REQUIRED" -> "leave --http2 out";
            case "INADEQUATE_SECURITY" -> "allow other cipher suites of TLS at the server";
            default -> "see the server's log for its reason";
        };
    }

    private static List<Map.Entry<String, Long>> mostFirst(Map<String, Long> codes) {
        return codes.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue(Collections.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    private static String withCause(String code) {
        return code + ": " + cause(code);
    }

    private static String cause(String code) {
        return switch (code) {
            case "NO_ERROR" -> "it gives no reason";
            case "PROTOCOL_ERROR" -> "it received what it does not accept as HTTP/2";
            case "INTERNAL_ERROR" -> "it failed";
            case "FLOW_CONTROL_ERROR" -> "it received more than its windows allow";
            case "SETTINGS_TIMEOUT" -> "its settings were not acknowledged in its time";
            case "STREAM_CLOSED" -> "it received a frame of a stream that had ended";
            case "FRAME_SIZE_ERROR" -> "it received a frame of a size that it does not accept";
            case "REFUSED_STREAM" -> "it takes no more requests";
            case "CANCEL" -> "it gave the request up";
            case "COMPRESSION_ERROR" -> "it could not decode the header fields";
            case "CONNECT_ERROR" -> "its connection to another server broke";
            case "ENHANCE_YOUR_CALM" -> "it limits what a client may ask of it";
            case "INADEQUATE_SECURITY" -> "it requires other properties of TLS";
            case "HTTP_1_1_REQUIRED" -> "it requires HTTP/1.1";
            default -> "its reason is not known";
        };
    }
}
