// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { fold } from '../../ground/fold.js'
import { inTenant } from '@crossdock/kernel/tenancy'
import { size, testDatabase } from '@crossdock/kernel/testing'
import { makeTenant } from '../../tenancy/tests/support.js'
import { addNotes, addRest, found, foundByReading, notesPlugin } from './fixtures/notes.js'

/** A generator of the same random numbers in every run. */
function dice(seed: number) {
  return (sides: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * sides)
  }
}

const plain = ['a', 'b', 'A', 'B', 'i', '1', ' ', '-', '_', '.', '/', '\n']
const syntax = ['"', '*', '%', '\\', '?', '[', ']', '^', '(', ')', '|', '+', '{', '$', ':', "'"]
const letters = [
  'ä',
  'Ä',
  'ß',
  'ẞ',
  'İ',
  'ı',
  'I',
  'Σ',
  'σ',
  'ς',
  'Ж',
  'ж',
  'Å',
  'K',
  'ﬁ',
  'ǅ',
  'e\u0301',
  '\u0307',
  '東',
  '京',
  'Ꭰ',
  'ꭰ',
  'Ა',
  'ა',
  'Ɪ',
  'ɪ',
  '😀',
  '\ue001',
  '𐐀',
  '𐐨',
  '\u200d',
  'ि',
]

test.group('Searching by the index', (group) => {
  let app: TestApp

  group.each.setup(async () => {
    app = await bootApp({ plugins: [notesPlugin] })
    await makeTenant('tenant-a')
    await makeTenant('tenant-b')
    return () => app.stop()
  })

  // Red when a trigram is queried that the index stores differently: a letter that FTS5 folds differently, a
  // missing replacement of İ, or an unquoted query.
  test('finds the same rows as reading every row, for any characters', async ({ assert }) => {
    const roll = dice(20_261_124)
    const alphabet = [...plain, ...plain, ...syntax, ...letters]
    // Texts are stored composed (http/texts.ts).
    const text = (length: number) =>
      Array.from({ length }, () => alphabet[roll(alphabet.length)]!)
        .join('')
        .normalize('NFC')
    const texts = Array.from({ length: 700 }, () => [text(roll(12)), text(roll(12))] as const)
    await inTenant('tenant-a', () => addNotes(texts.slice(0, 100)))
    await inTenant('tenant-b', async () => {
      await addNotes(texts)
      await addRest()
      let hits = 0
      for (let turn = 0; turn < size({ quick: 100, full: 240 }); turn++) {
        const [title, body] = texts[roll(texts.length)]!
        const [from, length] = [roll(8), 3 + roll(4)]
        const part = [...`${title}${body}`].slice(from, from + length).join('')
        const term = turn % 2 ? part.toUpperCase() : part
        if ([...fold(term)].length < 3) continue
        const wanted = await foundByReading(term)
        hits += wanted.length
        assert.deepEqual(await found(term), wanted, JSON.stringify(term))
      }
      assert.isAbove(hits, size({ quick: 20, full: 50 }))
    })
  })

  // Red when the separator between the texts of a row counts as part of a text: `isExact` in find.ts.
  test('finds no match that begins in one column and ends in another', async ({ assert }) => {
    await inTenant('tenant-a', async () => {
      await addNotes([['north', 'south'], ['north\n\nsouth'], ['other']])
      await addRest()
      assert.deepEqual(await found('\nsou'), [['north\n\nsouth', null]])
      for (const term of ['north\n\nsouth', 'th\n\nsou']) {
        assert.deepEqual(await found(term), [['north\n\nsouth', null]], JSON.stringify(term))
      }
    })
  })

  if (testDatabase === 'sqlite') {
    // Red when SQLite's tables lack a letter that is treated as known, such as those of Cherokee.
    test('finds every letter by its lower case', async ({ assert }) => {
      const all = Array.from({ length: 0x110000 }, (_, code) => code)
      const cased = all
        .filter((code) => code < 0xd800 || code > 0xdfff)
        .map((code) => String.fromCodePoint(code))
        .filter((letter) => letter.toLowerCase() !== letter && letter.normalize('NFC') === letter)
      assert.isAbove(cased.length, 1_400)
      // Letters of one script are adjacent.
      const some = cased.filter((_, at) => at % size({ quick: 8, full: 1 }) === 0)
      await inTenant('tenant-a', async () => {
        await addNotes(some.map((letter) => [`xy${letter}zw`]))
        await addRest()
        for (const letter of some) {
          const titles = (await found(`y${letter.toLowerCase()}z`)).map(([title]) => title)
          assert.include(titles, `xy${letter}zw`, letter)
        }
      })
    })
  }

  // Red when one or two characters are searched in the middle of words, when syntax is not literal, or when the
  // beginning of a text is not distinguished from the beginning of a line.
  test('finds one character at the beginning of a text, and two at the beginning of a word', async ({
    assert,
  }) => {
    const roll = dice(7)
    const alphabet = [...plain, ...syntax, 'ä', '😀', '東']
    const text = (length: number) =>
      Array.from({ length }, () => alphabet[roll(alphabet.length)]!).join('')
    const texts = Array.from({ length: 600 }, () => [text(roll(8)), text(roll(8))] as const)
    const breaks = [' ', '-', '_', '.', '/', '@', ':', '(', ',', '\n']
    const begins = (field: string, term: string) =>
      `\n\n${field}`.includes(`\n\n${term}`) ||
      ([...term].length === 2 && breaks.some((before) => field.includes(before + term))) ||
      (term.includes('東') && field.includes(term))
    await inTenant('tenant-a', async () => {
      await addNotes(texts)
      await addRest()
      for (let turn = 0; turn < 150; turn++) {
        // A search field has no line breaks.
        const term = text(1 + roll(2))
          .toLowerCase()
          .replaceAll('\n', 'n')
        const wanted = texts.filter((fields) =>
          fields.some((field) => begins(field.toLowerCase(), term))
        )
        assert.sameDeepMembers(await found(term), wanted, JSON.stringify(term))
      }
    })
  })

  // Red when a common term only finds the limited result of the index.
  test('finds all rows of a common term', async ({ assert }) => {
    await inTenant('tenant-a', async () => {
      await addNotes(Array.from({ length: 2_100 }, (_, at) => [`common ${at}`]))
      assert.lengthOf(await found('common'), 2_100)
      assert.lengthOf(await found(''), 2_100)
      assert.deepEqual(await found('x'.repeat(1_000)), [])
    })
  })
})
