package io.milena.metrics;

import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;

/** Shows a set of facts as one MBean, read-only. Immutable. */
final class FactBean extends ReadOnlyBean {

    private final FactSet set;

    FactBean(FactSet set) {
        this.set = set;
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        Object fact = set.facts().get(name);
        if (fact == null) {
            throw new AttributeNotFoundException(name);
        }
        return fact;
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        var found = new AttributeList();
        for (String name : names) {
            Object fact = set.facts().get(name);
            if (fact != null) {
                found.add(new Attribute(name, fact));
            }
        }
        return found;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        var infos = new TreeMap<>(set.facts())
                .entrySet().stream()
                        .map(fact -> new MBeanAttributeInfo(
                                fact.getKey(), fact.getValue().getClass().getName(), fact.getKey(), true, false, false))
                        .toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(FactBean.class.getName(), "facts", infos, null, null, null);
    }
}
