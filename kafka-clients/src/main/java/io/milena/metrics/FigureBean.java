package io.milena.metrics;

import java.util.function.DoubleSupplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;

/** Shows a set of figures as one MBean, read-only. Immutable. */
final class FigureBean extends ReadOnlyBean {

    private final FigureSet set;

    FigureBean(FigureSet set) {
        this.set = set;
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        DoubleSupplier figure = set.figures().get(name);
        if (figure == null) {
            throw new AttributeNotFoundException(name);
        }
        return figure.getAsDouble();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        var found = new AttributeList();
        for (String name : names) {
            DoubleSupplier figure = set.figures().get(name);
            if (figure != null) {
                found.add(new Attribute(name, figure.getAsDouble()));
            }
        }
        return found;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        var infos = set.figures().keySet().stream()
                .map(name -> new MBeanAttributeInfo(name, double.class.getName(), name, true, false, false))
                .toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(FigureBean.class.getName(), "figures", infos, null, null, null);
    }
}
