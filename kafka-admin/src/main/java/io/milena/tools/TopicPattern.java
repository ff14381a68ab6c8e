package io.milena.tools;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which topics a user means: a regular expression, or several with commas between them. Immutable. */
final class TopicPattern {

    private final Pattern pattern;

    /** @throws ToolFailure if it is no regular expression */
    TopicPattern(String text) {
        String bare = text.trim().replace(',', '|').replace(" ", "").replaceAll("^[\"']+|[\"']+$", "");
        try {
            pattern = Pattern.compile(bare);
        } catch (PatternSyntaxException e) {
            throw new ToolFailure("'" + text + "' is not a regular expression: " + e.getDescription(), e);
        }
    }

    boolean isMeant(String topic) {
        return pattern.matcher(topic).matches();
    }
}
