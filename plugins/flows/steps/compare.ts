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
  const number = numberOf(other)
  if (typeof value === 'number' && number !== undefined) return value === number
  return textOf(value) === other
}

/** Above 0 when the value is greater; 0, too, where there is nothing to compare. */
function orderOf(value: unknown, other: string): number {
  const [one, two] = [numberOf(value), numberOf(other)]
  if (one !== undefined && two !== undefined) return one - two
  if (typeof value !== 'string' || value === '' || one !== undefined) return 0
  return value < other ? -1 : value > other ? 1 : 0
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
