package io.tributary.backend.engine;

import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ExistingTable;
import io.tributary.engine.port.ExistingTables;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.KeyStore;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.UnloggedCommits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the engine stores beside tables, of whichever instance is open. Any thread. */
final class EngineStores {
    private final EngineCalls calls;
    private final CommittedPositions positions;
    private final Object owning = new Object();
    private final boolean isServer;
    private volatile long ownGeneration;

    /**
     * @param positions told of those that are read; of a server, who asks for its generation is its owner by that
     */
    EngineStores(EngineCalls calls, CommittedPositions positions) {
        this.calls = calls;
        this.positions = positions;
        this.isServer = positions.areOfServer();
    }

    /** Asks it whether it is there, and whether another process owns what this one has owned, which has its tables from then on. */
    boolean isTaken(TableEngine open) {
        long own = ownGeneration;
        if (isServer && own != 0) {
            return open.pingGeneration() > own;
        }
        open.ping();
        return false;
    }

    /** @throws LostEngineException where it is another's */
    void requireOwned(TableEngine opened) {
        if (isTaken(opened)) {
            throw new LostEngineException(EngineProbes.TAKEN);
        }
    }

    final class Store implements SystemStore {
        @Override
        public Optional<String> get(String space, String key) {
            return calls.ask(false, engine -> engine.systemStore().get(space, key));
        }

        @Override
        public Map<String, String> list(String space) {
            return calls.ask(false, engine -> engine.systemStore().list(space));
        }

        @Override
        public void put(String space, String key, String value) {
            calls.run(engine -> engine.systemStore().put(space, key, value));
        }

        @Override
        public void remove(String space, String key) {
            calls.run(engine -> engine.systemStore().remove(space, key));
        }

        @Override
        public boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
            return calls.change(engine -> engine.systemStore().compareAndPut(space, key, expected, value));
        }

        /** Advances by {@link #get} and {@link #compareAndPut}, each of which is passed on. */
        @Override
        public long advance(String space, String key, long initial, LongUnaryOperator next) {
            return SystemStore.super.advance(space, key, initial, next);
        }

        @Override
        public long raiseGeneration() {
            synchronized (owning) {
                ownGeneration = calls.change(engine -> engine.systemStore().raiseGeneration());
                return ownGeneration;
            }
        }

        /** That of this process, once it is the owner: somebody else may come later. */
        @Override
        public long generation() {
            long own = ownGeneration;
            if (own != 0) {
                return own;
            }
            return isServer
                    ? raiseOnce()
                    : calls.ask(false, engine -> engine.systemStore().generation());
        }

        private long raiseOnce() {
            synchronized (owning) {
                return ownGeneration == 0 ? raiseGeneration() : ownGeneration;
            }
        }

        @Override
        public Map<Long, Long> appliedPositions(long logEpoch) {
            return calls.ask(false, engine -> {
                Map<Long, Long> said = positions.of(logEpoch);
                Map<Long, Long> applied = engine.systemStore().appliedPositions(logEpoch);
                requireNotBehind(logEpoch, said, applied);
                applied.forEach((tableId, position) -> positions.said(logEpoch, tableId, position));
                return applied;
            });
        }

        @Override
        public OptionalLong appliedPosition(long logEpoch, long tableId) {
            return calls.ask(false, engine -> {
                Map<Long, Long> said = positions.of(logEpoch);
                said.keySet().retainAll(Set.of(tableId));
                OptionalLong applied = engine.systemStore().appliedPosition(logEpoch, tableId);
                requireNotBehind(logEpoch, said, Map.of(tableId, applied.orElse(0)));
                applied.ifPresent(position -> positions.said(logEpoch, tableId, position));
                return applied;
            });
        }

        /** A server that lacks what it has said before is another one by now, or was put back: its keeper sees to it. */
        private void requireNotBehind(long logEpoch, Map<Long, Long> said, Map<Long, Long> found) {
            if (isServer) {
                List<PositionGap> gaps = CommittedPositions.gaps(logEpoch, said, found);
                if (!gaps.isEmpty()) {
                    throw calls.down("the server has gone back: " + gaps.get(0));
                }
            }
        }

        @Override
        public long positionCount() {
            return calls.ask(false, engine -> engine.systemStore().positionCount());
        }

        @Override
        public List<AppliedBatch> lastBatches(int most) {
            return calls.ask(false, engine -> engine.systemStore().lastBatches(most));
        }
    }

    final class Keys implements KeyStore {
        @Override
        public void readSince(long millis, Consumer<KeptKey> reader) {
            calls.ask(false, engine -> {
                engine.keyStore().readSince(millis, reader);
                return true;
            });
        }

        @Override
        public long removeUntil(long millis) {
            return calls.change(engine -> engine.keyStore().removeUntil(millis));
        }

        @Override
        public long removeOf(LongPredicate tables) {
            return calls.change(engine -> engine.keyStore().removeOf(tables));
        }
    }

    final class Labels implements LabelStore {
        @Override
        public long moveFormer() {
            return calls.change(engine -> engine.labelStore().moveFormer());
        }

        @Override
        public long count() {
            return calls.ask(false, engine -> engine.labelStore().count());
        }

        @Override
        public void read(Reader reader) {
            calls.ask(false, engine -> {
                engine.labelStore().read(reader);
                return true;
            });
        }

        @Override
        public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
            return calls.ask(false, engine -> engine.labelStore().find(name, fromMillis, untilMillis));
        }

        @Override
        public long removeUntil(long millis, Set<String> except) {
            return calls.change(engine -> engine.labelStore().removeUntil(millis, except));
        }
    }

    /** Counted by the instance; another one goes on counting for the same witness. */
    final class Unlogged implements UnloggedCommits {
        private volatile @Nullable Runnable witness;

        void goOn(UnloggedCommits opened) {
            Runnable told = witness;
            if (told != null) {
                opened.countFromNowOn(told);
            }
        }

        @Override
        public long count() {
            return calls.instance().engine().unloggedCommits().count();
        }

        @Override
        public void countFromNowOn(Runnable newWitness) {
            witness = newWitness;
            calls.instance().engine().unloggedCommits().countFromNowOn(newWitness);
        }

        @Override
        public void mark() {
            calls.run(engine -> engine.unloggedCommits().mark());
        }

        @Override
        public void accept(long count) {
            calls.run(engine -> engine.unloggedCommits().accept(count));
        }
    }

    final class Quarantined implements QuarantineStore {
        @Override
        public Size size() {
            return calls.ask(false, engine -> engine.quarantine().size());
        }

        @Override
        public List<QuarantinedRow> read(Filter filter, long after, int limit) {
            return calls.ask(false, engine -> engine.quarantine().read(filter, after, limit));
        }
    }

    /** Tables that others have made. */
    final class Existing implements ExistingTables {
        @Override
        public List<ExistingTable> tables(String database, String table, boolean upsert) {
            return calls.ask(false, engine -> engine.existingTables().tables(database, table, upsert));
        }

        @Override
        public Map<String, String> versions(String database) {
            return calls.ask(false, engine -> engine.existingTables().versions(database));
        }

        @Override
        public boolean isBeingDefined(String database, String table) {
            return calls.ask(false, engine -> engine.existingTables().isBeingDefined(database, table));
        }

        @Override
        public ReservedIds reserveIds(TableSchema table, int count, long atLeast) {
            return calls.change(engine -> engine.existingTables().reserveIds(table, count, atLeast));
        }
    }
}
