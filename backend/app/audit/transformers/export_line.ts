import type { Part, SealedEntry } from '../chain/index.js'

const shown = ({ text, salt, hash }: Part) =>
  hash === null ? null : { value: text === null ? null : JSON.parse(text), salt, hash }

/** An entry as a line of an export: its parts as JSON, with salt and hash. An erased part has only its hash. */
export const lineOf = ({ person, details, ...entry }: SealedEntry) => ({
  ...entry,
  person: shown(person),
  details: shown(details),
})
