/** The server does not render larger files (bytes), because its decoders load the whole file. */
export const maxRenderedBytes = 100 * 1024 * 1024
