// onBothDatabases: one statement keeps the lines of all tenants
import { size, testClock } from '@crossdock/kernel/testing'
import { bootApp, explain, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { inTenant } from '@crossdock/kernel/tenancy'
import { assetEvents } from '@crossdock/backend/assets'
import { test } from '@japa/runner'
import { ActivityLog } from '../models/activity_log.js'

interface Entry {
  id: string
  action: string
  count: number
  createdAt: string
  lastAt: string
  userId: string | null
}

interface Asset {
  id: string
}

const many = size({ quick: 30, full: 200 })

test.group('lines of the activity feed', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const as = () => acme.admin
  const folder = (name: string) =>
    app.ok<Asset>('POST', '/api/assets', { as: as(), body: { name, type: 'folder' } })
  const bulk = (body: object) => app.ok<Asset[]>('POST', '/api/assets/bulk', { as: as(), body })
  const folders = async (prefix: string, count: number) => {
    const made: string[] = []
    for (let at = 0; at < count; at += 1) made.push((await folder(`${prefix} ${at}`)).id)
    return made
  }
  const read = (filter: object, range = [0, 24], caller = as()) =>
    app.call<Entry[]>(
      'GET',
      `/api/activity?filter=${encodeURIComponent(JSON.stringify(filter))}&range=${JSON.stringify(range)}`,
      { as: caller }
    )
  const line = (action: string) =>
    until(`the line "${action}"`, async () => {
      const { body } = await read({ gathered: true })
      return body.find((entry) => entry.action === action)
    })

  // Red when `gather` finds no line, and when entries of a line also appear on their own.
  test('many actions of one person are one line, which unfolds page by page', async ({
    assert,
  }) => {
    const ids = await folders('Part', many)
    const target = await folder('Invoices 2026')
    await bulk({ action: 'move', ids, parentId: target.id })
    const moved = await line(`Moved ${many} folders to Invoices 2026`)
    assert.equal(moved.count, many)
    assert.isAtLeast(Date.parse(moved.lastAt), Date.parse(moved.createdAt))
    const { body: lines } = await read({ gathered: true, eventType: 'folder_update' })
    assert.lengthOf(lines, 1)
    const seen = new Set<string>()
    for (let at = 0; at < many; at += 20) {
      const page = await read({ partOf: moved.id }, [at, at + 19])
      assert.match(page.headers.get('content-range')!, new RegExp(`/${many}$`))
      for (const { id, count, action } of page.body) {
        assert.equal(count, 1)
        assert.match(action, /^Moved Part \d+ to Invoices 2026$/)
        seen.add(id)
      }
    }
    assert.equal(seen.size, many)
    // Without `gathered`, with a search, and with a filter by object, every entry appears.
    const each = await read({ eventType: 'folder_update' }, [0, 999])
    assert.lengthOf(each.body, many)
    const found = await read({ gathered: true, search: 'Moved Part' }, [0, 999])
    assert.lengthOf(found.body, many)
    const ofOne = await read({ gathered: true, entityId: ids[3]! })
    assert.includeMembers(
      ofOne.body.map(({ action }) => action),
      ['Moved Part 3 to Invoices 2026']
    )
    const dashboard = await app.ok<Entry[]>('GET', '/api/dashboard/activity', { as: as() })
    assert.lengthOf(
      dashboard.filter(({ action }) => action.startsWith('Moved')),
      1
    )
    const csv = await app.call<string>(
      'GET',
      `/api/activity/export?filter=${encodeURIComponent('{"gathered":true,"eventType":"folder_update"}')}`,
      { as: as() }
    )
    assert.lengthOf(String(csv.body).trim().split('\r\n'), many + 1)
  })

  test('another target makes another line, and a single entry has its own sentence', async ({
    assert,
  }) => {
    const ids = await folders('Split', 3)
    const [left, right] = [await folder('Left'), await folder('Right')]
    await bulk({ action: 'move', ids: ids.slice(0, 2), parentId: left.id })
    await bulk({ action: 'move', ids: ids.slice(2), parentId: right.id })
    assert.equal((await line('Moved 2 folders to Left')).count, 2)
    assert.equal((await line('Moved Split 2 to Right')).count, 1)
  })

  // Red when the key of a line lacks the person.
  test('two people with the same actions have a line each', async ({ assert }) => {
    const ids = await folders('Shared', 4)
    await bulk({ action: 'trash', ids: ids.slice(0, 2) })
    const body = { action: 'trash', ids: ids.slice(2) }
    await app.ok('POST', '/api/assets/bulk', { as: acme.editor, body })
    const lines = await until('both lines', async () => {
      const { body: all } = await read({ gathered: true, eventType: 'folder_delete' })
      return all.length === 2 && all.every(({ count }) => count === 2) && all
    })
    assert.equal(new Set(lines.map(({ userId }) => userId)).size, 2)
  })

  // Red without `gapMs`.
  test('a line ends after a minute of silence', async ({ assert, cleanup }) => {
    cleanup(() => testClock.reset())
    const birch = await app.tenant('birch')
    for (const second of [0, 50, 50, 100, 1]) {
      testClock.advance(second * 1_000)
      await upload(birch.id, `${second}.txt`)
    }
    const counts = await until('both lines', async () => {
      const { body } = await read(
        { gathered: true, eventType: 'file_upload' },
        [0, 24],
        birch.admin
      )
      const found = body.map(({ count }) => count)
      return found.reduce((sum, count) => sum + count, 0) === 5 && found
    })
    assert.deepEqual(counts, [2, 3])
  })

  const upload = (tenantId: string, name: string) =>
    inTenant(tenantId, () =>
      transaction(() =>
        recordEvent(assetEvents.fileUpload, {
          target: { type: 'asset', id: name },
          payload: {
            assetId: name,
            type: 'file',
            name,
            path: [],
            parentId: null,
            mimeType: null,
            size: 1,
            version: 1,
            versionId: null,
            hash: null,
          },
        })
      )
    )

  // Red when an index of lines is dropped.
  test('lines are read with an index, however many entries they have', async ({ assert }) => {
    const plans: [name: string, where: Record<string, string>][] = [
      ['activity_lines', {}],
      ['activity_lines_event_type', { event_type: 'file_upload' }],
      ['activity_lines_type', { entity_type: 'asset' }],
      ['activity_lines_user', { user_id: 'user-1' }],
    ]
    for (const [name, where] of plans) {
      const plan = await inTenant(acme.id, () =>
        explain(
          ActivityLog.query()
            .where(where)
            .whereNull('line_id')
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(25)
        )
      )
      assert.include(plan, name)
      assert.notInclude(plan, 'TEMP B-TREE')
    }
  })
})
