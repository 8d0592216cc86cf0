// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, explain } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase, type Asked } from '@crossdock/kernel/testing'
import type { Client } from 'pg'
import { ask } from '@crossdock/kernel/database'
import { ReaderPool } from '../../database/readers/reader_pool.js'
import { makeTenant } from '../../tenancy/tests/support.js'
import { searched, type IndexSearch } from '../index.js'
import {
  addNotes,
  addRest,
  foundBesides,
  foundByWords,
  Note,
  notesPlugin,
  readByWords,
} from './fixtures/notes.js'

/** Matches a plan that reads rows by id only. */
const byId =
  testDatabase === 'pg'
    ? /Index Cond: \(\(id\)::text = \(*[\w.]*id/
    : /SEARCH notes USING [^"]*\(id=\?\)/

test.group('The rows read by a search', (group) => {
  group.each.setup(async () => {
    const app = await bootApp({ plugins: [notesPlugin] })
    await makeTenant('acme')
    return () => app.stop()
  })

  // Red when narrowTo uses `id in (…)`: PostgreSQL assumes few rows for a tenant that has just grown, and reads
  // all of them.
  test('are those the index found, also right after many new rows', async ({ assert }) => {
    await inTenant('acme', async () => {
      await addNotes(Array.from({ length: 3_000 }, (_, at) => [`note ${at}`]))
      const { page, asked } = await traced(() => foundByWords('note 2999'))
      assert.equal(page.total, 1)
      assert.match(await planOf(asked), byId)
      // The same when a complete list is read.
      const query = Note.query().orderBy('title').limit(25)
      const sought = await searched('notes', 'title', 'body')(query, 'note 2999')
      await (sought as IndexSearch).settle(query)
      assert.match(await explain(query), byId)
    })
  })

  // Red when the words are queried one by one: each of them is common, and the list is read until a page is
  // full.
  test('are those with all words, even if each word is common', async ({ assert }) => {
    await inTenant('acme', async () => {
      const many = (word: string) =>
        Array.from({ length: 10_100 }, (_, at): [string] => [`${word} ${at}`])
      await addNotes([...many('harbour'), ...many('customs'), ['harbour customs']])
      const { page, asked } = await traced(() => foundByWords('harbour customs'))
      assert.deepEqual([page.total, page.rows[0]?.title], [1, 'harbour customs'])
      assert.match(await planOf(asked), byId)
    })
  })

  // Red when rows are not checked although the index only covers one of the words: `isExact` in find.ts.
  test('match all words, also those that the index does not cover', async ({ assert }) => {
    await inTenant('acme', async () => {
      await addNotes([['harbour one'], ['harbour !!! two'], ['three !!!']])
      const { rows, total } = await foundByWords('harbour !!!')
      assert.deepEqual([total, rows.map(({ title }) => title)], [1, ['harbour !!! two']])
      // When a complete list is read: red when `settle` does not check the rows.
      assert.deepEqual(await readByWords('harbour !!!', 50), ['harbour !!! two'])
    })
  })

  // Red when `areCommon` is not checked (the page would be empty), when rows of a common term are not checked
  // (`lookAt` in page.ts), and when the index returns no more rows than can be sorted.
  test('follow the order of the list if most rows match', async ({ assert }) => {
    await inTenant('acme', async () => {
      const many = Array.from({ length: 10_200 }, (_, at): [string] => [`harbour ${99_999 - at}`])
      await addNotes([['customs'], ...many])
      const { rows, total } = await foundByWords('harbour')
      assert.deepEqual([total, rows.length, rows[0]?.title], [10_000, 25, 'harbour 89800'])
      // Red when `readCandidates` takes the limited result of a common term as complete: exports would end early.
      assert.lengthOf(await readByWords('harbour', 5_000), 10_200)
    })
  })

  // Red when `tables` or `settle` leaves out the extra rows, `narrowTo` returns one twice, or `lookAt` only
  // checks texts.
  test('include extra rows once each, whether or not the term is common', async ({ assert }) => {
    await inTenant('acme', async () => {
      await addNotes([['harbour one'], ['customs'], ['quay']])
      const named = await Note.query().whereIn('title', ['customs', 'harbour one'])
      const ids = named.map(({ id }) => id)
      const few = await foundBesides('harbour', ids)
      assert.deepEqual(few, { total: 2, titles: ['customs', 'harbour one'], read: 2 })
      await addNotes(Array.from({ length: 10_200 }, (_, at): [string] => [`harbour ${at}`]))
      const many = await foundBesides('harbour', ids)
      assert.deepEqual([many.titles[0], many.read], ['customs', 10_202])
      // A single character is found by reading row by row.
      assert.deepEqual((await foundBesides('!', ids)).titles, ['customs', 'harbour one'])
    })
  })

  if (testDatabase === 'sqlite' && process.env.SQLITE_DRIVER !== 'sqlite3') {
    // Red when `blocksServer` is not checked: an unknown query would run in the server and block it.
    test('are read in the reader process from the first time on if they are many', async ({
      assert,
    }) => {
      await inTenant('acme', async () => {
        const of = (word: string, count: number) =>
          Array.from({ length: count }, (_, at): [string] => [`${word} ${at}`])
        await addNotes([...of('harbour', 700), ...of('customs', 90)])
        await addRest()
        for (const [word, inReader] of [
          ['harbour', true],
          ['customs', false],
        ] as const) {
          const { asked } = await traced(() => foundByWords(word))
          assert.equal(asked.by instanceof ReaderPool, inReader, word)
        }
      })
    })
  }
})

/** Runs a search and returns the statement that read its page. */
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
