// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, explain } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase, type Asked } from '@crossdock/kernel/testing'
import type { Client } from 'pg'
import { ask } from '@crossdock/kernel/database'
import { ReaderPool } from '../../database/reader_pool.js'
import { makeTenant } from '../../tenancy/tests/support.js'
import { searched, type Sought } from '../index.js'
import {
  addNotes,
  addRest,
  foundBesides,
  foundByWords,
  Note,
  notesPlugin,
  readByWords,
} from './fixtures/notes.js'

/** How rows are looked at by their id alone. */
const byId =
  testDatabase === 'pg'
    ? /Index Cond: \(\(id\)::text = \(*[\w.]*id/
    : /SEARCH notes USING [^"]*\(id=\?\)/

test.group('What a search reads', (group) => {
  group.each.setup(async () => {
    const app = await bootApp({ plugins: [notesPlugin] })
    await makeTenant('acme')
    return () => app.stop()
  })

  // Red when narrowTo writes `id in (…)`: PostgreSQL takes a tenant that has just grown for a few rows, and reads all of them.
  test('is what the index found, also right behind many new rows', async ({ assert }) => {
    await inTenant('acme', async () => {
      await addNotes(Array.from({ length: 3_000 }, (_, at) => [`note ${at}`]))
      const { page, asked } = await traced(() => foundByWords('note 2999'))
      assert.equal(page.total, 1)
      assert.match(await planOf(asked), byId)
      // The same of who reads all of a list.
      const query = Note.query().orderBy('title').limit(25)
      const sought = await searched('notes', 'title', 'body')(query, 'note 2999')
      await (sought as Sought).settle(query)
      assert.match(await explain(query), byId)
    })
  })

  // Red when the words are asked for one by one: each of them is common, and the list is read until a page is full.
  test('is what all words have in common, however many rows each of them has', async ({
    assert,
  }) => {
    await inTenant('acme', async () => {
      const many = (word: string) =>
        Array.from({ length: 10_100 }, (_, at): [string] => [`${word} ${at}`])
      await addNotes([...many('harbour'), ...many('customs'), ['harbour customs']])
      const { page, asked } = await traced(() => foundByWords('harbour customs'))
      assert.deepEqual([page.total, page.rows[0]?.title], [1, 'harbour customs'])
      assert.match(await planOf(asked), byId)
    })
  })

  // Red when rows are not looked at though the index was asked for one of the words only: `isExact` in find.ts.
  test('fits all words, also those that the index knows nothing of', async ({ assert }) => {
    await inTenant('acme', async () => {
      await addNotes([['harbour one'], ['harbour !!! two'], ['three !!!']])
      const { rows, total } = await foundByWords('harbour !!!')
      assert.deepEqual([total, rows.map(({ title }) => title)], [1, ['harbour !!! two']])
      // Of who reads all of a list: red when `settle` does not look at them.
      assert.deepEqual(await readByWords('harbour !!!', 50), ['harbour !!! two'])
    })
  })

  // Red when `areCommon` is not asked: rows that a common term is in are not sorted, and the page is empty; when rows of
  // what is common are not looked at (`lookAt` in page.ts); and when the index is asked for no more than are sorted.
  test('is the list in its own order where most rows fit', async ({ assert }) => {
    await inTenant('acme', async () => {
      const many = Array.from({ length: 10_200 }, (_, at): [string] => [`harbour ${99_999 - at}`])
      await addNotes([['customs'], ...many])
      const { rows, total } = await foundByWords('harbour')
      assert.deepEqual([total, rows.length, rows[0]?.title], [10_000, 25, 'harbour 89800'])
      // Red when `mayHold` takes what an index gives of a common term for all of it: exports would end in the middle.
      assert.lengthOf(await readByWords('harbour', 5_000), 10_200)
    })
  })

  // Red when `tables` or `settle` leaves out the rows besides, `narrowTo` gets one twice, or `lookAt` looks at texts alone.
  test('finds rows besides, once each, whether or not the term is common', async ({ assert }) => {
    await inTenant('acme', async () => {
      await addNotes([['harbour one'], ['customs'], ['quay']])
      const named = await Note.query().whereIn('title', ['customs', 'harbour one'])
      const ids = named.map(({ id }) => id)
      const few = await foundBesides('harbour', ids)
      assert.deepEqual(few, { total: 2, titles: ['customs', 'harbour one'], read: 2 })
      await addNotes(Array.from({ length: 10_200 }, (_, at): [string] => [`harbour ${at}`]))
      const many = await foundBesides('harbour', ids)
      assert.deepEqual([many.titles[0], many.read], ['customs', 10_202])
      // One character is found by reading row by row.
      assert.deepEqual((await foundBesides('!', ids)).titles, ['customs', 'harbour one'])
    })
  })

  if (testDatabase === 'sqlite' && process.env.SQLITE_DRIVER !== 'sqlite3') {
    // Red when `isMuch` is not asked: what nobody knows yet is looked at here, and everybody waits.
    test('is looked at aside from the first time on where it is much', async ({ assert }) => {
      await inTenant('acme', async () => {
        const of = (word: string, count: number) =>
          Array.from({ length: count }, (_, at): [string] => [`${word} ${at}`])
        await addNotes([...of('harbour', 700), ...of('customs', 90)])
        await addRest()
        for (const [word, isAside] of [
          ['harbour', true],
          ['customs', false],
        ] as const) {
          const { asked } = await traced(() => foundByWords(word))
          assert.equal(asked.by instanceof ReaderPool, isAside, word)
        }
      })
    })
  }
})

/** What was asked for a page of what is sought. */
async function traced<T>(work: () => Promise<T>): Promise<{ page: T; asked: Asked }> {
  const trace = new DriverTrace()
  try {
    const page = await work()
    return {
      page,
      asked: trace.asked.find(({ text }) => text.includes('fitting as materialized'))!,
    }
  } finally {
    trace.stop()
  }
}

async function planOf({ text, values, by }: Asked): Promise<string> {
  if (testDatabase !== 'pg') {
    return JSON.stringify(await ask(`explain query plan ${text}`, values as never))
  }
  const { rows } = await (by as Client).query(`explain ${text}`, [...values])
  return JSON.stringify(rows)
}
