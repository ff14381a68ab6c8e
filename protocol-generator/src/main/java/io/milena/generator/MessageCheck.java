package io.milena.generator;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What has to hold over a whole message, once all its lines are read.
 *
 * @param line the line that opens the message
 */
record MessageCheck(MessageSpec message, SchemaLine line) {

    /** @throws SchemaException if something does not hold */
    void check() {
        if (message.structs().containsKey(message.name())) {
            throw line.error("structure " + message.name() + " has the name of its message");
        }
        List<StructSpec> all = new ArrayList<>(message.structs().values());
        all.add(message.root());
        for (StructSpec struct : all) {
            checkDistinct(struct);
            struct.fields().stream().filter(field -> field.type().isStruct()).forEach(this::checkReference);
        }
        if (!message.recursiveStructs().isEmpty()) {
            throw line.error("structures that contain themselves: " + message.recursiveStructs());
        }
        for (StructSpec struct : all) {
            struct.tagged().forEach(this::checkTagged);
            struct.fields().stream().filter(field -> field.type().array()).forEach(field -> checkArray(struct, field));
        }
    }

    private static void checkDistinct(StructSpec struct) {
        Set<String> names = new LinkedHashSet<>();
        Set<Integer> tags = new LinkedHashSet<>();
        for (FieldSpec field : struct.fields()) {
            if (!names.add(field.name())) {
                throw field.line().error("a second field " + field.name() + " in " + struct.name());
            }
            if (field.isTagged() && !tags.add(field.tag())) {
                throw field.line().error("a second field with tag " + field.tag() + " in " + struct.name());
            }
        }
    }

    private void checkReference(FieldSpec field) {
        StructSpec target = message.structs().get(field.type().name());
        if (target == null) {
            throw field.line().error("no structure " + field.type().name() + " in " + message.name());
        }
        if (!field.versions().intersect(target.versions()).equals(field.versions())) {
            throw field.line().error("structure " + target.name() + " exists only in versions " + target.versions());
        }
    }

    /** A repeated tag replaces the value read before, which must have nothing to release. */
    private void checkTagged(FieldSpec field) {
        boolean records = field.type().isStruct()
                ? message.carriesRecords(message.structOf(field))
                : field.type().is(Primitive.RECORDS);
        if (records) {
            throw field.line().error("records in a tagged field");
        }
    }

    /** Were an element to take no byte, no number of them would be too large for the bytes at hand. */
    private void checkArray(StructSpec struct, FieldSpec field) {
        if (new Scope(message, struct).minimumElementBytes(field) == 0) {
            throw field.line().error("elements that may take no byte");
        }
    }
}
