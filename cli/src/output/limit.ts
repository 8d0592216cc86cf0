import { UsageError } from '../errors.js'
import type { Factory } from '../factory.js'

/** What was typed for a flag, as a number from 1. @throws UsageError that names the flag */
export function wholeNumber(flag: string, typed: string, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(typed)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  const range =
    most === Number.MAX_SAFE_INTEGER ? 'a whole number from 1' : `a number from 1 to ${most}`
  throw new UsageError(`${flag} "${typed}" is not ${range}.`)
}

/** Says so when a list ends before all was told. */
export function notAll(
  factory: Factory,
  shown: number,
  total: number | undefined,
  what: string
): void {
  if (total === undefined || total <= shown) return
  factory.note(`${shown} of ${total} ${what}. See more with --limit.`)
}
