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
    await until('the feed to tell of it', async () => {
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

  test('holds what each operation answers by itself', async ({ assert }) => {
    // On a machine that does much else some parts may be late.
    const parts = await until('all parts', async () => {
      const { parts: found } = await dashboard(acme.admin)
      return found.length >= 14 && found
    })
    const names = parts.map(({ path, total }) => (total === undefined ? path : `${path} total`))
    assert.includeMembers(names, [
      ...['health', 'dashboard/metrics', 'dashboard/activity', 'assets total'],
      ...['flow-executions', 'flow-executions/waiting', 'integrations/systems/failing'],
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

  // Red when scopeWithin does not ask whether the operation is for the caller, or readAlso runs it elsewhere.
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
      // On a machine that does much else some of them may be late.
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

  // Red when whereToWatchFrom gives back the end of the log: what the feed has not worked in is missed.
  test('says from where on to follow what happens', async () => {
    for (const as of [acme.viewer, await app.superAdmin()]) {
      for (const path of ['/api/dashboard', '/api/auth/me']) {
        // What was made before is told as long as it is new; a slow machine needs more than one try.
        await until(`${path} to be asked in time`, async () => {
          await addFolder(acme)
          const { eventsFrom } = await app.ok<{ eventsFrom: string }>('GET', path, { as })
          const headers = { 'last-event-id': eventsFrom }
          const reader = await FeedReader.open<{ type: string }>(
            ...([app.url, '/api/events/stream', as, headers] as const)
          )
          const { id: last } = await addFolder(acme)
          const told = await until('the folder behind it', () => {
            const folders = reader.messages.filter(({ data }) => data.type === 'folder_create')
            return JSON.stringify(folders).includes(last) && folders
          })
          reader.close()
          return told.length > 1
        })
      }
    }
  })
})

test.group('the dashboard and what plugins bring to it', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ plugins: [labPlugin], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    // What is loaded at the first reading is no longer waited for.
    await dashboard()
    return () => app.stop()
  })
  group.each.setup(() => {
    Object.assign(lab, { running: 0, most: 0, reads: 0, streams: 0 })
  })

  const dashboard = () => app.ok<Dashboard>('GET', '/api/dashboard', { as: acme.admin })
  const paths = async () => (await dashboard()).parts.map(({ path }) => path)

  /** How many are held at a time at most; fewer than there are lanes when its time is over before they are reached. */
  async function mostHeld(): Promise<number> {
    lab.most = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.held = promise
    let isOver = false
    const answer = dashboard().finally(() => (isOver = true))
    await until('four of them, or the end', () => lab.running >= 4 || isOver)
    // Any other would have begun by the time somebody else is answered.
    await app.ok('GET', '/api/auth/me', { as: acme.admin })
    resolve()
    await answer
    await until('none to be held', () => lab.running === 0)
    return lab.most
  }

  // Red when `lanes` is larger, and when all are read at once.
  test('four parts are read at a time', async ({ assert }) => {
    const most = await until('a dashboard with time for four', async () => {
      const held = await mostHeld()
      return held >= 4 && held
    })
    assert.equal(most, 4)
  })

  // Red when readDashboard takes itself for one of its parts: that reads them once more, and without an end.
  test('it is no part of itself', async ({ assert }) => {
    assert.notInclude(await paths(), 'dashboard')
    assert.isAtMost(lab.reads, held.length)
  })

  // Red when nobody says `late`: the answer comes when the last part has come, or never.
  test('who is late is left out, and the rest comes', async ({ assert }) => {
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

  // Red when `hanging` is not asked, and when its keys say nothing of the tenant.
  test('a part that hangs is begun once for its tenant, and holds up no other', async ({
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

  // Red when an operation on one thing is read without one, and when any answer is taken for one that shows something.
  test('what cannot be read is left out, and the rest comes', async ({ assert }) => {
    const found = await paths()
    for (const path of ['lab/nowhere', 'lab/things/{id}', 'lab/thrown', 'lab/ill']) {
      assert.notInclude(found, path)
    }
    assert.isNotEmpty(found)
  })

  // Red when an operation that writes its answer itself is run for its part.
  test('nothing that is streamed is begun', async ({ assert }) => {
    assert.notInclude(await paths(), 'lab/stream')
    assert.equal(lab.streams, 0)
  })

  // Red when readAlso runs what is for anybody as whoever calls.
  test('what strangers may read is read as a stranger', async ({ assert }) => {
    const own = await app.ok<{ where: string }>('GET', '/api/lab/open', { as: acme.admin })
    const bodies = await until('both', async () => {
      const { parts } = await dashboard()
      const some = ['lab/open', held[0]].map((path) => parts.find((part) => part.path === path))
      return some.every(Boolean) && some.map((part) => part!.body)
    })
    assert.deepEqual(bodies, [own, { where: acme.id }])
  })

  // Red when readAlso leaves out what plugins have put around each call.
  test('what a plugin refuses at the door of a part is refused here, too', async ({ assert }) => {
    const found = await paths()
    for (const path of shut) {
      const { status } = await app.call('GET', `/api/${path}`, { as: acme.admin })
      assert.equal(status, 429)
      assert.notInclude(found, path)
    }
  })
})
