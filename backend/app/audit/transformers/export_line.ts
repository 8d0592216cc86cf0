import type { Part, SealedEntry } from '../chain/index.js'

const shown = ({ text, salt, hash }: Part) =>
  hash === null ? null : { value: text === null ? null : JSON.parse(text), salt, hash }

/** An entry as a line of an export: its parts as JSON, with what proves them. What was erased has a hash alone. */
export const lineOf = ({ person, details, ...entry }: SealedEntry) => ({
  ...entry,
  person: shown(person),
  details: shown(details),
})
