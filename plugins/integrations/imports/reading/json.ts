export type Json = Record<string, unknown>

/** Whether a value is an object of JSON and no list. The kernel's own would bring the whole server into the thread. */
export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object of the description; an empty one where it has something else. */
export const objectIn = (value: unknown): Json => (isJsonObject(value) ? value : {})

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A text that says something, in one line, at most so long. YAML reads `1.0` as a number. */
export function lineIn(given: unknown, most: number): string | undefined {
  const value = typeof given === 'number' ? String(given) : given
  if (typeof value !== 'string') return undefined
  const line = readable(value.slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return undefined
  return line.length > most ? `${line.slice(0, most - 1)}…`.toWellFormed() : line
}

/** Without what no database stores. */
export const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
