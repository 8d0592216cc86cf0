import { UsageError } from '../errors.js'

/** What was typed for a flag, as a number from 1. @throws UsageError that names the flag */
export function wholeNumber(flag: string, typed: string, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(typed)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  const range =
    most === Number.MAX_SAFE_INTEGER ? 'a whole number from 1' : `a number from 1 to ${most}`
  throw new UsageError(`${flag} "${typed}" is not ${range}.`)
}
