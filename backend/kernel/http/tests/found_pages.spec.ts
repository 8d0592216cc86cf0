import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { newId } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { insertRows } from '../../database/insert_rows.js'

const size = 250
/** More than are few, fewer than are common. */
const people = 1_100

test.group('Pages of what a search found', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    await inTenant(acme.id, () => insertRows('users', made(acme.id)))
    return () => app.stop()
  })

  /** Many with equal values, some with none. */
  const made = (tenant_id: string) =>
    Array.from({ length: people }, (_, at) => ({
      ...{ id: newId(), tenant_id, email: `p${at}@acme.example`, role: 'viewer', is_active: true },
      first_name: at % 4 === 0 ? null : `First ${randomInt(30)}`,
      last_login_at: at % 3 === 0 ? null : instant(randomInt(60)),
      ...{ created_at: instant(at), updated_at: instant(at) },
    }))
  const instant = (at: number) => new Date(1_700_000_000_000 + at * 1000).toISOString()

  const page = async (filter: object, sort: string[], from: number) => {
    const query = `filter=${JSON.stringify(filter)}&sort=${JSON.stringify(sort)}&range=[${from},${from + size - 1}]`
    const path = `/api/users?${query}`
    const { status, body, headers } = await app.call('GET', path, { as: acme.admin })
    return { status, body, range: headers.get('content-range') }
  }

  // Red when the rows come as the database gives them, in another order of their ids, or without those that have no value;
  // and when the total is that of the page, or nothing behind the end.
  test('are those of the list itself where everything is found', async ({ assert }) => {
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
