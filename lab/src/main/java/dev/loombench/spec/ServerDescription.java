package dev.loombench.spec;

import java.util.Map;

/// What a server of the zoo offers, so that a spec can be checked before anything starts.
///
/// @param name as in `tomcat`
/// @param about one sentence
/// @param models name -> what it offers, in the order of its file
/// @param batch whether it is no server but a program that does its work and ends
public record ServerDescription(
        String name, String about, Map<String, Model> models, boolean batch) {
    /// The setting that names the service behind `/downstream`: the lab starts one and tells the
    /// server where, unless the variant names its own.
    public static final String DOWNSTREAM = "downstream";

    /// A server.
    public ServerDescription(String name, String about, Map<String, Model> models) {
        this(name, about, models, false);
    }

    /// @param about one sentence
    /// @param settings name -> one sentence, as in `threads`; empty when the model takes none
    public record Model(String about, Map<String, String> settings) {}
}
