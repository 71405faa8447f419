package dev.loombench.launch;

import dev.loombench.spec.ServerDescription;

/// A server of the zoo and what it takes to launch it.
record ServerDefinition(ServerDescription description, Artifact artifact) {

    String name() {
        return description.name();
    }
}
