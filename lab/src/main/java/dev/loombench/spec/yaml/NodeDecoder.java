package dev.loombench.spec.yaml;

/// Makes a value of a node.
@FunctionalInterface
interface NodeDecoder<T> {

    /// @throws SpecError when the node holds no such value; says what was met and what was due
    T of(Node node);
}
