import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { orderedId, time } from '../../../bench/fill_tenant.js'
import { copyRows } from '../../../bench/row_copies.js'
import { installed } from '../../../plugins.js'

/** More than the machine buffers for an answer that is not read. */
const many = 20_000
const path = '/api/users/export'

const all = (sql: string) => ({ sqlite: sql, postgres: sql })

test.group('the file of a large directory', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    const database = await migratedDatabase(installed)
    const before = await bootApp({ database })
    acme = await before.tenant('acme')
    const body = { email: 'copied@acme.example', firstName: 'x'.repeat(100), lastName: 'Copied' }
    await before.ok('POST', '/api/users', { as: acme.admin, body })
    // SQLite has only one writer.
    await before.stop()
    await copyRows(database, {
      table: 'users',
      of: { email: body.email },
      count: many,
      differ: {
        id: orderedId(6, many),
        email: all(`'person-' || (i + 100000) || '@acme.example'`),
        last_login_at: time(many),
      },
    })
    app = await bootApp({ database, settings: { ROLE: 'web', LOG_LEVEL: 'silent' } })
    return async () => {
      await app.stop()
      await database.remove()
    }
  })

  const saved = async (filter: object) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) })
    const { body } = await app.call<string>('GET', `${path}?${query}`, { as: acme.admin })
    return body.trimEnd().split('\n').slice(1)
  }

  // Red when a page starts with the last person of the previous one, or the filter is left out.
  test('contains all people once, or only those that match the filter', async ({ assert }) => {
    const everyone = await saved({})
    const addresses = everyone.map((line) => line.split(',')[0]!)
    assert.deepEqual(addresses, [...new Set(addresses)].sort())
    assert.isAbove(addresses.length, many)
    const pending = await saved({ status: ['pending', 'inactive'] })
    assert.includeMembers(
      pending.map((line) => line.split(',')[0]),
      ['copied@acme.example']
    )
    assert.isBelow(pending.length, 10)
    const after = new Date(Date.now() - 15 * 24 * 60 * 60_000).toISOString()
    const lately = await saved({ after, status: 'active' })
    const list = new URLSearchParams({ filter: JSON.stringify({ after, status: 'active' }) })
    const { headers } = await app.call('GET', `/api/users?${list}`, { as: acme.admin })
    assert.equal(lately.length, Number(headers.get('content-range')!.split('/')[1]))
    assert.isBelow(lately.length, many)
  })

  test('has one order and no pages', async ({ assert }) => {
    for (const query of ['sort=["lastName","ASC"]', 'limit=10']) {
      const { status } = await app.call('GET', `${path}?${query}`, { as: acme.admin })
      assert.equal(status, 400, query)
    }
  })

  // Red when assertAllowed() is not called between the parts.
  test('sends nothing more after the permission is lost', async ({ assert }) => {
    const { body } = await fetch(new URL(path, app.url), acme.editor)
    const reader = body!.getReader()
    await reader.read()
    await app.ok('POST', '/api/auth/logout', { as: acme.editor })
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    }, /terminated/)
  })
})
