import { UsageError } from '../errors.js'
import type { Factory } from '../factory.js'

/**
 * Parses the value of a flag as a number from 1.
 * @throws UsageError that names the flag
 */
export function wholeNumber(flag: string, typed: string, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(typed)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  const range =
    most === Number.MAX_SAFE_INTEGER ? 'a whole number from 1' : `a number from 1 to ${most}`
  throw new UsageError(`${flag} "${typed}" is not ${range}.`)
}

/** Prints a note when a list is longer than the printed part. */
export function noteTruncation(
  factory: Factory,
  shown: number,
  total: number | undefined,
  what: string
): void {
  if (total === undefined || total <= shown) return
  factory.note(`${shown} of ${total} ${what}. See more with --limit.`)
}
