import { compareNumbers, isNumber } from '@crossdock/kernel/json'

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'greater',
  'less',
  'exists',
  'not_exists',
] as const
export type Operator = (typeof operators)[number]

/** Whether the operator compares with something. */
export const needsOther = (operator: Operator): boolean => !operator.endsWith('exists')

/**
 * Compares as people do who type the other side: a number with a number, a list by what is in it,
 * anything else by its text.
 */
export function compare(value: unknown, operator: Operator, other = ''): boolean {
  const exists = value !== undefined && value !== null && value !== ''
  if (operator === 'exists') return exists
  if (operator === 'not_exists') return !exists
  if (operator === 'equals') return equals(value, other)
  if (operator === 'not_equals') return !equals(value, other)
  if (operator === 'contains') {
    return Array.isArray(value)
      ? value.some((one) => equals(one, other))
      : textOf(value).toLowerCase().includes(other.toLowerCase())
  }
  const order = orderOf(value, other)
  return operator === 'greater' ? order > 0 : order < 0
}

function equals(value: unknown, other: string): boolean {
  const order = isNumber(value) ? compareNumbers(value, other) : undefined
  return order === undefined ? textOf(value) === other : order === 0
}

/** Above 0 when the value is greater; 0, too, where there is nothing to compare. */
function orderOf(value: unknown, other: string): number {
  if (!isNumber(value) && typeof value !== 'string') return 0
  const order = compareNumbers(value, other)
  if (order !== undefined) return order
  if (typeof value !== 'string' || value === '' || isNumeric(value)) return 0
  return value < other ? -1 : value > other ? 1 : 0
}

const isNumeric = (text: string) => compareNumbers(text, 0) !== undefined

/** A value of any kind as the text that is compared with. */
export const compareWith = (value: unknown): string => textOf(value)

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
