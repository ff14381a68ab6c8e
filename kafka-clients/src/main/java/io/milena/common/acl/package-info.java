/** Who may do what: the words of access control that clients and brokers share. */
@NullMarked
package io.milena.common.acl;

import org.jspecify.annotations.NullMarked;
