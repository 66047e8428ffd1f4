package io.tributary.frontend.execution;

import io.tributary.session.Authenticator;
import io.tributary.session.Sessions;

/**
 * Who may connect, and who is connected. Any thread.
 *
 * @param temporary who knows which of their tables nobody else sees
 */
public record Clients(Sessions sessions, Authenticator authenticator, TemporaryTableOwner temporary) {}
