package io.milena.server.zookeeper;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the JSON texts of nodes: UTF-8, no blanks, no line end. Stateless. */
final class JsonText {

    /** Deepest nesting of a text that is read; the nodes of a cluster have at most four levels. */
    private static final int MAX_DEPTH = 16;

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** Writes one object; {@code body} writes its fields. */
    static byte[] object(Body body) {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void integers(JsonGenerator json, String field, List<Integer> values) throws IOException {
        json.writeArrayFieldStart(field);
        for (int value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
    }

    /** Reads one object. */
    static JsonObject read(byte[] text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedZnode("not a JSON object");
            }
            return readObject(json, 1);
        } catch (JsonProcessingException e) {
            // Not the whole message: it goes over several lines, and shows the text again.
            throw new MalformedZnode("not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new MalformedZnode("not JSON: " + e.getMessage(), e);
        }
    }

    private static JsonObject readObject(JsonParser json, int depth) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            fields.put(name, readValue(json, depth + 1));
        }
        return new JsonObject(fields);
    }

    private static @Nullable Object readValue(JsonParser json, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new MalformedZnode("nested deeper than " + MAX_DEPTH);
        }
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return readObject(json, depth);
        }
        if (token == JsonToken.START_ARRAY) {
            return readArray(json, depth);
        }
        if (token == null) {
            throw new MalformedZnode("ends in the middle");
        }
        return token == JsonToken.VALUE_NULL ? null : token.isNumeric() ? json.getNumberValue() : json.getText();
    }

    private static List<@Nullable Object> readArray(JsonParser json, int depth) throws IOException {
        List<@Nullable Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(readValue(json, depth + 1));
        }
        return values;
    }

    /** Writes the fields of an object. */
    interface Body {
        void write(JsonGenerator json) throws IOException;
    }
}
