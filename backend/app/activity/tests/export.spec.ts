import { parse } from 'csv-parse/sync'
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'

type Line = Record<string, string>

interface Entry {
  id: string
  action: string
  eventType: string
}

const path = '/api/activity/export'

test.group('the feed as a file', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  let operator: Caller
  let narrow: Caller

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    operator = await app.superAdmin()
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'narrow', scopes: ['activity.read', 'assets.read'] },
    })
    narrow = { headers: { authorization: `Bearer ${token}` } }
    const name = "Zoll, 'eilig'"
    for (const { admin } of [acme, globex]) {
      await app.ok('POST', '/api/assets', { as: admin, body: { name: 'Plain', type: 'folder' } })
    }
    await app.ok('POST', '/api/assets', { as: globex.admin, body: { name, type: 'folder' } })
    await app.ok('POST', '/api/api-tokens', { as: acme.admin, body: { name } })
    for (const { admin } of [acme, globex]) await last(admin)
    return () => app.stop()
  })

  /** Waits until the feed contains the last action. */
  const last = (as: Caller) =>
    until('the whole feed', async () => {
      const body = { name: `Last ${crypto.randomUUID()}`, type: 'folder' }
      await app.ok('POST', '/api/assets', { as, body })
      return until('the folder', async () => {
        const rows = await app.ok<Entry[]>('GET', '/api/activity', { as })
        return rows.some(({ action }) => action.includes(body.name))
      })
    })

  const saved = (as: Caller, query = '') => app.call<string>('GET', `${path}${query}`, { as })
  const linesOf = (text: string) =>
    parse<Line>(text, { bom: true, columns: true, record_delimiter: '\r\n' })
  const exported = async (as: Caller, query = '') => linesOf((await saved(as, query)).body)

  test('is CSV with a header line and a byte order mark', async ({ assert }) => {
    const { status, headers, body } = await saved(acme.admin)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(
      headers.get('content-disposition')!,
      /^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"$/
    )
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(body, /^createdAt,userName,action,eventType,entityType,entityId,userId,id\r\n/)
    const bytes = await (await fetch(new URL(path, app.url), acme.admin)).bytes()
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    const none = await saved(acme.admin, '?search=zzqx')
    assert.lengthOf(none.body.trim().split('\r\n'), 1)
    const asked = await app.call('HEAD', path, { as: acme.admin })
    assert.equal(asked.status, 200)
    assert.equal(asked.headers.get('content-type'), 'text/csv; charset=utf-8')
  })

  // Red when entriesAfter() uses ActivityLog.query() instead of visibleEntries(), or runs in operator scope for
  // everyone.
  test('contains what the list returns to the same caller, for every filter', async ({
    assert,
  }) => {
    const callers = { ...acme, foreign: globex.admin, narrow, operator }
    const { admin, editor, foreign } = callers
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: admin })
    const [newest] = await app.ok<{ entityId: string; createdAt: string }[]>(
      ...(['GET', '/api/activity?limit=1', { as: admin }] as const)
    )
    const queries = [
      '',
      '?search=created',
      '?eventType=folder_create',
      '?entityType=api_token',
      `?entityId=${newest!.entityId}`,
      `?userId=${user.id}`,
      `?userId=${user.id}&eventType=folder_create&search=plain`,
      `?after=${newest!.createdAt}`,
      `?before=${newest!.createdAt}&entityType=asset`,
      `?sort=${encodeURIComponent('["createdAt","ASC"]')}`,
      `?filter=${encodeURIComponent(JSON.stringify({ eventType: 'user_signed_in' }))}`,
    ]
    const all = Object.entries({ admin, editor, foreign, narrow, operator })
    const found = new Map<string, string[]>()
    for (const [who, as] of all) {
      for (const query of queries) {
        const join = query ? '&' : '?'
        const rows = await app.ok<Entry[]>('GET', `/api/activity${query}${join}limit=1000`, { as })
        const lines = await exported(as, query)
        assert.deepEqual(
          lines.map(({ id }) => id),
          rows.map(({ id }) => id),
          `${who} ${query}`
        )
        found.set(
          `${who}${query}`,
          lines.map(({ eventType }) => eventType!)
        )
      }
    }
    // The lists would also be equal if they were empty.
    const kinds = (who: string) => new Set(found.get(who))
    assert.includeMembers([...kinds('admin')], ['api_token_created', 'user_invited'])
    assert.notInclude([...kinds('editor')], 'api_token_created')
    assert.sameMembers([...kinds('narrow')], ['folder_create', 'tenant_created'])
    assert.lengthOf(found.get('narrow?entityType=api_token')!, 0)
    assert.isAbove(found.get('operator')!.length, found.get('admin')!.length)
  })

  test('is of the tenant that a super administrator has chosen', async ({ assert }) => {
    const inAcme = await exported(operator, `?tenantId=${acme.id}`)
    const theirs = await exported(acme.admin)
    assert.includeMembers(
      inAcme.map(({ id }) => id),
      theirs.map(({ id }) => id)
    )
    const others = await exported(globex.admin)
    assert.notIncludeMembers(
      inAcme.map(({ id }) => id),
      others.map(({ id }) => id!)
    )
  })

  test('is for callers who may read the feed, in their own tenant', async ({ assert }) => {
    const viewer = await saved(acme.viewer)
    assert.equal(viewer.status, 403)
    assert.equal((await app.call('GET', path)).status, 401)
    assert.equal((await saved(globex.admin, `?tenantId=${acme.id}`)).status, 403)
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'files', scopes: ['assets.read'] },
    })
    const files = { headers: { authorization: `Bearer ${token}` } }
    assert.equal((await saved(files)).status, 403)
  })

  test('refuses unknown filters, and pages', async ({ assert }) => {
    const refusal = async (query: string) => {
      const { status, body } = await app.call<{ message: string }>('GET', `${path}?${query}`, {
        as: acme.admin,
      })
      assert.equal(status, 400, query)
      return body.message
    }
    assert.match(await refusal('nonsense=1'), /^Unknown filter "nonsense"\./)
    assert.equal(await refusal('limit=5'), 'An export has no pages. Leave "limit" out.')
    assert.equal(await refusal('range=[0,9]'), 'An export has no pages. Leave "range" out.')
    assert.match(await refusal('after=yesterday'), /must be an instant/)
  })

  // Red without escape_formulas.
  test('has no formulas, and uses the language of the reader', async ({ assert }) => {
    const actions = (lines: Line[]) => lines.map(({ action }) => action)
    const own = await exported(globex.admin, '?eventType=folder_create')
    assert.include(actions(own), "Created folder Zoll, 'eilig'")
    const reply = await app.call<string>('GET', `${path}?eventType=folder_create`, {
      as: globex.admin,
      headers: { 'accept-language': 'de' },
    })
    assert.include(actions(linesOf(reply.body)), 'Ordner Plain angelegt')
    assert.equal(reply.headers.get('content-language'), 'de')
    const body = { firstName: '+49 Ada', lastName: 'Quay', email: 'ada@globex.example' }
    await app.ok('POST', '/api/users', { as: globex.admin, body })
    const ada = await app.signIn('ada@globex.example', 'globex')
    const named = await until('the entry of the sign-in', async () => {
      const lines = await exported(globex.admin, '?eventType=user_signed_in')
      return lines.find(({ action }) => action === "'+49 Ada Quay signed in")
    })
    assert.equal(named.userName, "'+49 Ada Quay")
    assert.equal((await saved(ada)).status, 403)
  })

  test('the event types are listed, if the caller may read their entries', async ({ assert }) => {
    const kinds = async (as: Caller) => {
      const types = await app.ok<{ name: string; description: string }[]>(
        ...(['GET', '/api/activity-types', { as }] as const)
      )
      return types.map(({ name }) => name)
    }
    assert.includeMembers(await kinds(acme.admin), ['api_token_created', 'file_upload'])
    assert.include(await kinds(acme.editor), 'user_invited')
    assert.notInclude(await kinds(acme.editor), 'api_token_created')
    assert.notInclude(await kinds(narrow), 'user_invited')
    // This event type has no sentence, so the feed lacks it.
    assert.notInclude(await kinds(operator), 'session_ended')
    assert.equal((await app.call('GET', '/api/activity-types', { as: acme.viewer })).status, 403)
  })
})
