import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.Check;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.UpdateTimestamp;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;

/**
 * Hibernate: tables made by {@code hbm2ddl.auto=update}, which then finds nothing to change; entities of every kind of attribute
 * written, read, changed and removed; batches of 50 by Connector/J's rewriting, each in a transaction that is a load of group commit.
 */
public final class Hibernate {
    private static final int BATCH = 50;
    private static final int EVENTS = 1_000;
    private static final String TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1";

    private static String url;

    enum Kind {
        RETAIL,
        WHOLESALE
    }

    @Entity(name = "Customer")
    @Table(name = "customers", indexes = @Index(name = "by_name", columnList = "name"))
    public static class Customer {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @Version
        int version;

        @Column(nullable = false, length = 100)
        String name;

        @Enumerated(EnumType.STRING)
        Kind kind;

        @Enumerated(EnumType.ORDINAL)
        Kind formerly;

        boolean active;
        LocalDate born;
        LocalTime wakes;
        LocalDateTime seen;

        @CreationTimestamp
        LocalDateTime created;

        @UpdateTimestamp
        LocalDateTime changed;

        @Lob
        String story;

        @Lob
        byte[] picture;

        @Column(columnDefinition = "JSON")
        String settings;

        @OneToMany(mappedBy = "customer")
        List<Order> orders = new ArrayList<>();
    }

    @Entity(name = "Order")
    @Table(name = "orders")
    @Check(name = "paid", constraints = "amount >= 0")
    public static class Order {
        @Id
        UUID id;

        @ManyToOne(fetch = FetchType.LAZY, optional = false)
        @JoinColumn(name = "customer_id")
        Customer customer;

        @Column(precision = 18, scale = 4, nullable = false)
        BigDecimal amount;

        Double ratio;
        Float share;
        Short small;
        Byte tiny;
        char letter;
    }

    /** Whose ids are the program's, so that Hibernate can write many in a batch. */
    @Entity(name = "Event")
    @Table(name = "events")
    public static class Event {
        @Id
        long id;

        @Column(columnDefinition = "DATETIME(6)")
        LocalDateTime at;

        String what;
    }

    public static void main(String[] arguments) throws Exception {
        url = "jdbc:mysql://127.0.0.1:" + System.getenv("TEST_PORT") + "/" + System.getenv("TEST_DB")
                + "?rewriteBatchedStatements=true&sessionVariables=group_commit=sync_mode";
        Map<String, String> made;
        Path first = Files.createTempFile("hibernate", ".sql");
        Path second = Files.createTempFile("hibernate", ".sql");
        try (StandardServiceRegistry registry = registry(first); SessionFactory factory = metadata(registry).buildSessionFactory()) {
            made = definitions();
            expect(List.of("customers", "events", "orders"), new ArrayList<>(made.keySet()));
            daily(factory);
            batches(factory);
        }
        try (StandardServiceRegistry registry = registry(second); SessionFactory factory = metadata(registry).buildSessionFactory()) {
            expect(made, definitions());
            transaction(factory, session -> expect(1L, session.createQuery("select count(*) from Customer", Long.class).getSingleResult()));
        }
        expect(true, Files.readString(first).contains("create table customers"));
        expect("", Files.readString(second).strip());
        Files.delete(first);
        Files.delete(second);
        System.out.println("ok");
    }

    /** @param sent where the statements of {@code update} are written, too */
    private static StandardServiceRegistry registry(Path sent) {
        return new StandardServiceRegistryBuilder(new BootstrapServiceRegistryBuilder()
                        .applyClassLoader(Hibernate.class.getClassLoader())
                        .build())
                .applySetting("hibernate.connection.url", url)
                .applySetting("hibernate.connection.username", "root")
                .applySetting("hibernate.connection.password", "")
                .applySetting("hibernate.hbm2ddl.halt_on_error", "true")
                .applySetting("jakarta.persistence.schema-generation.database.action", "update")
                .applySetting("jakarta.persistence.schema-generation.scripts.action", "update")
                .applySetting("jakarta.persistence.schema-generation.scripts.create-target", sent.toString())
                .applySetting("hibernate.jdbc.batch_size", BATCH)
                .applySetting("hibernate.order_inserts", "true")
                .build();
    }

    private static Metadata metadata(StandardServiceRegistry registry) {
        return new MetadataSources(registry)
                .addAnnotatedClasses(Customer.class, Order.class, Event.class)
                .buildMetadata();
    }

