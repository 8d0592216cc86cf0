declare global {
  interface JSON {
    /** A value that JSON.stringify writes unchanged. ECMAScript 2026; in Node since 22. */
    rawJSON(text: string): unknown
    /** @param reviver also receives the text of each number */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown
    ): unknown
  }
}

/** Maximum digits and decimal places of a number. PostgreSQL writes out all places of a jsonb number. */
const most = 500
/** At most this many zeros are written; a number with more gets an exponent. */
const mostZeros = 20

const literal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** Finds JSON literals that may not survive as a double: 16 digits or an exponent, outside a text. */
const risky = /(?:^|[[:,\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/

/** A decimal number: `sign` 0.`digits` × 10^`point`; digits neither begin nor end with a zero. */
interface Decimal {
  sign: '' | '-'
  digits: string
  point: number
}

/** JSON with a number of more than 500 digits or places, which no database can store. */
export class NumberTooLong extends SyntaxError {
  override name = 'NumberTooLong'
}

/**
 * A JSON number that a JavaScript number would change: `7615917337495251231`, `1e400`. It holds the decimal
 * text, which JSON.stringify writes as a number. Equal numbers have equal texts.
 */
export class ExactNumber {
  private constructor(readonly text: string) {
    Object.freeze(this)
  }

  /**
   * The number of a JSON literal: a JavaScript number if that is the same decimal.
   * @throws NumberTooLong
   */
  static of(source: string): number | ExactNumber {
    const decimal = decimalOf(source)
    const short = Number(source)
    if (Number.isFinite(short) && compareDecimals(decimal, decimalOf(String(short))) === 0) {
      return short
    }
    if (decimal.digits.length > most || Math.abs(decimal.point) > most) {
      throw new NumberTooLong(`The number ${source.slice(0, 40)} has more than ${most} digits`)
    }
    return new ExactNumber(written(decimal))
  }

  toString(): string {
    return this.text
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.text)
  }
}

/** Whether JSON text may hold numbers that need exact storage; may give false positives. */
export const mayHoldExact = (text: string): boolean => risky.test(text)

export const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/**
 * Negative when the first is smaller, 0 when both are the same decimal number.
 * @param other a text that is not a number gives undefined
 */
export function compareNumbers(
  one: number | ExactNumber | string,
  other: number | ExactNumber | string
): number | undefined {
  const [first, second] = [literalOf(one), literalOf(other)]
  if (first === undefined || second === undefined) return undefined
  return compareDecimals(decimalOf(first), decimalOf(second))
}

/** People also write `.5` and `+5`. */
function literalOf(value: number | ExactNumber | string): string | undefined {
  const text = String(value).trim()
  if (literal.test(text)) return text
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : undefined
}

function compareDecimals(one: Decimal, other: Decimal): number {
  if (one.sign !== other.sign) return one.sign === '-' ? -1 : 1
  const larger = one.sign === '-' ? -1 : 1
  if (one.digits === '' || other.digits === '') {
    return larger * (one.digits.length - other.digits.length)
  }
  if (one.point !== other.point) return one.point < other.point ? -larger : larger
  if (one.digits === other.digits) return 0
  return one.digits < other.digits ? -larger : larger
}

function decimalOf(source: string): Decimal {
  const [, sign = '', whole = '', part = '', exponent = '0'] = literal.exec(source) ?? []
  const all = whole + part
  const start = all.search(/[1-9]/)
  if (start < 0) return { sign: '', digits: '', point: 0 }
  // A regular expression for trailing zeros would rescan each run of zeros.
  let end = all.length
  while (all[end - 1] === '0') end--
  return {
    sign: sign as Decimal['sign'],
    digits: all.slice(start, end),
    point: whole.length - start + Number(exponent),
  }
}

function written({ sign, digits, point }: Decimal): string {
  const zeros = point - digits.length
  if (point > 0 && zeros <= mostZeros) {
    const whole = digits.slice(0, point).padEnd(point, '0')
    return sign + (zeros < 0 ? `${whole}.${digits.slice(point)}` : whole)
  }
  if (point <= 0 && -point <= mostZeros) return `${sign}0.${'0'.repeat(-point)}${digits}`
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${sign}${digits[0]}${fraction}e${point - 1}`
}
