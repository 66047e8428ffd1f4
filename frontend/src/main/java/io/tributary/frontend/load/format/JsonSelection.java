package io.tributary.frontend.load.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which values of a JSON object are wanted, as a tree of its members and elements, so that one walk finds all of them. Built
 * once for a load, then only read.
 */
final class JsonSelection {
    private static final int[] NOWHERE = {};

    private final Map<String, JsonSelection> members = new HashMap<>();
    private final Map<Integer, JsonSelection> elements = new HashMap<>();
    private final boolean anyCase;
    /** The places that take this value. */
    private int[] places = NOWHERE;

    private JsonSelection(boolean anyCase) {
        this.anyCase = anyCase;
    }

    /** The members of these names, in any case; each goes to the place that its name has in the list. */
    static JsonSelection named(List<String> names) {
        JsonSelection wanted = new JsonSelection(true);
        for (int place = 0; place < names.size(); place++) {
            wanted.members
                    .computeIfAbsent(names.get(place).toLowerCase(Locale.ROOT), name -> new JsonSelection(false))
                    .addPlace(place);
        }
        return wanted;
    }

    /** What stands at these paths, in the same way. */
    static JsonSelection at(List<DorisJsonPath> paths) {
        JsonSelection wanted = new JsonSelection(false);
        for (int place = 0; place < paths.size(); place++) {
            JsonSelection value = wanted;
            for (DorisJsonPath.Step step : paths.get(place).steps()) {
                value = step.isMember()
                        ? value.members.computeIfAbsent(step.name(), name -> new JsonSelection(false))
                        : value.elements.computeIfAbsent(step.index(), index -> new JsonSelection(false));
            }
            value.addPlace(place);
        }
        return wanted;
    }

    private void addPlace(int place) {
        places = Arrays.copyOf(places, places.length + 1);
        places[places.length - 1] = place;
    }

    @Nullable
    JsonSelection member(String name) {
        JsonSelection found = members.get(name);
        return found == null && anyCase ? members.get(name.toLowerCase(Locale.ROOT)) : found;
    }

    @Nullable
    JsonSelection element(int index) {
        return elements.get(index);
    }

    boolean hasMembers() {
        return !members.isEmpty();
    }

    boolean hasElements() {
        return !elements.isEmpty();
    }

    /** Not a copy. */
    int[] places() {
        return places;
    }
}
