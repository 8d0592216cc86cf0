import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { held, lab, labPlugin, shut } from './dashboard_lab.js'

interface Part {
  path: string
  query: Record<string, string>
  body?: unknown
  total?: number
}

interface Dashboard {
  userId: string
  tenantId: string | null
  eventsFrom: string
  parts: Part[]
}

test.group('the dashboard in one answer', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    const { name } = await addFolder(acme)
    await until('the entry in the feed', async () => {
      const rows = await app.ok<{ action: string }[]>('GET', '/api/activity', { as: acme.admin })
      return rows.find(({ action }) => action.includes(name))
    })
    return () => app.stop()
  })

  const addFolder = ({ admin }: TestTenant) => {
    const body = { name: `Folder ${crypto.randomUUID()}`, type: 'folder' }
    return app.ok<{ id: string; name: string }>('POST', '/api/assets', { as: admin, body })
  }
  const dashboard = (as: Caller) => app.ok<Dashboard>('GET', '/api/dashboard', { as })
  const addressOf = ({ path, query }: Part, more: object = {}) =>
    `/api/${path}?${new URLSearchParams({ ...query, ...more }).toString()}`

  test('has the answers of the single operations', async ({ assert }) => {
    // On a busy machine some parts can be late.
    const parts = await until('all parts', async () => {
      const { parts: found } = await dashboard(acme.admin)
      return found.length >= 14 && found
    })
    const names = parts.map(({ path, total }) => (total === undefined ? path : `${path} total`))
    assert.includeMembers(names, [
      'health',
      'dashboard/metrics',
      'dashboard/activity',
      'assets total',
      'flow-executions',
      'flow-executions/waiting',
      'integrations/systems/failing',
    ])
    for (const part of parts) {
      if (part.total === undefined) {
        assert.deepEqual(
          part.body,
          await app.ok('GET', addressOf(part), { as: acme.admin }),
          part.path
        )
      } else {
        const address = addressOf(part, { range: '[0,0]' })
        const { headers } = await app.call('GET', address, { as: acme.admin })
        assert.equal(headers.get('content-range')!.split('/')[1], String(part.total), part.path)
      }
    }
    assert.equal(parts.find(({ path, total }) => path === 'assets' && total)?.total, 1)
  })

  // Red when scopeWithin does not check the caller, or callGet runs the operation in another context.
  test('leaves out what the caller may not read', async ({ assert }) => {
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'dashboard', scopes: ['dashboard.read'] },
    })
    const narrow: Caller = { headers: { authorization: `Bearer ${token}` } }
    const callers = [narrow, acme.viewer, acme.editor, globex.admin, await app.superAdmin()]
    for (const as of callers) {
      const { parts, tenantId, userId } = await dashboard(as)
      const me = await app.ok<{ user: { id: string }; tenant: { id: string } | null }>(
        ...(['GET', '/api/auth/me', { as }] as const)
      )
      assert.equal(userId, me.user.id)
      assert.equal(tenantId, me.tenant?.id ?? null)
      const all = await until('all parts', async () => {
        const { parts: found } = await dashboard(acme.admin)
        return found.length >= 14 && found
      })
      const allowed = new Set<string>()
      for (const part of all) {
        const { status } = await app.call('GET', addressOf(part), { as })
        if (status === 200) allowed.add(part.path)
      }
      const known = new Set(all.map(({ path }) => path))
      for (const { path } of parts) assert.isTrue(allowed.has(path) || !known.has(path), path)
      // On a busy machine some parts can be late.
      await until('what they may read', async () => {
        const shown = new Set((await dashboard(as)).parts.map(({ path }) => path))
        return [...allowed].every((path) => shown.has(path))
      })
    }
    const few = (await dashboard(narrow)).parts.map(({ path }) => path)
    assert.include(few, 'dashboard/activity')
    assert.notInclude(few, 'assets')
    const { parts } = await dashboard(globex.admin)
    assert.equal(parts.find(({ path }) => path === 'assets')?.total, 0)
  })

  // Red when whereToWatchFrom returns the end of the log: events that the feed has not processed yet are missed.
  test('says where to start following events', async () => {
    for (const as of [acme.viewer, await app.superAdmin()]) {
      for (const path of ['/api/dashboard', '/api/auth/me']) {
        // The stream repeats only recent events, so a slow machine needs several tries.
        await until(`${path} to be asked in time`, async () => {
          await addFolder(acme)
          const { eventsFrom } = await app.ok<{ eventsFrom: string }>('GET', path, { as })
          const headers = { 'last-event-id': eventsFrom }
          const reader = await FeedReader.open<{ type: string }>(
            ...([app.url, '/api/events/stream', as, headers] as const)
          )
          const { id: last } = await addFolder(acme)
          const events = await until('the later folder', () => {
            const folders = reader.messages.filter(({ data }) => data.type === 'folder_create')
            return JSON.stringify(folders).includes(last) && folders
          })
          reader.close()
          return events.length > 1
        })
      }
    }
  })
})

