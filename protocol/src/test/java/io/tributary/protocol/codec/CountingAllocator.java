package io.tributary.protocol.codec;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;

/** Remembers the largest buffer that anyone asked for, by allocation or by growth. */
final class CountingAllocator extends AbstractByteBufAllocator {
    private int largestCapacity;

    CountingAllocator() {
        super(false);
    }

    int largestCapacity() {
        return largestCapacity;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity) {
            @Override
            protected byte[] allocateArray(int capacity) {
                largestCapacity = Math.max(largestCapacity, capacity);
                return super.allocateArray(capacity);
            }
        };
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return newHeapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }
}
