package io.milena.generator;

/** When a tagged field is written: in versions that have it, unless it is at its default. */
final class TagPresence {

    private TagPresence() {}

    static String condition(Scope scope, FieldSpec field) {
        String present = scope.versionIn(field.versions());
        String differs = DefaultValue.differs(field);
        if (present.equals(Scope.ALWAYS)) {
            return differs;
        }
        return present + " && " + (differs.contains(" || ") ? "(" + differs + ")" : differs);
    }
}
