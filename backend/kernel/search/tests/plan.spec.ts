import { test } from '@japa/runner'
import { bootApp, explain } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { makeTenant } from '../../tenancy/tests/support.js'
import { searched, searchedByWords } from '../index.js'
import { addNotes, Note, notesPlugin } from './fixtures/notes.js'

/** How rows are looked at by their id alone. */
const byId =
  testDatabase === 'pg' ? /Index Cond: \(\(id\)::text = \(?id/ : /SEARCH notes USING [^"]*\(id=\?\)/

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
      const query = Note.query().orderBy('title').limit(25)
      await searched('notes', 'title', 'body')(query, 'note 2999')
      const plan = await explain(query)
      assert.match(plan, byId, plan)
      assert.lengthOf(await query, 1)
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
      const query = Note.query().orderBy('title').limit(25)
      await searchedByWords('notes', 'title', 'body')(query, 'harbour customs')
      const plan = await explain(query)
      assert.match(plan, byId, plan)
      assert.lengthOf(await query, 1)
    })
  })
})
