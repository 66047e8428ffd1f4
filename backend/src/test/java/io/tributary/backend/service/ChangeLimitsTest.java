package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.proto.ChangeRequest;
import io.tributary.rpc.proto.CreateDatabase;
import io.tributary.rpc.proto.SetGlobalVariable;
import io.tributary.rpc.proto.TruncateTable;
import org.junit.jupiter.api.Test;

final class ChangeLimitsTest {
    @Test
    void namesAndTextsThatAreTooLongAreRefusedWhereverTheyStand() {
        assertThatCode(() -> ChangeLimits.check(variable("autocommit", "x".repeat(60_000))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ChangeLimits.check(variable("x".repeat(65), "1")))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("64 characters");
        assertThatThrownBy(() -> ChangeLimits.check(variable("a", "x".repeat(80 << 20))))
                .hasMessageContaining("65536 bytes");
        assertThatThrownBy(() -> ChangeLimits.check(ChangeRequest.newBuilder()
                        .setTruncateTable(TruncateTable.newBuilder().addPartitions("x".repeat(70_000)))
                        .build()))
                .hasMessageContaining("partitions");
        assertThatThrownBy(() -> ChangeLimits.check(ChangeRequest.newBuilder()
                        .setCreateDatabase(CreateDatabase.newBuilder().setDatabase("x".repeat(70_000)))
                        .build()))
                .hasMessageContaining("database");
    }

    private static ChangeRequest variable(String name, String value) {
        return ChangeRequest.newBuilder()
                .setSetGlobalVariable(
                        SetGlobalVariable.newBuilder().setName(name).setValue(value))
                .build();
    }
}
