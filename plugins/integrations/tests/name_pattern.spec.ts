import { test } from '@japa/runner'
import { fitsPattern } from '../calls/name_pattern.js'
import { isVisible } from '../calls/visibility.js'

/** A reference implementation: slow, and plainly correct. */
function fits(name: string, pattern: string): boolean {
  const [sign, ...rest] = pattern
  if (sign === undefined) return name === ''
  if (sign === '*') {
    return fits(name, rest.join('')) || (name !== '' && fits(name.slice(1), pattern))
  }
  return name !== '' && (sign === '?' || sign === name[0]) && fits(name.slice(1), rest.join(''))
}

/** Reproducible pseudo-random numbers (mulberry32). */
function dice(seed: number) {
  return (sides: number): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }
}

test.group('Patterns of names', () => {
  test('match the described names', ({ assert }) => {
    const cases: [name: string, pattern: string, does: boolean][] = [
      ['invoice.pdf', '*.pdf', true],
      ['INVOICE.PDF', '*.pdf', true],
      ['invoice.pdf.exe', '*.pdf', false],
      ['cmr-7.jpg', 'cmr-?.jpg', true],
      ['cmr-17.jpg', 'cmr-?.jpg', false],
      ['a+b(1).txt', 'a+b(1).txt', true],
      ['aab(1).txt', 'a+b(1).txt', false],
      ['[a].txt', '[a].txt', true],
      ['a', '[a]', false],
      ['Größe.txt', 'GRÖSSE.txt', false],
      // In composed or decomposed form; one character that is two UTF-16 units.
      ['Zu\u0308rich.txt', 'z\u00fcrich.*', true],
      ['📦.txt', '?.txt', true],
      ['', '*', true],
      ['', '?', false],
      ['a', '', false],
    ]
    for (const [name, pattern, does] of cases) {
      assert.equal(fitsPattern(name, pattern), does, `${name} ~ ${pattern}`)
    }
  })

  // Red when there is no backtracking to the last star, or trailing stars count.
  test('match like the reference implementation', ({ assert }) => {
    const next = dice(11)
    const text = (signs: string, most: number) =>
      Array.from({ length: next(most + 1) }, () => signs[next(signs.length)]).join('')
    let fitting = 0
    for (let round = 0; round < 20_000; round++) {
      const [name, pattern] = [text('ab', 8), text('ab*?', 7)]
      const does = fits(name, pattern)
      if (does) fitting++
      assert.equal(fitsPattern(name, pattern), does, `${name} ~ ${pattern}`)
    }
    assert.isAbove(fitting, 1_000)
  })

  // A regular expression built from it would effectively never end.
  test('with many stars finish quickly', ({ assert }) => {
    assert.isFalse(fitsPattern('a'.repeat(255), `${'*a'.repeat(99)}*b`))
    assert.isTrue(fitsPattern('a'.repeat(255), '*'.repeat(200)))
  })

  // Red when an empty list allows nothing, or one of the four rules is ignored.
  test('rules allow a file that each of them allows', ({ assert }) => {
    const file = { name: 'cmr-7.PDF', mimeType: 'application/pdf', size: 100 }
    const visible = [
      {},
      { include: [], exclude: [], mimeTypes: [] },
      { include: ['*.doc', '*.pdf'], mimeTypes: ['application/*'], maxSize: 100 },
      { exclude: ['draft-*'] },
    ]
    for (const rules of visible) assert.isTrue(isVisible(rules, file), JSON.stringify(rules))
    const hidden = [
      { include: ['*.doc'] },
      { include: ['*.pdf'], exclude: ['cmr-*'] },
      { mimeTypes: ['image/*'] },
      { maxSize: 99 },
    ]
    for (const rules of hidden) assert.isFalse(isVisible(rules, file), JSON.stringify(rules))
    const folder = { name: 'Invoices', mimeType: null, size: 0 }
    assert.isFalse(isVisible({ mimeTypes: ['image/*'] }, folder))
  })
})
