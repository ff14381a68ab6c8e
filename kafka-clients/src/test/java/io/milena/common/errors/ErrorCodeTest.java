package io.milena.common.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.errors.ErrorCode.Remedy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Applications tell by the class of an exception what they may do about it. */
class ErrorCodeTest {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theClassOfAnExceptionSaysWhatItsCodeSays(ErrorCode error) {
        ApiException exception = error.exception("why");

        assertThat(exception).hasMessage("why");
        assertThat(exception instanceof RetriableException).isEqualTo(error.isRetriable());
        assertThat(exception instanceof InvalidMetadataException).isEqualTo(error.remedy() == Remedy.REFRESH_AND_RETRY);
    }

    @Test
    void anErrorWithoutAMessageTellsItsName() {
        assertThat(ErrorCode.MESSAGE_TOO_LARGE.exception(null)).hasMessage("MESSAGE_TOO_LARGE");
    }

    @Test
    void successIsNoException() {
        assertThatThrownBy(() -> ErrorCode.NONE.exception("why")).hasMessage("NONE is no error");
    }
}
