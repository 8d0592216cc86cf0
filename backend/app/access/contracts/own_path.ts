/**
 * A path of this site that no browser can read as another site's address. Callers keep at most 1,000 characters.
 */
export const ownPathPattern = /^(?!.*\/\/)\/[^\\\s\p{C}]*$/u
