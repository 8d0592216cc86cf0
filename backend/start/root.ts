/** The repository's root (or the build's, which mirrors it). */
export const appRoot = new URL('../../', import.meta.url)
