/**
 * Returns a lower bound for the size of a value as JSON, in characters. Counting stops above `most`. As JSON a
 * value may be far larger than in memory, for example a list that contains the same list many times.
 */
export function sizeUpTo(value: unknown, most: number): number {
  const open: unknown[] = [value]
  let size = 0
  while (open.length > 0 && size <= most) {
    const next = open.pop()
    if (typeof next === 'string') size += next.length + 2
    else if (typeof next !== 'object' || next === null) size += 1
    else {
      size += 2
      for (const [name, inner] of Object.entries(next)) {
        size += Array.isArray(next) ? 1 : name.length + 3
        if (size > most) break
        open.push(inner)
      }
    }
  }
  return size
}
