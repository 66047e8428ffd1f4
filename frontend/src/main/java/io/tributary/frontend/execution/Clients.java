package io.tributary.frontend.execution;

import io.tributary.session.Authenticator;
import io.tributary.session.Sessions;

/** Who may connect, and who is connected. Any thread. */
public record Clients(Sessions sessions, Authenticator authenticator) {}