test.group('the dashboard with parts of plugins', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ plugins: [labPlugin], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    // Modules are loaded by the first reading, so later ones are faster.
    await dashboard()
    return () => app.stop()
  })
  group.each.setup(() => {
    Object.assign(lab, { running: 0, most: 0, reads: 0, streams: 0 })
  })

  const dashboard = () => app.ok<Dashboard>('GET', '/api/dashboard', { as: acme.admin })
  const paths = async () => (await dashboard()).parts.map(({ path }) => path)

  /** The highest number of parts that wait at the same time; below `lanes` if the deadline comes first. */
  async function maxHeld(): Promise<number> {
    lab.most = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.held = promise
    let isOver = false
    const answer = dashboard().finally(() => (isOver = true))
    await until('four of them, or the end', () => lab.running >= 4 || isOver)
    // A further part would have started before this answer.
    await app.ok('GET', '/api/auth/me', { as: acme.admin })
    resolve()
    await answer
    await until('none to be held', () => lab.running === 0)
    return lab.most
  }

  // Red when `lanes` is larger, and when all parts are read in parallel.
  test('four parts are read in parallel', async ({ assert }) => {
    const most = await until('a dashboard with time for four', async () => {
      const held = await maxHeld()
      return held >= 4 && held
    })
    assert.equal(most, 4)
  })

  // Red when readDashboard reads itself as a part, in an endless loop.
  test('it is no part of itself', async ({ assert }) => {
    assert.notInclude(await paths(), 'dashboard')
    assert.isAtMost(lab.reads, held.length)
  })

  // Red when `late` never resolves: the answer waits for the last part, or forever.
  test('a late part is left out, and the others arrive', async ({ assert }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.late = promise
    try {
      const found = await until('the rest', async () => {
        const some = await paths()
        return some.includes(held.at(-1)!) && some
      })
      assert.notInclude(found, 'lab/late')
      assert.includeMembers(found, ['health', 'assets', ...held])
    } finally {
      resolve()
    }
    assert.include(await paths(), 'lab/late')
  })

  // Red when `hanging` is not checked, or its keys lack the tenant.
  test('a hanging part is started once per tenant and does not block the others', async ({
    assert,
  }) => {
    const globex = await app.tenant('globex')
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.held = promise
    try {
      for (let turn = 0; turn < 4; turn++) await dashboard()
      const { reads } = lab
      assert.isAbove(reads, 0)
      assert.isAtMost(reads, held.length)
      await app.ok('GET', '/api/dashboard', { as: globex.admin })
      assert.isAbove(lab.reads, reads)
    } finally {
      resolve()
    }
    await until('all of them', async () => {
      const found = await paths()
      return held.every((path) => found.includes(path))
    })
  })

  // Red when an operation with a path parameter is read, or every answer counts as data.
  test('unreadable parts are left out, and the others arrive', async ({ assert }) => {
    const found = await paths()
    for (const path of ['lab/missing', 'lab/things/{id}', 'lab/thrown', 'lab/ill']) {
      assert.notInclude(found, path)
    }
    assert.isNotEmpty(found)
  })

  // Red when an operation that streams its answer is run for a part.
  test('streams are not started', async ({ assert }) => {
    assert.notInclude(await paths(), 'lab/stream')
    assert.equal(lab.streams, 0)
  })

  // Red when callGet runs a public operation as the caller.
  test('public operations run as a stranger', async ({ assert }) => {
    const own = await app.ok<{ where: string }>('GET', '/api/lab/open', { as: acme.admin })
    const bodies = await until('both', async () => {
      const { parts } = await dashboard()
      const some = ['lab/open', held[0]].map((path) => parts.find((part) => part.path === path))
      return some.every(Boolean) && some.map((part) => part!.body)
    })
    assert.deepEqual(bodies, [own, { where: acme.id }])
  })

  // Red when callGet skips the stages that plugins add around each call.
  test("a part that a plugin's stage refuses is left out, too", async ({ assert }) => {
    const found = await paths()
    for (const path of shut) {
      const { status } = await app.call('GET', `/api/${path}`, { as: acme.admin })
      assert.equal(status, 429)
      assert.notInclude(found, path)
    }
  })
})
