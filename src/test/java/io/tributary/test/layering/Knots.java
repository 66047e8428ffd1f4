package io.tributary.test.layering;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Classes of which each uses each other, directly or by way of others: the strongly connected components (Tarjan, 1972). */
final class Knots {
    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<List<String>> found = new ArrayList<>();

    private Knots(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /** @param uses what each uses; whatever is used is a key, too */
    static List<List<String>> of(Map<String, Set<String>> uses) {
        Knots knots = new Knots(uses);
        for (String each : uses.keySet()) {
            if (!knots.numbers.containsKey(each)) {
                knots.visit(each);
            }
        }
        return knots.found;
    }

    private void visit(String from) {
        int number = numbers.size();
        numbers.put(from, number);
        lowest.put(from, number);
        open.push(from);
        for (String to : uses.getOrDefault(from, Set.of())) {
            if (!numbers.containsKey(to)) {
                visit(to);
                lowest.merge(from, lowest.getOrDefault(to, number), Math::min);
            } else if (open.contains(to)) {
                lowest.merge(from, numbers.getOrDefault(to, number), Math::min);
            }
        }
        if (lowest.getOrDefault(from, number) == number) {
            List<String> knot = new ArrayList<>();
            String last;
            do {
                last = open.pop();
                knot.add(last);
            } while (!last.equals(from));
            found.add(knot);
        }
    }
}
