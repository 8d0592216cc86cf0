import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { newId } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { insertRows } from '../../database/rows/insert_rows.js'

const size = 250
/** More rows than few, fewer than common. */
const people = 1_100

test.group('Pages of search results', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    await inTenant(acme.id, () => insertRows('users', made(acme.id)))
    return () => app.stop()
  })

  /** Many rows with equal values, some without a value. */
  const made = (tenant_id: string) =>
    Array.from({ length: people }, (_, at) => ({
      id: newId(),
      tenant_id,
      email: `p${at}@acme.example`,
      role: 'viewer',
      is_active: true,
      first_name: at % 4 === 0 ? null : `First ${randomInt(30)}`,
      last_login_at: at % 3 === 0 ? null : instant(randomInt(60)),
      created_at: instant(at),
      updated_at: instant(at),
    }))
  const instant = (at: number) => new Date(1_700_000_000_000 + at * 1000).toISOString()

  const page = async (filter: object, sort: string[], from: number) => {
    const query = `filter=${JSON.stringify(filter)}&sort=${JSON.stringify(sort)}&range=[${from},${from + size - 1}]`
    const path = `/api/users?${query}`
    const { status, body, headers } = await app.call('GET', path, { as: acme.admin })
    return { status, body, range: headers.get('content-range') }
  }

  // Red when the rows are unordered, ties have another id order, or rows without a value are missing; and when
  // the total is that of the page, or missing after the end.
  test('equal the pages of the list when everything matches', async ({ assert }) => {
    for (const field of ['email', 'firstName', 'lastLoginAt', 'createdAt', 'id']) {
      for (const direction of ['ASC', 'DESC']) {
        for (const from of [0, 3, size, 4 * size, 6 * size]) {
          const sort = [field, direction]
          const found = await page({ search: 'acme' }, sort, from)
          assert.equal(found.status, 200)
          assert.deepEqual(found, await page({}, sort, from), `${sort.join(' ')} from ${from}`)
        }
      }
    }
  })
})
