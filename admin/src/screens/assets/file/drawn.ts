/** Larger files the server does not draw: its decoders hold all of one. */
export const mostDrawn = 100 * 1024 * 1024
