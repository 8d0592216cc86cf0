export type Json = Record<string, unknown>

/**
 * Returns whether a value is a JSON object and not a list. The kernel's function is not used, because importing
 * it would load the whole server into the thread.
 */
export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object of the description; an empty object for any other value. */
export const objectIn = (value: unknown): Json => (isJsonObject(value) ? value : {})

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns a text that is not empty, in one line and up to a maximum length. YAML reads `1.0` as a number. */
export function lineIn(given: unknown, most: number): string | undefined {
  const value = typeof given === 'number' ? String(given) : given
  if (typeof value !== 'string') return undefined
  const line = readable(value.slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return undefined
  return line.length > most ? `${line.slice(0, most - 1)}…`.toWellFormed() : line
}

/** Removes characters that no database stores. */
export const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
