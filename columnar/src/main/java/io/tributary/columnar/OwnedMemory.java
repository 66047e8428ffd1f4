package io.tributary.columnar;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.memory.AllocationManager;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Native memory of one reader, of which nothing is left when it is closed: Arrow's readers forget what they have taken
 * for a batch that turns out to be broken, and clients may send those for ever. One thread at a time.
 */
final class OwnedMemory implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OwnedMemory.class);
    private static final ArrowBuf EMPTY =
            new ArrowBuf(ReferenceManager.NO_OP, null, 0, MemoryUtil.allocateMemory(Long.BYTES));

    private final Set<Chunk> chunks = ConcurrentHashMap.newKeySet();
    private final BufferAllocator allocator;

    OwnedMemory(long bytesMax) {
        allocator = new RootAllocator(RootAllocator.configBuilder()
                .maxAllocation(bytesMax)
                .allocationManagerFactory(new AllocationManager.Factory() {
                    @Override
                    public AllocationManager create(BufferAllocator accounting, long size) {
                        return new Chunk(accounting, size);
                    }

                    @Override
                    public ArrowBuf empty() {
                        return EMPTY;
                    }
                })
                .build());
    }

    BufferAllocator allocator() {
        return allocator;
    }

    /** Gives the memory back; nobody may read or write it any more. */
    @Override
    public void close() {
        try {
            allocator.close();
        } catch (IllegalStateException forgotten) {
            log.debug("event=columnar_memory_forgotten bytes={}", allocator.getAllocatedMemory());
        } finally {
            chunks.forEach(Chunk::release0);
        }
    }

    private final class Chunk extends AllocationManager {
        private final long size;
        private final long address;

        Chunk(BufferAllocator accounting, long size) {
            super(accounting);
            this.size = size;
            address = MemoryUtil.allocateMemory(size);
            chunks.add(this);
        }

        @Override
        public long getSize() {
            return size;
        }

        @Override
        protected long memoryAddress() {
            return address;
        }

        @Override
        protected void release0() {
            if (chunks.remove(this)) {
                MemoryUtil.freeMemory(address);
            }
        }
    }
}
