package io.milena.common;

import org.jspecify.annotations.Nullable;

/** Which names a topic may have: letters, digits, dot, underscore and dash, at most 249 of them, not "." nor "..". */
public final class TopicNames {

    /** Leaves room in a file name of 255 characters for the partition number behind it. */
    public static final int LONGEST = 249;

    private TopicNames() {}

    public static boolean isLegal(String name) {
        return problem(name) == null;
    }

    /** What is wrong with {@code name}, as a sentence for the caller; null if nothing is. */
    public static @Nullable String problem(String name) {
        if (name.isEmpty()) {
            return "Topic name is invalid: the empty string is not allowed";
        }
        if (name.equals(".") || name.equals("..")) {
            return "Topic name is invalid: '.' and '..' are not allowed";
        }
        if (name.length() > LONGEST) {
            return "Topic name is invalid: the length of '" + name + "' is longer than the max allowed length "
                    + LONGEST;
        }
        if (!name.chars().allMatch(TopicNames::isLegal)) {
            return "Topic name is invalid: '" + name
                    + "' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'";
        }
        return null;
    }

    /** Whether two names become one in the names of metrics, where dots are written as underscores. */
    public static boolean collide(String a, String b) {
        return a.replace('.', '_').equals(b.replace('.', '_'));
    }

    private static boolean isLegal(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '.'
                || character == '_'
                || character == '-';
    }
}
