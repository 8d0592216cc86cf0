import { text } from '@crossdock/kernel/ground'
import { variablePlace, VariableRefused } from '../contracts/index.js'

/** Maximum length of a chain of variables that refer to each other. */
export const deepest = 10
/**
 * Maximum size of a filled value in bytes. A few variables that contain each other several times would otherwise
 * grow without limit.
 */
const longestFilled = 64 * 1024

/**
 * Returns a function that fills the placeholders in the values of variables, and computes each value once. A
 * filled value is not scanned again, so two values cannot form a new placeholder together.
 * @param valueOf returns the stored value; undefined if the variable does not exist
 * @throws VariableRefused by the returned function
 */
export function createResolver(
  valueOf: (name: string) => string | undefined
): (name: string, above?: readonly string[]) => string {
  const known = new Map<string, { filled: string; depth: number }>()

  function resolve(name: string, above: readonly string[]): { filled: string; depth: number } {
    const path = [...above, name]
    if (above.includes(name)) throw circular(name, path)
    if (path.length > deepest) throw tooDeep(path)
    const found = known.get(name)
    if (found) {
      // The variable was computed in a shorter chain before. From here its chain may be too long.
      if (above.length + found.depth > deepest) throw tooDeep(path)
      return found
    }
    const value = valueOf(name)
    if (value === undefined) throw missing(name, above)
    let depth = 1
    let length = 0
    const parts: string[] = []
    const add = (part: string) => {
      length += Buffer.byteLength(part)
      if (length > longestFilled) throw tooLong(name, path)
      parts.push(part)
    }
    let at = 0
    for (const place of value.matchAll(variablePlace())) {
      add(value.slice(at, place.index))
      const inner = resolve(place[1]!, path)
      depth = Math.max(depth, inner.depth + 1)
      add(inner.filled)
      at = place.index + place[0].length
    }
    add(value.slice(at))
    const worked = { filled: parts.join(''), depth }
    known.set(name, worked)
    return worked
  }

  return (name, above = []) => resolve(name, above).filled
}

function circular(name: string, path: readonly string[]): VariableRefused {
  const circle = path.slice(path.indexOf(name))
  const through = circle.slice(1, -1)
  return new VariableRefused(
    through.length === 0
      ? text('The variable {name} refers to itself.', { name })
      : text('The variable {name} refers to itself through {others}.', {
          name,
          others: through.join(', '),
        }),
    path
  )
}

function tooDeep(path: readonly string[]): VariableRefused {
  return new VariableRefused(
    text('The variable {name} refers to others more than {most} deep. Shorten the chain.', {
      name: path[0]!,
      most: deepest,
    }),
    path
  )
}

function tooLong(name: string, path: readonly string[]): VariableRefused {
  return new VariableRefused(
    text('The variable {name} has more than {most} KiB, including the variables it refers to.', {
      name,
      most: longestFilled / 1024,
    }),
    path
  )
}

function missing(name: string, above: readonly string[]): VariableRefused {
  const by = above.at(-1)
  return new VariableRefused(
    by === undefined
      ? text(
          'The variable {name} does not exist in this environment. Add it under Integrations, Variables.',
          { name }
        )
      : text(
          'The variable {name}, which {by} refers to, does not exist in this environment. Add it under Integrations, Variables.',
          { name, by }
        ),
    [...above, name]
  )
}
