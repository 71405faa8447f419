package dev.loombench.load.option;

import dev.loombench.text.WrongInput;

/// A header as an option has it, `Name: value`.
///
/// @param value without white space around it
public record HeaderText(String name, String value) {
    /// @throws WrongInput when it has no colon; the message does not show it, because it may be a
    ///   secret
    public static HeaderText of(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw new WrongInput("--header must be like Name: value; one has no colon");
        }
        return new HeaderText(text.substring(0, colon), text.substring(colon + 1).strip());
    }
}
