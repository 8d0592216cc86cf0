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

/** Returns whether the operator needs a second value. */
export const needsOther = (operator: Operator): boolean => !operator.endsWith('exists')

/** Compares a value with typed text: a number as a number, a list by its entries, and anything else as text. */
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

/** Returns a number above 0 if the value is greater; 0 also if the two cannot be compared. */
function orderOf(value: unknown, other: string): number {
  if (!isNumber(value) && typeof value !== 'string') return 0
  const order = compareNumbers(value, other)
  if (order !== undefined) return order
  if (typeof value !== 'string' || value === '' || isNumeric(value)) return 0
  return value < other ? -1 : value > other ? 1 : 0
}

const isNumeric = (text: string) => compareNumbers(text, 0) !== undefined

/** Converts a value of any kind into the text for comparisons. */
export const compareWith = (value: unknown): string => textOf(value)

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
