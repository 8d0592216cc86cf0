import { CliError, ExitCode } from './errors.js'

const MOST_NAMED = 10
const MOST_KNOWN = 5

/** Describes how one kind of record is named. */
export interface Named<T> {
  /** The name of the kind in a sentence: `external system`. */
  one: string
  /** The command that lists the records. */
  list: string
  ids: (row: T) => string[]
  name?: (row: T) => string
  /** Distinguishes a record from others with the same name, in addition to the id. */
  about: (row: T) => string
}

/**
 * Finds the row by a full id, an exact name or any part of an id.
 * @throws CliError when none or several match, with a list of the matches
 */
export function pick<T>(rows: readonly T[], typed: string, kind: Named<T>): T {
  const part = typed.toLowerCase()
  const matching = (fits: (row: T) => boolean | undefined) => rows.filter(fits)
  const found = [
    () => matching((row) => kind.ids(row).includes(part)),
    () => matching((row) => kind.name?.(row) === typed),
    () => (part ? matching((row) => kind.ids(row).some((id) => id.includes(part))) : []),
  ]
  for (const find of found) {
    const matches = find()
    const [match] = matches
    if (match !== undefined && matches.length === 1) return match
    if (match !== undefined) throw severalMatches(matches, typed, kind)
  }
  throw noMatch(rows, typed, kind)
}

function severalMatches<T>(matches: T[], typed: string, kind: Named<T>): CliError {
  const details = matches
    .slice(0, MOST_NAMED)
    .map((row) => `${kind.ids(row)[0]}  ${kind.about(row)}`)
  if (matches.length > MOST_NAMED) details.push('…')
  return new CliError(
    ExitCode.refused,
    `"${typed}" matches ${matches.length} entries: give more of the id of the ${kind.one}.`,
    { details }
  )
}

function noMatch<T>(rows: readonly T[], typed: string, kind: Named<T>): CliError {
  const named = kind.name ? 'neither a name nor part of an id' : 'not part of an id'
  const known = rows.slice(0, MOST_KNOWN).map((row) => `"${kind.name?.(row)}"`)
  const which = kind.name && known.length > 0 ? `Known: ${known.join(', ')}` : ''
  const more = rows.length > MOST_KNOWN ? ' and more' : ''
  return new CliError(ExitCode.notFound, `There is no ${kind.one} "${typed}": it is ${named}.`, {
    hint: `${which && `${which}${more}. `}See all of them: ${kind.list}`,
  })
}
