import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { newId, unscoped } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace } from '@crossdock/kernel/testing'
import { insertRows } from '../../database/rows/insert_rows.js'
import { placeNear, rememberPlace } from '../places.js'

interface Token {
  id: string
  lastUsedAt: string | null
  name: string
}

interface Me {
  user: { id: string }
}

const size = 100
const rows = 1_300

test.group('Pages far from the beginning', (group) => {
  let app: TestApp
  let acme: TestTenant
  const owners = new Map<string, string>()

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    // The tenant already has one row.
    await fill(acme, rows - 1)
    return () => app.stop()
  })

  const fill = async ({ id, admin }: TestTenant, count: number) => {
    const { body: me } = await app.call<Me>('GET', '/api/auth/me', { as: admin })
    owners.set(id, me.user.id)
    await inTenant(id, () => insertRows('api_tokens', made(id, me.user.id, count)))
  }
  /** Many rows with equal values, some without a value. */
  const made = (tenant_id: string, user_id: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: newId(),
      tenant_id,
      user_id,
      token: newId(),
      prefix: 'cdk_far',
      scopes: '[]',
      name: `token ${randomInt(40)}`,
      is_active: true,
      created_at: instant(at),
      last_used_at: at % 3 === 0 ? null : instant(randomInt(60)),
    }))
  const instant = (at: number) => new Date(1_700_000_000_000 + at * 1000).toISOString()

  const page = async (sort: [string, string], from: number, filter = {}) => {
    const query = `filter=${JSON.stringify(filter)}&sort=${JSON.stringify(sort)}&range=[${from},${from + size - 1}]`
    const path = `/api/api-tokens?${query}`
    const { body, headers } = await app.call<Token[]>('GET', path, { as: acme.admin })
    return { ids: body.map(({ id }) => id), range: headers.get('content-range') }
  }
  const starts = Array.from({ length: Math.ceil(rows / size) }, (_, at) => at * size)
  const sorts = ['createdAt', 'name', 'lastUsedAt', 'id'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction): [string, string] => [field, direction])
  )

  // Red when all places live equally long (timesItsCost = 0): a reader in the middle of a million rows would
  // repeat the search every 5 s.
  test('start after a place that is remembered longer the harder it was to find', async ({
    assert,
  }) => {
    await app.inside(async () => {
      const place = { offset: 20_000, value: 'token 7', id: newId() }
      const { now } = performance
      let later = 0
      const usable = (list: string) => placeNear(list, place.offset)?.id === place.id
      performance.now = () => now.call(performance) + later
      try {
        rememberPlace('soon found', place, 3)
        rememberPlace('hard to find', place, 1_000)
        assert.deepEqual([usable('soon found'), usable('hard to find')], [true, true])
        later = 6_000
        assert.deepEqual([usable('soon found'), usable('hard to find')], [false, true])
        later = 21_000
        assert.isFalse(usable('hard to find'))
      } finally {
        performance.now = now
      }
    })
  })

  // Red when a page starts at or before its place, or rows without a value are missing.
  test('equal the pages of a sequential read, in any order of access', async ({ assert }) => {
    for (const sort of sorts) {
      const whole: string[] = []
      for (const from of starts) whole.push(...(await page(sort, from)).ids)
      assert.lengthOf(new Set(whole), rows, sort.join())
      assert.lengthOf(whole, rows)
      for (const from of [1_250, 900, 613, 612, 1_299, 700, 500, 499, 1_111, 901, 1_000]) {
        const { ids, range } = await page(sort, from)
        assert.deepEqual(ids, whole.slice(from, from + size), `${sort.join()} from ${from}`)
        assert.equal(range, `api-tokens ${from}-${Math.min(from + size, rows) - 1}/${rows}`)
      }
    }
    assert.deepEqual(await page(['name', 'ASC'], 5_000), {
      ids: [],
      range: `api-tokens */${rows}`,
    })
  })

  const traced = async (as: TestTenant, trace: DriverTrace, from: number) => {
    trace.asked.length = 0
    const path = `/api/api-tokens?filter={"isActive":true}&sort=["createdAt","ASC"]&range=[${from},${from + size - 1}]`
    const { body } = await app.call<Token[]>('GET', path, { as: as.admin })
    const leftOut = trace.asked
      .filter(({ text }) => /api_tokens/.test(text) && /offset (\?|\$\d+)$/.test(text))
      .map(({ values }) => values.at(-1))
    return { ids: body.map(({ id }) => id), leftOut }
  }

  // Red when every page skips rows again: a place is looked up once, and the next page needs no search.
  test('do not skip the same rows again in a long list', async ({ assert, cleanup }) => {
    const hooli = await app.tenant('hooli')
    await fill(hooli, 11_000)
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    const leftOut = async (from: number) => (await traced(hooli, trace, from)).leftOut
    assert.deepEqual(await leftOut(10_640), [10_639, 0])
    assert.deepEqual(await leftOut(10_640), [0])
    assert.deepEqual(await leftOut(10_740), [0])
    assert.deepEqual(await leftOut(10_845), [4, 0])
    // Red when only earlier places are used: each page further up would skip the rows from the beginning.
    assert.deepEqual(await leftOut(10_540), [99, 0])
    assert.deepEqual(await leftOut(10_440), [99, 0])
  })

  // Red when a page found from a later place begins at another row, or rows without a value before it are missing.
  test('are the same further up', async ({ assert }) => {
    const wonka = await app.tenant('wonka')
    await fill(wonka, 600)
    const { id } = wonka
    const unused = made(id, owners.get(id)!, 10_399).map((row) => ({ ...row, last_used_at: null }))
    await inTenant(id, () => insertRows('api_tokens', unused))
    const idsAt = async (sort: [string, string], filter: object, from: number) => {
      const query = `filter=${JSON.stringify(filter)}&sort=${JSON.stringify(sort)}`
      const path = `/api/api-tokens?${query}&range=[${from},${from + size - 1}]`
      const { body } = await app.call<Token[]>('GET', path, { as: wonka.admin })
      return body.map((token) => token.id)
    }
    for (const sort of sorts) {
      const down = new Map<number, string[]>()
      for (let from = 10_000; from < 11_000; from += 100) {
        down.set(from, await idsAt(sort, {}, from))
      }
      // The same rows as another list, of which no place is known.
      for (const from of [...down.keys()].reverse()) {
        const up = await idsAt(sort, { isActive: true }, from)
        assert.deepEqual(up, down.get(from), `${sort.join()} from ${from}`)
      }
    }
  })

  // Red when places of short lists are remembered: for two seconds after a deletion, pages would show old
  // positions.
  test('of a short list are current', async ({ assert, cleanup }) => {
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    const vandelay = await app.tenant('vandelay')
    await fill(vandelay, 900)
    const before = await traced(vandelay, trace, 700)
    assert.deepEqual(before.leftOut, [699, 0])
    const gone = await traced(vandelay, trace, 100)
    await inTenant(vandelay.id, () =>
      unscoped().from('api_tokens').whereIn('id', gone.ids.slice(0, 50)).delete()
    )
    const after = await traced(vandelay, trace, 700 - 50)
    assert.deepEqual(after.ids, before.ids)
    assert.deepEqual((await traced(vandelay, trace, 700)).ids.slice(0, 50), before.ids.slice(50))
  })

  // Red when all matches of a search are counted.
  test('have a total; searches count up to ten thousand', async ({ assert }) => {
    const globex = await app.tenant('globex')
    await fill(globex, 10_040)
    const total = async (filter: object) => {
      const path = `/api/api-tokens?range=[0,9]&filter=${JSON.stringify(filter)}`
      const { headers } = await app.call('GET', path, { as: globex.admin })
      return headers.get('content-range')
    }
    assert.equal(await total({}), 'api-tokens 0-9/10041')
    assert.equal(await total({ search: 'tok' }), 'api-tokens 0-9/10000')
    assert.equal(await total({ search: 'TOKEN 1', isActive: false }), 'api-tokens */0')
  })

  // Red when the key of a remembered list lacks its tenant, filters or order.
  test('and their totals are separate for each list', async ({ assert }) => {
    const others = [await app.tenant('initech'), await app.tenant('umbrella')]
    for (const [at, tenant] of others.entries()) {
      await fill(tenant, 600 + at)
      await inTenant(tenant.id, () => insertRows('api_tokens', idle(tenant, 700 + at)))
    }
    const asked = async ({ admin }: TestTenant, isActive: boolean, direction: string) => {
      const filter = JSON.stringify({ isActive })
      const path = `/api/api-tokens?range=[550,554]&sort=["name","${direction}"]&filter=${filter}`
      const { body, headers } = await app.call<Token[]>('GET', path, { as: admin })
      return { first: body[0]?.id, total: headers.get('content-range')?.split('/')[1] }
    }
    const seen = new Set<string | undefined>()
    for (const [at, tenant] of others.entries()) {
      for (const isActive of [true, false]) {
        for (const direction of ['ASC', 'DESC']) {
          const { first, total } = await asked(tenant, isActive, direction)
          assert.equal(total, String((isActive ? 601 : 700) + at))
          seen.add(first)
        }
      }
    }
    assert.lengthOf(seen, 8)
  })

  const idle = ({ id }: TestTenant, count: number) =>
    made(id, owners.get(id)!, count).map((row) => ({ ...row, is_active: false }))
})
