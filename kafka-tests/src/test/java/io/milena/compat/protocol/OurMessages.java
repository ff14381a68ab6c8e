package io.milena.compat.protocol;

import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/** Our generated classes by name: how a test makes, fills and reads one that it knows only from its schema. */
final class OurMessages {

    private static final String PACKAGE = "io.milena.protocol.messages.";

    /** Tracking would note a stack trace at every write, which takes longer than all the rest. */
    private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(false, true);

    private static final Map<String, Method> METHODS = new HashMap<>();

    private OurMessages() {}

    static Object create(String message, String struct) {
        String name = struct.equals(message) ? message : message + "$" + struct;
        try {
            return Class.forName(PACKAGE + name).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(name, e);
        }
    }

    static Object get(Object target, String field) {
        return call(method(target.getClass(), field, 0), target);
    }

    static void set(Object target, String field, Object value) {
        call(method(target.getClass(), field, 1), target, value);
    }

    /** Takes over {@code bytes}' content; anything but a message of that version is the reader's exception. */
    static ApiMessage read(String message, ByteBuf bytes, short version) {
        try {
            Method read = Class.forName(PACKAGE + message).getMethod("read", ByteBuf.class, short.class);
            return (ApiMessage) call(read, null, bytes, version);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(message, e);
        }
    }

    /** The bytes, which must be as many as announced. */
    static byte[] write(ApiMessage message, short version) {
        ByteBuf out = UNTRACKED.heapBuffer();
        message.write(new BufferSink(out), version);
        byte[] bytes = ByteBufUtil.getBytes(out);
        if (bytes.length != message.size(version)) {
            throw new AssertionError(
                    message + " v" + version + ": size " + message.size(version) + ", written " + bytes.length);
        }
        return bytes;
    }

    private static Method method(Class<?> type, String name, int parameters) {
        return METHODS.computeIfAbsent(type.getName() + "." + name + parameters, any -> find(type, name, parameters));
    }

    private static Method find(Class<?> type, String name, int parameters) {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == parameters) {
                return method;
            }
        }
        throw new AssertionError(type + " has no method " + name);
    }

    private static Object call(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (IllegalAccessException e) {
            throw new AssertionError(method.toString(), e);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " failed: " + e.getCause(), e.getCause());
        }
    }
}
