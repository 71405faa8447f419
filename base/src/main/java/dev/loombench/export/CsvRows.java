package dev.loombench.export;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.text.PlainText;
import dev.loombench.text.RecordJson;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Records as rows of a CSV file: a column per component that holds one value, with its key in
/// `snake_case`; the names within an inner record follow that of the record. Lists and maps have no
/// column, figures without names of their own are JSON in one cell, what is missing is an empty
/// cell, and control characters are replaced.
///
/// @param columns names
/// @param rows as many cells as columns in each, quoted where needed
public record CsvRows(List<String> columns, List<List<String>> rows) {
    public CsvRows {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /// @param value in a record of the row's type
    private record Column(String name, Function<Object, Optional<Object>> value) {}

    /// @param type of the rows, which there may be none of
    public static <R extends Record> CsvRows of(Class<R> type, List<R> records) {
        var columns = columns(type, "", Optional::of);
        return new CsvRows(
                columns.stream().map(Column::name).toList(),
                records.stream()
                        .map(r ->
                                columns.stream()
                                        .map(c -> c.value().apply(r).map(CsvRows::cell).orElse(""))
                                        .toList())
                        .toList());
    }

    /// A header, and a line per row.
    public List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(String.join(",", columns));
        rows.forEach(row -> lines.add(String.join(",", row)));
        return lines;
    }

    /// @param prefix of the names
    /// @param owner the record of this type within the row's record
    private static List<Column> columns(
            Class<?> type, String prefix, Function<Object, Optional<Object>> owner) {
        var columns = new ArrayList<Column>();
        for (var component : type.getRecordComponents()) {
            var accessor = component.getAccessor();
            var name = prefix + snakeCase(key(component));
            accessor.setAccessible(true);
            Function<Object, Optional<Object>> value =
                    row -> owner.apply(row).flatMap(record -> read(accessor, record));
            var held = held(component);
            if (held.isRecord()) {
                boolean unwrapped = accessor.isAnnotationPresent(JsonUnwrapped.class);
                columns.addAll(columns(held, unwrapped ? prefix : name + "_", value));
            } else if (!Collection.class.isAssignableFrom(held)
                    && !Map.class.isAssignableFrom(held)) {
                columns.add(new Column(name, value));
            }
        }
        return columns;
    }

    private static String key(RecordComponent component) {
        var other = component.getAccessor().getAnnotation(JsonProperty.class);
        return other == null ? component.getName() : other.value();
    }

    /// The type of a component, or of what an `Optional` may hold.
    private static Class<?> held(RecordComponent component) {
        return component.getGenericType() instanceof ParameterizedType optional
                        && optional.getRawType() == Optional.class
                ? raw(optional.getActualTypeArguments()[0])
                : component.getType();
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> raw(generic.getRawType());
            default -> Object.class;
        };
    }

    private static Optional<Object> read(Method accessor, Object owner) {
        try {
            return switch (accessor.invoke(owner)) {
                case null -> Optional.empty();
                case Optional<?> value -> value.map(v -> (Object) v);
                case OptionalDouble d ->
                        d.isPresent() ? Optional.of(d.getAsDouble()) : Optional.empty();
                case OptionalLong n ->
                        n.isPresent() ? Optional.of(n.getAsLong()) : Optional.empty();
                case OptionalInt n -> n.isPresent() ? Optional.of(n.getAsInt()) : Optional.empty();
                case Object value -> Optional.of(value);
            };
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + accessor, e);
        }
    }

    /// A number, text or JSON as a cell.
    static String cell(Object value) {
        return switch (value) {
            case Double d -> Double.isFinite(d) ? decimal(d) : "";
            case Number whole -> String.valueOf(whole);
            case Boolean flag -> String.valueOf(flag);
            case JsonNode figures ->
                    figures.isEmpty() ? "" : Csv.text(PlainText.of(RecordJson.line(figures)));
            case Object text -> Csv.text(PlainText.of(RecordJson.tree(text).asString()));
        };
    }

    /// A plain decimal: not every reader of CSV accepts `1.7410048E8` as a number.
    public static String decimal(double value) {
        return new BigDecimal(String.valueOf(value)).stripTrailingZeros().toPlainString();
    }

    /// `p999Millis` becomes `p999_millis`.
    private static String snakeCase(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }
}
