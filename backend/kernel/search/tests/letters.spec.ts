// onBothDatabases: each folds letters in its own way
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { ask, transaction } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, size, testDatabase } from '@crossdock/kernel/testing'
import { makeTenant } from '../../tenancy/tests/support.js'
import { foldSqliteIndex, indexOf, sqliteIndexes } from '../../database/text_index_sqlite.js'
import { fold } from '../index.js'
import { addNotes, addRest, found, notesPlugin } from './fixtures/notes.js'

const letters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /\p{L}/u.test(letter))
/** Those that are written in more than one way. */
const written = letters.filter(
  (letter) => /\p{Changes_When_Casemapped}/u.test(letter) || letter.normalize('NFD') !== letter
)
const some = <T>(all: T[], quick: number, full = all.length): T[] =>
  all.filter((_, at) => at % Math.ceil(all.length / size({ quick, full })) === 0)

/** All ways in which a person or a program may write a text. */
function waysOf(text: string): string[] {
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

/** Letters that only their small form joins with a mark, or only what `fold` makes of them. */
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
/** All of them: the text is not changed by NFC, and has fewer characters once it is small. */
const open = capitals.flatMap((letter) =>
  marks
    .map((mark) => letter + mark)
    .filter((text) => text.normalize('NFC') === text && [...fold(text)].length < 2)
)

test.group('Letters that are written in several ways', (group) => {
  let app: TestApp

  group.each.setup(async () => {
    app = await bootApp({ plugins: [notesPlugin] })
    await makeTenant('tenant-a')
    return () => app.stop()
  })

  // Red without any of the steps of `fold`.
  test('are one, whatever stands beside them', ({ assert }) => {
    const bad = [...some(written, 3_000), ...known, ...joined, ...open].filter((letter) => {
      const texts = [letter, `x${letter}`, `${letter}x`]
      return texts.some((text) => waysOf(text).some((way) => fold(way) !== fold(text)))
    })
    assert.deepEqual(bad, [])
    assert.deepEqual(known.slice(0, 4).map(fold), ['strasse', 'istanbul', 'isparta', 'οδυσσεασ'])
  })

  // Red when the index or the look at each row leaves out a step of `fold`.
  test('are found however they are typed', async ({ assert }) => {
    const titles = [...known, ...joined, ...open, ...some(written, 70, 700)].map(
      (letter) => `ab${letter.normalize('NFC')}cd`
    )
    await inTenant('tenant-a', async () => {
      await addNotes(titles.map((title) => [title]))
      await addRest()
      for (const title of titles) {
        for (const way of waysOf(title)) {
          const seen = await found(way)
          assert.include(
            seen.map(([one]) => one),
            title,
            `${title} as ${JSON.stringify(way)}`
          )
        }
      }
    })
  })

  if (testDatabase === 'pg') {
    // Red when its letters or its steps are not those of `fold`.
    test('are the same for PostgreSQL', async ({ assert }) => {
      const mixed = written.map(
        (letter, at) => `${letter}${written[(at * 7) % written.length]}\u0307`
      )
      const beside = [...joined, ...open]
      const texts = [
        ...letters,
        ...known,
        ...mixed,
        ...beside,
        'plain TEXT',
        '',
        'i\u0307\u0307',
        'İ\u0307',
      ]
      const rows = await ask<{ text: string; folded: string }>(
        `select text, public.crossdock_fold(text) as folded from json_array_elements_text(?::json) as text`,
        [JSON.stringify(texts)]
      )
      // Letters that its version of Unicode does not know in two parts are stored in one.
      const bad = rows.filter(({ text, folded }) => fold(text) !== folded)
      assert.deepEqual(
        bad.filter(({ text }) => text.normalize('NFC') === text),
        []
      )
      assert.isBelow(bad.length, 20)
    })

    // Red without `foldAnew`.
    test('are found in what an older build has indexed', async ({ assert }) => {
      await inTenant('tenant-a', () => addNotes([['Straße', 'İSTANBUL']]))
      await sessionAt(app.database.databaseUrl!, async (client) => {
        await client.query(`do $do$ begin execute replace(
          pg_get_functiondef('public.notes_search_keep()'::regprocedure),
          'public.crossdock_fold(coalesce(', 'lower(coalesce('); end $do$`)
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
  } else {
    // Red without the rows that are numbered anew, or without the new trigger.
    test('are found in what an older build has indexed', async ({ assert }) => {
      const change = (sql: string) =>
        asOperator('a test changes it', () => transaction(() => ask(sql)))
      const [index] = await ask<{ side: string; table: string; sql: string }>(
        `${sqliteIndexes} and tbl_name = 'notes'`
      )
      assert.deepEqual(indexOf(index!), {
        table: 'notes',
        columns: ['title', 'body'],
        owner: 'tenant_id',
      })
      await change('drop trigger notes_search_batch')
      await change(`create trigger notes_search_batch after insert on notes_search when new.num % 128 = 0 begin
        insert into notes_search_text (rowid, texts)
        select num, char(10, 10) || title || char(10, 10) || coalesce(body, '') || char(57344, 57344, 57344)
        from notes_search join notes using (id) where num > new.num - 128;
      end`)
      await inTenant('tenant-a', async () => {
        await addNotes([['Straße', 'İSTANBUL']])
        await addRest()
        assert.lengthOf(await found('strasse'), 0)
        for (const statement of foldSqliteIndex(indexOf(index!))) await change(statement)
        await addNotes([['STRASSE']])
        await addRest()
        for (const term of ['strasse', 'Straße']) assert.lengthOf(await found(term), 2, term)
        assert.lengthOf(await found('istanbul'), 1)
      })
    })
  }
})
