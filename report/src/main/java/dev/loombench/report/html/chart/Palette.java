package dev.loombench.report.html.chart;

/// The colours of variants in the page's style.
public final class Palette {
    private static final int COLOURS = 7;

    private Palette() {}

    /// The index of the colour of a variant.
    ///
    /// @param variant from 0
    public static int colour(int variant) {
        return variant % COLOURS;
    }
}