    private static Map<String, String> definitions() throws Exception {
        Map<String, String> definitions = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(url, "root", ""); Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(TABLES)) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
            for (String table : tables) {
                try (ResultSet row = statement.executeQuery("SHOW CREATE TABLE " + table)) {
                    row.next();
                    definitions.put(table, row.getString(2));
                }
            }
        }
        return definitions;
    }

    private static void daily(SessionFactory factory) {
        Customer ann = new Customer();
        ann.name = "Ann 😀";
        ann.kind = Kind.WHOLESALE;
        ann.formerly = Kind.RETAIL;
        ann.active = true;
        ann.born = LocalDate.of(2000, 2, 29);
        ann.wakes = LocalTime.of(6, 30, 15);
        ann.seen = LocalDateTime.of(2024, 3, 31, 2, 30, 0, 123_456_000);
        ann.story = "it's long ".repeat(20_000);
        ann.picture = new byte[] {0, 1, '\'', '\\', (byte) 0xFF};
        ann.settings = "{\"theme\": \"dark\"}";
        Customer nobody = new Customer();
        nobody.name = "nobody";
        List<UUID> orders = new ArrayList<>();
        transaction(factory, session -> {
            session.persist(ann);
            session.persist(nobody);
            for (int i = 0; i < 3; i++) {
                Order order = new Order();
                order.id = UUID.randomUUID();
                order.customer = ann;
                order.amount = new BigDecimal("12345678901234.5678").add(BigDecimal.valueOf(i));
                order.ratio = i / 8.0;
                order.share = 0.1f;
                order.small = (short) -i;
                order.tiny = (byte) i;
                order.letter = 'ü';
                session.persist(order);
                orders.add(order.id);
            }
        });
        transaction(factory, session -> {
            Customer read = session.find(Customer.class, ann.id);
            expect(List.of(ann.name, ann.kind, ann.formerly, ann.active, ann.born, ann.wakes, ann.seen, ann.story),
                    List.of(read.name, read.kind, read.formerly, read.active, read.born, read.wakes, read.seen, read.story));
            expect(true, Arrays.equals(ann.picture, read.picture));
            expect("{\"theme\": \"dark\"}", read.settings);
            expect(true, read.created != null && read.changed != null);
            expect(3, read.orders.size());
            Order order = session.find(Order.class, orders.get(1));
            expect(List.of(new BigDecimal("12345678901235.5678"), 0.125, 0.1f, (short) -1, (byte) 1, 'ü', ann.name),
                    List.of(order.amount, order.ratio, order.share, order.small, order.tiny, order.letter, order.customer.name));
            read.name = "Ann";
            read.active = false;
            order.amount = BigDecimal.ONE;
            session.remove(session.find(Customer.class, nobody.id));
        });
        transaction(factory, session -> {
            expect(1L, session.createQuery("select count(*) from Customer c where c.kind = :kind and c.born < :day and not c.active", Long.class)
                    .setParameter("kind", Kind.WHOLESALE)
                    .setParameter("day", LocalDate.of(2001, 1, 1))
                    .getSingleResult());
            expect(List.of("Ann"), session.createQuery(
                            "select distinct c.name from Order o join o.customer c where o.amount between 0 and 2", String.class)
                    .getResultList());
            expect(new BigDecimal("24691357802472.1356"), session.createQuery("select sum(amount) from Order", BigDecimal.class)
                    .getSingleResult());
            expect(2, session.createMutationQuery("update Order o set o.ratio = o.ratio * 2 where o.amount > 1").executeUpdate());
            expect(2, session.createMutationQuery("delete from Order o where o.amount > 1").executeUpdate());
        });
        try {
            transaction(factory, session -> {
                Order order = session.find(Order.class, orders.get(1));
                order.amount = BigDecimal.valueOf(-1);
            });
            throw new AssertionError("a row that its CHECK refuses");
        } catch (RuntimeException refused) {
            expect(true, String.valueOf(refused.getMessage()).contains("paid"));
        }
    }

    /** Transactions that only write are loads of group commit. */
    private static void batches(SessionFactory factory) {
        for (int first = 0; first < EVENTS; first += BATCH) {
            int from = first;
            transaction(factory, session -> {
                for (int i = from; i < from + BATCH; i++) {
                    Event event = new Event();
                    event.id = i;
                    event.at = LocalDateTime.of(2024, 1, 1, 0, 0).plusSeconds(i);
                    event.what = "it's " + i;
                    session.persist(event);
                }
            });
        }
        transaction(factory, session -> {
            expect((long) EVENTS, session.createQuery("select count(*) from Event", Long.class).getSingleResult());
            expect("it's 999", session.find(Event.class, 999L).what);
        });
    }

    private static void transaction(SessionFactory factory, Consumer<Session> work) {
        factory.inTransaction(work);
    }

    private static void expect(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("found " + found + ", expected " + expected);
        }
    }
}
