/** A path of this site, and nothing a browser might take for another's; at most 1,000 characters are kept of one. */
export const ownPathPattern = /^(?!.*\/\/)\/[^\\\s\p{C}]*$/u
