package io.milena.common.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers and names that applications know timestamps by. */
class TimestampTypeTest {

    @ParameterizedTest
    @CsvSource({"NO_TIMESTAMP_TYPE,-1,NoTimestampType", "CREATE_TIME,0,CreateTime", "LOG_APPEND_TIME,1,LogAppendTime"})
    void eachHasItsNumberAndName(TimestampType type, int id, String name) {
        TimestampType found = TimestampType.forName(name);

        assertThat(found).isSameAs(type).hasToString(name);
        assertThat(found.id).isEqualTo(id);
        assertThat(found.name).isEqualTo(name);
    }

    @Test
    void anotherNameIsNone() {
        assertThatThrownBy(() -> TimestampType.forName("createtime"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("createtime");
    }
}
