package dev.loombench.spec;

import dev.loombench.spec.load.Protocol;
import java.util.Map;
import java.util.Set;

/// What a server of the zoo offers, so that a spec can be checked before anything starts.
///
/// @param name as in `tomcat`
/// @param about one sentence
/// @param protocol that it speaks
/// @param models name -> what it offers, in the order of its file
/// @param batch whether it is no server but a program that does its work and ends
public record ServerDescription(
        String name, String about, Protocol protocol, Map<String, Model> models, boolean batch) {
    /// The setting that names the service behind `/downstream`: the lab starts one and tells the
    /// server where, unless the variant names its own.
    public static final String DOWNSTREAM = "downstream";

    /// The setting that names a server's database: the lab starts one where a variant needs one and
    /// names none.
    public static final String DATABASE = "database";

    /// The settings that the lab knows the right value of, and a user seldom gives.
    public static final Set<String> GIVEN_BY_THE_LAB = Set.of(DOWNSTREAM, DATABASE);

    /// A server that speaks HTTP.
    public ServerDescription(String name, String about, Map<String, Model> models) {
        this(name, about, models, false);
    }

    /// One that speaks HTTP, or a program that speaks nothing.
    public ServerDescription(String name, String about, Map<String, Model> models, boolean batch) {
        this(name, about, Protocol.HTTP, models, batch);
    }

    /// @param about one sentence
    /// @param settings name -> one sentence, as in `threads`; empty when the model takes none
    public record Model(String about, Map<String, String> settings) {}
}
