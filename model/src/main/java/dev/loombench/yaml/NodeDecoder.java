package dev.loombench.yaml;

/// Decodes a value from a node.
@FunctionalInterface
public interface NodeDecoder<T> {

    /// @throws WrongInput when the node is not such a value; states what was found and expected
    T of(Node node);
}
