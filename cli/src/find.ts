import { CliError, ExitCode } from './errors.js'

const MOST_NAMED = 10
const MOST_KNOWN = 5

/** How people name one of many things of a kind. */
export interface Named<T> {
  /** What it is called in a sentence: `external system`. */
  one: string
  /** The command that lists them. */
  list: string
  ids: (row: T) => string[]
  name?: (row: T) => string
  /** What tells it from others beside its id. */
  about: (row: T) => string
}

/**
 * The one that is meant by a whole id, an exact name or any part of an id.
 * @throws CliError when there is none, or when there are several: then it says which
 */
export function pick<T>(rows: readonly T[], typed: string, kind: Named<T>): T {
  const part = typed.toLowerCase()
  const by = (fits: (row: T) => boolean | undefined) => rows.filter(fits)
  const found = [
    () => by((row) => kind.ids(row).includes(part)),
    () => by((row) => kind.name?.(row) === typed),
    () => (part ? by((row) => kind.ids(row).some((id) => id.includes(part))) : []),
  ]
  for (const find of found) {
    const matches = find()
    const [match] = matches
    if (match !== undefined && matches.length === 1) return match
    if (match !== undefined) throw several(matches, typed, kind)
  }
  throw none(rows, typed, kind)
}

function several<T>(matches: T[], typed: string, kind: Named<T>): CliError {
  const details = matches
    .slice(0, MOST_NAMED)
    .map((row) => `${kind.ids(row)[0]}  ${kind.about(row)}`)
  if (matches.length > MOST_NAMED) details.push('…')
  return new CliError(
    ExitCode.refused,
    `"${typed}" may be ${matches.length} things: give more of the id of the ${kind.one} you mean.`,
    { details }
  )
}

function none<T>(rows: readonly T[], typed: string, kind: Named<T>): CliError {
  const named = kind.name ? 'neither a name nor part of an id' : 'part of no id'
  const known = rows.slice(0, MOST_KNOWN).map((row) => `"${kind.name?.(row)}"`)
  const which = kind.name && known.length > 0 ? `Known: ${known.join(', ')}` : ''
  const more = rows.length > MOST_KNOWN ? ' and more' : ''
  return new CliError(ExitCode.notFound, `There is no ${kind.one} "${typed}": it is ${named}.`, {
    hint: `${which && `${which}${more}. `}See all of them: ${kind.list}`,
  })
}
