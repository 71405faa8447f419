package dev.loombench.report.html.chart;

import dev.loombench.text.Figures;
import java.util.List;

/// The axes of a page's heat maps; its script draws the cells.
///
/// @param up marks of the response times
/// @param across marks of the time in the window
/// @param maps one per variant with responses
public record HeatMapView(List<Mark> up, List<Mark> across, List<Plot> maps) {
    public HeatMapView {
        up = List.copyOf(up);
        across = List.copyOf(across);
        maps = List.copyOf(maps);
    }

    /// @param colour index
    public record Plot(String name, int colour) {}

    /// @param names of the variants, printable
    public static HeatMapView of(HeatMap heat, List<String> names) {
        double seconds = Math.max(1, heat.columns()) * heat.step();
        var across =
                Axis.fromZero(seconds).marks().stream()
                        .filter(s -> s <= seconds)
                        .map(s -> new Mark(Axis.percent(s / seconds), Figures.axis(s) + " s"));
        return new HeatMapView(
                heat.axis().marks().stream()
                        .map(m ->
                                new Mark(Axis.percent(1 - heat.axis().share(m)), LogAxis.label(m)))
                        .toList(),
                heat.maps().isEmpty() ? List.of() : across.toList(),
                heat.maps().stream()
                        .map(m -> new Plot(names.get(m.variant()), Palette.colour(m.variant())))
                        .toList());
    }
}
