// onBothDatabases: each folds letters in its own way
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { ask } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, size, testDatabase } from '@crossdock/kernel/testing'
import { makeTenant } from '../../tenancy/tests/support.js'
import { fold } from '../index.js'
import { addNotes, addRest, found, notesPlugin } from './fixtures/notes.js'

const letters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /\p{L}/u.test(letter))
/** Letters with more than one spelling. */
const written = letters.filter(
  (letter) => /\p{Changes_When_Casemapped}/u.test(letter) || letter.normalize('NFD') !== letter
)
const some = <T>(all: T[], quick: number, full = all.length): T[] =>
  all.filter((_, at) => at % Math.ceil(all.length / size({ quick, full })) === 0)

/** All spellings of a text by people and programs. */
function spellingsOf(text: string): string[] {
  const composed = [text.normalize('NFC'), text.normalize('NFD')]
  const all = composed.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()])
  return [...new Set([...all, ...all.map((one) => one.normalize('NFC'))])]
}

const known = [
  'Straße',
  'İSTANBUL',
  'ısparta',
  'ΟΔΥΣΣΕΑΣ',
  'Ångström',
  'Müller',
  'ﬁnal',
  'ŉdla',
  'ᾼδης',
  'Éva',
  '한국어',
  'ẞ',
  'ᲀᲁᲂᲃ',
]

/** Letters that combine with a mark only in lower case, or only after `fold`. */
const joined = [
  'H\u0331',
  'T\u0308',
  'W\u030a',
  'J\u030c',
  'ß\u0323',
  'ı\u0301',
  'İ\u0301',
  'i\u0307\u0308',
]
const capitals = letters.filter(
  (letter) => /\p{Lu}/u.test(letter) && letter.normalize('NFD') === letter
)
const marks = Array.from({ length: 0x46 }, (_, at) => String.fromCodePoint(0x300 + at))
/** All pairs that NFC does not change and that have fewer characters after folding. */
const open = capitals.flatMap((letter) =>
  marks
    .map((mark) => letter + mark)
    .filter((text) => text.normalize('NFC') === text && [...fold(text)].length < 2)
)

test.group('Letters with several spellings', (group) => {
  let app: TestApp

  group.each.setup(async () => {
    app = await bootApp({ plugins: [notesPlugin] })
    await makeTenant('tenant-a')
    return () => app.stop()
  })

  // Red without any of the steps of `fold`.
  test('are folded alike, next to any character', ({ assert }) => {
    const bad = [...some(written, 3_000), ...known, ...joined, ...open].filter((letter) => {
      const texts = [letter, `x${letter}`, `${letter}x`]
      return texts.some((text) =>
        spellingsOf(text).some((spelling) => fold(spelling) !== fold(text))
      )
    })
    assert.deepEqual(bad, [])
    assert.deepEqual(known.slice(0, 4).map(fold), ['strasse', 'istanbul', 'isparta', 'οδυσσεασ'])
  })

  // Red when the index or the check of each row leaves out a step of `fold`.
  test('are found in every spelling', async ({ assert }) => {
    const titles = [...known, ...joined, ...open, ...some(written, 70, 700)].map(
      (letter) => `ab${letter.normalize('NFC')}cd`
    )
    await inTenant('tenant-a', async () => {
      await addNotes(titles.map((title) => [title]))
      await addRest()
      for (const title of titles) {
        for (const spelling of spellingsOf(title)) {
          const seen = await found(spelling)
          assert.include(
            seen.map(([one]) => one),
            title,
            `${title} as ${JSON.stringify(spelling)}`
          )
        }
      }
    })
  })

  if (testDatabase === 'pg') {
    // Red when its letters or its steps differ from those of `fold`.
    test('are folded alike by PostgreSQL', async ({ assert }) => {
      const mixed = written.map(
        (letter, at) => `${letter}${written[(at * 7) % written.length]}\u0307`
      )
      const combined = [...joined, ...open]
      const texts = [
        ...letters,
        ...known,
        ...mixed,
        ...combined,
        'plain TEXT',
        '',
        'i\u0307\u0307',
        'İ\u0307',
      ]
      const rows = await ask<{ text: string; folded: string }>(
        `select text, public.crossdock_fold(text) as folded from json_array_elements_text(?::json) as text`,
        [JSON.stringify(texts)]
      )
      // Decomposed letters unknown to PostgreSQL's version of Unicode are stored composed.
      const bad = rows.filter(({ text, folded }) => fold(text) !== folded)
      assert.deepEqual(
        bad.filter(({ text }) => text.normalize('NFC') === text),
        []
      )
      assert.isBelow(bad.length, 20)
    })

    // Red without `foldAgain`. The letters of a process depend on its version of Node.
    test('are found in an index that another build has folded', async ({ assert }) => {
      await inTenant('tenant-a', () => addNotes([['Straße', 'İSTANBUL']]))
      await sessionAt(app.database.databaseUrl!, async (client) => {
        await client.query(`update notes_search set texts = E'\\n\\nstraße\\n\\ni̇stanbul'`)
        await client.query('drop function public.crossdock_fold(text)')
      })
      const later = await bootApp({ database: app.database, plugins: [notesPlugin] })
      await later.stop()
      await inTenant('tenant-a', async () => {
        await addNotes([['STRASSE']])
        for (const term of ['strasse', 'Straße']) assert.lengthOf(await found(term), 2, term)
        assert.lengthOf(await found('istanbul'), 1)
      })
    })
  }
})
