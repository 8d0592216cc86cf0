import { test } from '@japa/runner'
import { size } from '@crossdock/kernel/testing'
import {
  compareNumbers,
  copyJson,
  type ExactNumber,
  NumberTooLong,
  parseJson,
  sameJson,
} from '@crossdock/kernel/json'

const digits = (most: number) =>
  Array.from({ length: 1 + Math.floor(Math.random() * most) }, () =>
    Math.floor(Math.random() * 10)
  ).join('')
const pick = <T>(...choices: T[]): T => choices[Math.floor(Math.random() * choices.length)]!

/** A random JSON spelling of a number. */
function anyNumber(): string {
  const whole = digits(pick(1, 15, 17, 40)).replace(/^0+(?=\d)/, '')
  const part = pick('', '', `.${digits(pick(2, 18))}`)
  const exponent = pick('', '', '', `${pick('e', 'E')}${pick('', '+', '-')}${digits(pick(1, 3))}`)
  // -0 becomes 0 when it is written.
  const sign = /[1-9]/.test(whole + part) ? pick('', '-') : ''
  return sign + whole + part + exponent
}

/** The value in units of 10^-2000, computed differently from the product code. */
function scaled(number: string): bigint {
  const [base = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', part = ''] = base.split('.')
  return BigInt(whole + part) * 10n ** BigInt(2000 + Number(exponent) - part.length)
}

test.group('Numbers in JSON', () => {
  // Red when parseJson reads all numbers like JSON.parse, or the pattern misses a number at risk.
  test('every number keeps its value, or is refused', ({ assert }) => {
    for (let at = 0; at < size({ quick: 3_000, full: 100_000 }); at++) {
      const [one, other] = [anyNumber(), anyNumber()]
      const text = pick(
        `{"a":[${one}, ${other}],"b":"${one}"}`,
        `{"a":[${one},\n${other}]\t,"b":"${one}"}`,
        ` {"b" : "${one}", "a" :[ ${one} ,${other} ] }`
      )
      let value
      try {
        value = parseJson(text) as { a: (number | ExactNumber)[]; b: string }
      } catch (error) {
        assert.instanceOf(error, NumberTooLong)
        continue
      }
      const again = JSON.stringify(value)
      const [first = '', second = ''] = /\[(.*)\]/.exec(again)![1]!.split(',')
      if (scaled(first) !== scaled(one) || scaled(second) !== scaled(other)) assert.fail(text)
      assert.equal(value.b, one)
      const order = scaled(one) < scaled(other) ? -1 : scaled(one) > scaled(other) ? 1 : 0
      assert.equal(Math.sign(compareNumbers(value.a[0]!, other)!), order, `${one} ${other}`)
      assert.isTrue(sameJson(parseJson(again), copyJson(value)))
    }
  })

  test('equal numbers are the same JSON, in every spelling', ({ assert }) => {
    const expanded = `1${'0'.repeat(400)}`
    for (const spelled of ['1e400', '10E+399', '0.1e401', expanded, `${expanded}.00`]) {
      assert.equal(JSON.stringify(parseJson(spelled)), '1e400')
    }
    assert.isFalse(sameJson(parseJson('[9007199254740993]'), parseJson('[9007199254740992]')))
    assert.isFalse(sameJson(parseJson('[7615917337495251231]'), parseJson('[7615917337495251232]')))
  })

  test('a number that fits a JavaScript number becomes one', ({ assert }) => {
    const kept = [
      '0',
      '-0',
      '1.10',
      '0.1',
      '1e3',
      '1e30',
      '9007199254740991',
      '1.7976931348623157e308',
    ]
    for (const text of kept) assert.typeOf(parseJson(text), 'number')
    for (const text of ['1e501', '1e-600', '1'.repeat(501), '1e99999999999999999999']) {
      assert.throws(() => parseJson(`[${text}]`), NumberTooLong)
    }
  })

  test('typed numbers can be compared', ({ assert }) => {
    assert.equal(compareNumbers(0.5, '.5'), 0)
    assert.equal(compareNumbers(5, '+5'), 0)
    assert.isUndefined(compareNumbers(5, ''))
    assert.isUndefined(compareNumbers(5, 'five'))
  })
})
