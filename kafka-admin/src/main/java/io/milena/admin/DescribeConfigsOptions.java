package io.milena.admin;

/** How {@link Admin#describeConfigs(java.util.Collection, DescribeConfigsOptions)} goes about it. Not thread-safe. */
public final class DescribeConfigsOptions extends AbstractOptions<DescribeConfigsOptions> {

    private boolean includeSynonyms;
    private boolean includeDocumentation;

    /** Whether it is told where else a value could come from; false by default. */
    public DescribeConfigsOptions includeSynonyms(boolean includeSynonyms) {
        this.includeSynonyms = includeSynonyms;
        return this;
    }

    public boolean includeSynonyms() {
        return includeSynonyms;
    }

    /** Whether the meaning of each setting is told; false by default. */
    public DescribeConfigsOptions includeDocumentation(boolean includeDocumentation) {
        this.includeDocumentation = includeDocumentation;
        return this;
    }

    public boolean includeDocumentation() {
        return includeDocumentation;
    }
}
