package io.milena.generator;

/** Puts the local variable {@code flexible} in front of a method body that uses it, or the constant in its place. */
record FlexibleLocal(Scope scope, JavaText java) {

    private static final String NAME = "flexible";

    void insert(JavaText body) {
        String condition = scope.flexible();
        boolean constant = condition.equals(Scope.ALWAYS) || condition.equals(Scope.NEVER);
        if (constant) {
            String text = body.toString().replaceAll("\\bflexible\\b", condition);
            java.insert(JavaText.of(text.lines().toList()));
            return;
        }
        if (body.contains(NAME)) {
            java.line("boolean flexible = %s;", condition);
        }
        java.insert(body);
    }
}
