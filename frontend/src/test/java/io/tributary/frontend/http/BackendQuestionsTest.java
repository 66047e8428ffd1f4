package io.tributary.frontend.http;

import static io.tributary.frontend.TwoBackends.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.tributary.contract.calls.TransactionIds;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.frontend.TwoBackends;
import io.tributary.frontend.http.question.Question;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of two backends is asked by HTTP, and what becomes of their answers. */
final class BackendQuestionsTest {
    private TwoBackends backends;

    @BeforeEach
    void open() throws Exception {
        backends = new TwoBackends();
    }

    @AfterEach
    void close() {
        backends.close();
    }

    @Test
    void aSecondPhaseGoesToTheBackendOfItsId() {
        long id = TransactionIds.of(1, 101);

        assertThatThrownBy(() -> get(secondPhase("txn_id", Long.toString(id)).ask(backends.router)))
                .hasMessageContaining("transaction [" + id + "] not found");
        assertThat(backends.first.calls()).isEmpty();
        assertThat(backends.second.calls()).containsExactly("commit " + id);
    }

    @Test
    void aSecondPhaseOfABackendThatThereIsNotIsAnsweredAsOfAnIdThatThereIsNot() {
        long id = TransactionIds.of(9, 101);

        assertThatThrownBy(() -> get(secondPhase("txn_id", Long.toString(id)).ask(backends.router)))
                .hasMessageContaining("transaction [" + id + "] not found");
    }

    @Test
    void aSecondPhaseGoesToWhoeverHasTheLabelBetweenItsPhases() {
        backends.second.tellOf(List.of(load(TransactionInfo.Status.PRECOMMITTED)));

        assertThatThrownBy(() -> get(secondPhase("label", "l").ask(backends.router)))
                .hasMessageContaining("not found");
        assertThat(backends.first.calls()).containsExactly("transactions 0 l ads");
        assertThat(backends.second.calls()).containsExactly("transactions 0 l ads", "commit 0");
    }

    @Test
    void theStateOfALoadIsWhatTheBackendsSayThatHasStoredIt() throws Exception {
        backends.first.tellOf(List.of(load(TransactionInfo.Status.VISIBLE)));
        backends.second.tellOf(List.of(load(TransactionInfo.Status.ABORTED)));

        String json = written(new LoadState("ads", "l"));

        assertThat(json).contains("VISIBLE").doesNotContain("ABORTED");
    }

    @Test
    void theSizeOfTheLogsIsToldOfEachBackendOrOfThoseThatAreNamed() throws Exception {
        assertThat(written(new WalSize("", false))).contains("127.0.0.1:9050:0", "127.0.0.1:9051:0");
        assertThat(written(new WalSize("127.0.0.1:9051", true)))
                .contains("\"127.0.0.1:9051\"")
                .doesNotContain("9050");
        assertThatThrownBy(() -> written(new WalSize("127.0.0.1:1", false)))
                .hasMessageContaining("Backend does not exist[127.0.0.1:1], there is 127.0.0.1:9050, 127.0.0.1:9051");
    }

    private <T> String written(Question<T> question) throws Exception {
        T said = get(question.ask(backends.router));
        return LoadAnswer.written(json -> question.answer(json, said));
    }

    private static SecondPhase secondPhase(String header, String value) {
        HttpHeaders headers = new DefaultHttpHeaders().add(header, value).add("txn_operation", "commit");
        return new SecondPhase("ads", headers);
    }

    private static TransactionInfo load(TransactionInfo.Status status) {
        return new TransactionInfo(7, "l", "ads", "u", false, status, 1, 0, 0, "");
    }
}
