import { test } from '@japa/runner'
import {
  bootApp,
  countMails,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { roleSources } from '@crossdock/backend/access'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { ImportLab, type Import, type Person } from './import_lab.js'

const ofTenants = definePlugin({
  name: 'roles-of-tenants',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  contributes: [
    contribute(roleSources, (sources) =>
      sources.add('tests', {
        permissionsOf: async (role) => (role === 'clerk' ? ['users.read', 'users.write'] : null),
      })
    ),
  ],
})

test.group('Imports of people', (group) => {
  let app: TestApp
  let acme: TestTenant
  let lab: ImportLab
  let clerk: Caller

  const tokenOf = async (more: object) => {
    const { id, token } = await app.ok<{ id: string; token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'people', ...more },
    })
    return { id, caller: { headers: { authorization: `Bearer ${token}` } } satisfies Caller }
  }

  group.setup(async () => {
    app = await bootApp({ plugins: [ofTenants] })
    acme = await app.tenant('acme')
    lab = new ImportLab(app, acme)
    const body = { email: 'clerk@acme.example', role: 'clerk' }
    await app.ok('POST', '/api/users', { as: acme.admin, body })
    clerk = await app.signIn('clerk@acme.example', 'acme')
    return () => app.stop()
  })

  // Red when the preview runs a row, or a wrong row affects the others.
  test('a preview shows what each row will do, and running it does that', async ({ assert }) => {
    const csv = [
      'E-Mail,firstName,lastName,role,isActive,status',
      'New@Acme.example,Nova,"Quill, Ada",viewer,,pending',
      'editor@acme.example,,,viewer,,',
      'viewer@acme.example,,,viewer,TRUE,',
      'no-address,,,,,',
      'new@acme.example,,,,,',
      'captain@acme.example,,,captain,,',
      'maybe@acme.example,,,,perhaps,',
      'link@acme.example,http://evil.test,,,,',
      'long@acme.example,,,viewer,,,one,too many',
      '"open@acme.example,,,,,',
    ].join('\n')
    const { status, body, headers } = await lab.send(csv)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.state, 'reading')
    assert.equal(headers.get('location'), `/api/users/imports/${body.id}`)
    assert.containsSubset(await lab.done(body.id), {
      state: 'checked',
      total: 10,
      invites: 1,
      changes: 1,
      unchanged: 1,
      errors: 7,
      done: 0,
    })
    const rows = await lab.rowsOf(body.id)
    assert.deepEqual(
      rows.map(({ line, outcome, field }) => [line, outcome, field]),
      [
        [2, 'invite', null],
        [3, 'change', null],
        [4, 'unchanged', null],
        [5, 'error', 'email'],
        [6, 'error', 'email'],
        [7, 'error', 'role'],
        [8, 'error', 'isActive'],
        [9, 'error', 'firstName'],
        [10, 'error', null],
        [11, 'error', null],
      ]
    )
    assert.deepEqual(rows[1]!.changes, ['role'])
    assert.equal(rows[4]!.message, 'new@acme.example already appears in line 2.')
    assert.equal(rows[9]!.message, 'A quotation mark is opened here and never closed.')
    assert.isUndefined(await lab.called('new@'))
    const run = () =>
      app.call<Import>('POST', `/api/users/imports/${body.id}/run`, { as: acme.admin })
    assert.equal((await run()).body.state, 'running')
    assert.containsSubset(await lab.done(body.id), {
      state: 'done',
      invites: 1,
      changes: 1,
      mailed: 0,
    })
    assert.containsSubset(await lab.called('new@'), {
      email: 'new@acme.example',
      lastName: 'Quill, Ada',
      role: 'viewer',
      status: 'pending',
    })
    assert.equal((await lab.called('editor@'))!.role, 'viewer')
    assert.equal((await run()).status, 409)
  })

  // Red when RowChecker does not call assertMayGive or assertMayChange.
  test('a file does no more than its sender may', async ({ assert }) => {
    const { id, errors } = await lab.follow(
      'email,role,firstName\nclimber@acme.example,admin,\nadmin@acme.example,,Mine',
      '?dryRun=true',
      clerk
    )
    assert.equal(errors, 2)
    const rows = await lab.rowsOf(id)
    assert.deepEqual(
      rows.map(({ field }) => field),
      ['role', 'email']
    )
  })

  // Red when the job does not check permissions.
  test('nor more than they may when it runs', async ({ assert }) => {
    const email = 'passing@acme.example'
    const { id } = await app.ok<Person>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role: 'admin' },
    })
    const as = await app.signIn(email, 'acme')
    const csv = Array.from({ length: 2_000 }, (_, at) => `many-${at}@acme.example,admin`)
    const sent = await lab.send(`email,role\n${csv.join('\n')}`, '', as)
    await app.ok('PUT', `/api/users/${id}`, { as: acme.admin, body: { role: 'clerk' } })
    const file = await lab.done(sent.body.id)
    assert.isAbove(file.errors, 0)
    const [refused] = await lab.rowsOf(sent.body.id, { outcome: 'error' })
    assert.match(refused!.message!, /You cannot give more than you have/)
  })

  // Red when the job continues after its sender may no longer change people: everyone may give the role 'user'.
  test('nor anything after they may no longer change people', async ({ assert }) => {
    const email = 'leaving@acme.example'
    const { id } = await app.ok<Person>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role: 'admin' },
    })
    const as = await app.signIn(email, 'acme')
    const csv = Array.from({ length: 2_000 }, (_, at) => `left-${at}@acme.example,left`)
    const sent = await lab.send(`email,lastName\n${csv.join('\n')}`, '', as)
    await app.ok('PUT', `/api/users/${id}`, { as: acme.admin, body: { role: 'viewer' } })
    const file = await lab.done(sent.body.id)
    assert.equal(file.state, 'failed')
    assert.match(file.message, /may no longer change people/)
    assert.isBelow(file.done, 2_000)
    // Red when only successful imports are recorded.
    const sentence = `The import of people stopped after ${file.done} of ${file.total} rows`
    await until('the entry in the feed', async () => {
      const entries = await app.ok<{ action: string }[]>('GET', '/api/activity', {
        as: acme.admin,
      })
      return entries.some(({ action }) => action === sentence)
    })
  })

  // Red when the job ignores the limits of the token that started it.
  test('a token of one environment gives no roles with a file either', async ({ assert }) => {
    const as = await tokenOf({
      environment: 'production',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const csv = 'email,role\nevil@acme.example,admin\nviewer@acme.example,admin'
    const file = await lab.follow(csv, '', as.caller)
    assert.containsSubset(file, { state: 'done', invites: 0, changes: 0, errors: 2 })
    const [row] = await lab.rowsOf(file.id)
    assert.match(row!.message!, /confined to the environment/)
  })

  // Red when the job checks only the owner.
  test('an import ends with the token that started it', async ({ assert }) => {
    const as = await tokenOf({})
    const csv = Array.from({ length: 3_000 }, (_, at) => `leaked-${at}@acme.example`)
    const sent = await lab.send(`email\n${csv.join('\n')}`, '', as.caller)
    assert.equal(sent.status, 201)
    await app.ok('DELETE', `/api/api-tokens/${as.id}`, { as: acme.admin })
    const file = await lab.done(sent.body.id)
    assert.equal(file.state, 'failed')
    assert.match(file.message, /person or token that started the import/)
    assert.isBelow(file.done, 3_000)
  })

  test('the last administrator keeps the role', async ({ assert }) => {
    await app.ok('DELETE', `/api/users/${(await lab.called('passing@'))!.id}`, { as: acme.admin })
    const globex = await app.tenant('globex')
    const form = { csv: 'email,role\nadmin@globex.example,viewer\nother@globex.example,viewer' }
    const { id } = await app.ok<Import>('POST', '/api/users/import', {
      as: globex.admin,
      body: form,
    })
    const file = await lab.done(id, globex.admin)
    assert.containsSubset(file, { state: 'done', invites: 1, changes: 0, errors: 1 })
  })

  // Red (PostgreSQL) when administrators are locked only for rows that were read as changes.
  test('two parallel files cannot remove the last two administrators', async ({ assert }) => {
    const hooli = await app.tenant('hooli')
    const { headers } = await app.superAdmin()
    const as = { headers: { ...headers, 'x-tenant': hooli.id } }
    const send = (path: string, csv?: string) =>
      app.ok<Import>('POST', `/api/users/${path}`, { as, body: csv ? { csv } : {} })
    const run = async (csv: string) => lab.done((await send('import', csv)).id, as)
    const names = ['one', 'two']
    // This takes each file some time.
    const hands = (name: string) => Array.from({ length: 45 }, (_, at) => `${name}-${at}`)
    await run(
      `email\n${names
        .flatMap(hands)
        .map((hand) => `${hand}@hooli.example`)
        .join('\n')}`
    )
    // Both do not exist yet, so the preview expects invitations.
    const files = await Promise.all(
      names.map((name) => {
        const rows = [`${name}@hooli.example,First,viewer`]
        rows.push(...hands(name).map((hand) => `${hand}@hooli.example,Hand,`))
        return send('import?dryRun=true', `email,firstName,role\n${rows.join('\n')}`)
      })
    )
    await Promise.all(files.map(({ id }) => lab.done(id, as)))
    await run(`email,role\n${names.map((name) => `${name}@hooli.example,admin`).join('\n')}`)
    await run('email,role\nadmin@hooli.example,viewer')
    await Promise.all(files.map(({ id }) => send(`imports/${id}/run`)))
    const done = await Promise.all(files.map(({ id }) => lab.done(id, as)))
    assert.deepEqual(done.map(({ errors }) => errors).sort(), [0, 1])
    const filter = JSON.stringify({ role: 'admin', status: 'pending' })
    const left = await app.ok<Person[]>('GET', `/api/users?filter=${encodeURIComponent(filter)}`, {
      as,
    })
    assert.lengthOf(left, 1)
  })

  // Red when the job sends mails beyond the limits of invitations.
  test('mails are sent on request, within the limits of invitations', async ({ assert }) => {
    const emails = Array.from({ length: 40 }, (_, at) => `mailed-${at}@acme.example`)
    const file = await lab.follow(`email\n${emails.join('\n')}`, '?invite=true')
    assert.equal(file.invites, 40)
    assert.isAbove(file.mailed, 0)
    assert.isAtMost(file.mailed, 20)
    await until('the mail', () =>
      countMails(app.database.dataDir, emails[0]!, /Accept the invitation/)
    )
  })

  // Red when startImport does not count.
  test('one tenant can import thirty files an hour', async ({ assert }) => {
    const { admin } = await app.tenant('initech')
    for (let at = 0; at < 30; at++) {
      assert.equal(
        (await lab.send('email\nsomebody@initech.example', undefined, admin)).status,
        201
      )
    }
    const { status, headers } = await lab.send('email\nsomebody@initech.example', undefined, admin)
    assert.equal(status, 429)
    assert.isAbove(Number(headers.get('retry-after')), 0)
  })
})
