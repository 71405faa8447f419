package dev.loombench.export;

/// A form of a result.
///
/// @param <D> what is reported
public interface Exporter<D> {
    /// @return the whole text, with a line break at its end
    String export(D document);
}
