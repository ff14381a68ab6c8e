package io.milena.metrics;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.ReflectionException;

/** An MBean whose attributes can be read and nothing else. Holds nothing. */
abstract sealed class ReadOnlyBean implements DynamicMBean permits FactBean, FigureBean, MetricBean {

    @Override
    public final void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " is read-only");
    }

    @Override
    public final AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public final Object invoke(String action, Object[] parameters, String[] signature) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(action));
    }
}
