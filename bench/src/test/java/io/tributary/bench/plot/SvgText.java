package io.tributary.bench.plot;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** An SVG document as the JDK's own parser reads it. */
public record SvgText(Element root) {
    public static SvgText parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        InputSource source = new InputSource(new StringReader(svg));
        return new SvgText(factory.newDocumentBuilder().parse(source).getDocumentElement());
    }

    /** All below the root, in their order. */
    public List<Element> all(String name) {
        return below(root, name);
    }

    static List<Element> below(Element element, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = element.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }

    public List<String> texts() {
        return all("text").stream().map(Element::getTextContent).toList();
    }

    /** Labels of what is drawn, in their order. */
    public List<String> series() {
        return all("polyline").stream().map(SvgText::group).map(SvgText::title).toList();
    }

    /** Each {@code x,y}. */
    public List<String> points(String label) {
        Element line = below(series(label), "polyline").get(0);
        return List.of(line.getAttribute("points").split(" ", -1));
    }

    /** The group of the only series of this label. */
    Element series(String label) {
        return all("polyline").stream()
                .map(SvgText::group)
                .filter(group -> title(group).equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static Element group(Element line) {
        Node parent = Objects.requireNonNull(line.getParentNode());
        return (Element) parent;
    }

    private static String title(Element group) {
        return below(group, "title").get(0).getTextContent();
    }
}
