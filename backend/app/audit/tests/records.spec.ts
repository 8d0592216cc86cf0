import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { ask, change, now, transaction } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTenant } from '@crossdock/kernel/tenancy'
import { Operator } from '../../tenants/tests/support.js'
import { signAllHeads } from '../actions/sign_all_heads.js'
import { eraseFromAudit } from '../actions/erase_person.js'
import { pruneAudit } from '../actions/prune_audit.js'
import { erasePerson } from '../jobs/names.js'
import { look, makeFolders, sealed, statusOf, told, verify, type Entry } from './support.js'

test.group('What becomes of the audit', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ settings: { TENANT_GRACE_DAYS: 0 } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const entriesOf = (query = '') =>
    app.ok<Entry[]>('GET', `/api/audit?limit=500${query}`, { as: acme.admin })

  const erase = (userId: string) =>
    app.call<{ code: string }>('POST', '/api/audit/erasures', { as: acme.admin, body: { userId } })

  const countHeads = () => look(app, async () => (await ask('select id from audit_heads')).length)

  // Red when the hash of an entry is over the values themselves.
  test('a person is erased, and the chain stays whole', async ({ assert }) => {
    const email = 'editor@acme.example'
    await makeFolders(app, acme.editor, 2)
    await sealed(app)
    const people = await app.ok<{ id: string; email: string }[]>('GET', '/api/users', {
      as: acme.admin,
    })
    const { id } = people.find((one) => one.email === email)!
    // Whoever is there answers for what they do. Red without the refusal: they could hide it.
    const early = await erase(id)
    assert.equal(early.status, 409)
    assert.equal(early.body.code, 'E_STILL_THERE')

    const { id: successor } = people.find((one) => one.email === 'admin@acme.example')!
    await app.ok('DELETE', `/api/users/${id}?successor=${successor}`, { as: acme.admin })
    await sealed(app)
    assert.include(JSON.stringify(await entriesOf()), email)
    assert.equal((await erase(id)).status, 202)
    await until('the erasure to be told', async () =>
      (await entriesOf(`&targetId=${id}`)).some(({ eventType }) => eventType === 'audit_erased')
    )
    const entries = await entriesOf()
    assert.notInclude(JSON.stringify(entries), email)
    const own = entries.filter(({ actorId }) => actorId === id)
    assert.isAtLeast(own.length, 3)
    for (const entry of own) {
      assert.isNull(entry.person)
      assert.include(entry.erased, 'person')
    }
    // What they did is told all the same.
    const folders = own.filter(({ eventType }) => eventType === 'folder_create')
    for (const { details } of folders) assert.match(String(details!.name), /^folder /)
    await look(app, async () => {
      const left = await ask(
        `select id from audit_entries where chain = ?
         and (user_id = ? and person_salt is not null or target_id = ? and details_salt is not null
           and event_type <> 'audit_erased')`,
        [acme.id, id, id]
      )
      assert.isEmpty(left)
    })
    const result = await verify(app, acme.admin)
    assert.deepEqual(told(result), [])
    assert.isAtLeast(result.erased, own.length)
    assert.equal(result.verified, (await statusOf(app, acme.admin)).sealedUpTo)
  })

  const idOf = async (as: Caller) =>
    (await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as })).user.id
  const erasedFor = async (userId: string) => {
    assertAccepted((await erase(userId)).status)
    await until('the erasure to be told', async () =>
      (await entriesOf(`&targetId=${userId}`)).some(({ eventType }) => eventType === 'audit_erased')
    )
  }
  const assertAccepted = (status: number) => {
    if (status !== 202) throw new Error(`The erasure was answered with ${status}.`)
  }

  // Red when only who belongs to the tenant of the chain is refused: what the operator did in a tenant could be hidden there.
  test('nobody is erased who is still there and has done something', async ({ assert }) => {
    const { headers } = await app.superAdmin()
    const as = { headers: { ...headers, 'X-Tenant': acme.id } }
    await makeFolders(app, as, 1)
    await sealed(app)
    const { status, body } = await erase(await idOf(as))
    assert.deepEqual([status, body.code], [409, 'E_STILL_THERE'])
    assert.notInclude(JSON.stringify(body), '@')
  })

  // Red when an account of another tenant is told from none.
  test('whoever never did anything here is told from nobody by no answer', async ({ assert }) => {
    const birch = await app.tenant('birch')
    const answers = [await erase(await idOf(birch.admin)), await erase(crypto.randomUUID())]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202]
    )
  })

  // Red when an address is looked for as a part of others, or when one that somebody has again is erased.
  test('an address that ends another, or is somebody else’s by now, leaves them alone', async ({
    assert,
  }) => {
    const invite = (email: string) =>
      app.ok<{ id: string }>('POST', '/api/users', {
        as: acme.admin,
        body: { email, role: 'viewer' },
      })
    const remove = ({ id }: { id: string }) =>
      app.ok('DELETE', `/api/users/${id}`, { as: acme.admin })
    const end = await invite('n@acme.example')
    await remove(end)
    const [gone, kept] = [await invite('back@acme.example'), await invite('rein@acme.example')]
    await remove(gone)
    const back = await invite('back@acme.example')
    await sealed(app)
    await erasedFor(end.id)
    await erasedFor(gone.id)
    const told = async (id: string) =>
      (await entriesOf(`&targetId=${id}&eventType=user_invited`)).map(
        ({ details }) => details?.email
      )
    assert.deepEqual(await told(kept.id), ['rein@acme.example'])
    assert.deepEqual(await told(back.id), ['back@acme.example'])
    assert.deepEqual(await told(end.id), [undefined])
    assert.notInclude(JSON.stringify(await entriesOf()), '"n@acme.example"')
    const admins = (await entriesOf()).filter(
      ({ person }) => person?.email === 'admin@acme.example'
    )
    assert.isNotEmpty(admins)
    assert.deepEqual((await verify(app, acme.admin)).findings, [])
  })

  // Red when eraseFromAudit() asks for no isSealed(): what is sealed behind it would keep the address.
  test('it waits for what was recorded before it was asked for', async ({ assert }) => {
    const payload = { chain: acme.id, userId: crypto.randomUUID(), askedAt: now() }
    let resumed = 0
    const job = { payload, resumeAt: async () => void resumed++ }
    const behind = async () => {
      await change(
        `update event_cursors set "transaction" = 0, seq = 0 where name = 'audit.seal'`,
        []
      )
      await eraseFromAudit(job as never)
      throw new Error('back to how it was')
    }
    await assert.rejects(() => look(app, () => transaction(behind)), 'back to how it was')
    assert.equal(resumed, 1)
  })

  // Red when eraseFromAudit() does not look who is there by then, and asks for no address of those who are.
  test('nothing is erased of who is there when it is their turn', async ({ assert }) => {
    const userId = await idOf(acme.viewer)
    await makeFolders(app, acme.admin, 1)
    await sealed(app)
    const before = await entriesOf(`&userId=${userId}`)
    assert.isNotEmpty(before)
    const payload = { chain: acme.id, userId, askedAt: now() }
    await app.inside(() => inTenant(acme.id, () => enqueue(erasePerson, payload)))
    await until('the erasure to be told', async () =>
      (await entriesOf(`&targetId=${userId}`)).some(({ eventType }) => eventType === 'audit_erased')
    )
    assert.deepEqual(await entriesOf(`&userId=${userId}`), before)
  })

  // Red when what was done to a person takes with it that they were erased.
  test('how much was erased stays, also when it is asked for once more', async ({ assert }) => {
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', {
      as: acme.admin,
      body: { email: 'twice@acme.example', role: 'viewer' },
    })
    await app.ok('DELETE', `/api/users/${id}`, { as: acme.admin })
    await sealed(app)
    const erasures = async () =>
      (await entriesOf(`&targetId=${id}&eventType=audit_erased`)).map(({ details }) => details)
    await erasedFor(id)
    const [first] = await erasures()
    assert.isAbove(Number(first!.entries), 0)
    assertAccepted((await erase(id)).status)
    await until('the second erasure to be told', async () => (await erasures()).length === 2)
    assert.deepEqual((await erasures())[1], first)
  })

  // Red when an id of anything is erased as if it were that of a person.
  test('of what is no person nothing is erased', async ({ assert }) => {
    const [id] = await makeFolders(app, acme.admin, 1)
    await sealed(app)
    assert.equal((await erase(id!)).status, 202)
    await until('the erasure to be told', async () =>
      (await entriesOf(`&targetId=${id}`)).some(({ eventType }) => eventType === 'audit_erased')
    )
    const told = await entriesOf(`&targetId=${id}&eventType=folder_create`)
    assert.deepEqual(
      told.map(({ erased }) => erased),
      [[]]
    )
  })

  // Red when retention leaves no checkpoint, or one of another entry.
  test('retention cuts off the beginning behind a signed checkpoint', async ({ assert }) => {
    await sealed(app)
    const { sealedUpTo } = await statusOf(app, acme.admin)
    const all = await entriesOf()
    const prune = (before: string, most: number) =>
      app.inside(() => inTenant(acme.id, () => pruneAudit(before, most)))
    assert.equal(await prune('2000-01-01T00:00:00.000Z', 100), 0)
    assert.equal(await prune('9999-01-01T00:00:00.000Z', 3), 3)
    assert.equal(await prune('9999-01-01T00:00:00.000Z', 2), 2)
    const status = await statusOf(app, acme.admin)
    assert.equal(status.checkpoint!.seq, 5)
    assert.equal((await entriesOf()).length, all.length - 5)
    const result = await verify(app, acme.admin)
    assert.deepEqual(told(result), [])
    assert.equal(result.verified, sealedUpTo - 5)
    assert.equal(result.confirmedHeads, 1)
    // Those that were there for the first one are in the way of nobody.
    const heads = await look(app, () =>
      ask('select seq from audit_heads where chain = ?', [acme.id])
    )
    assert.lengthOf(heads, 1)
    await makeFolders(app, acme.admin, 1)
    await sealed(app)
    assert.deepEqual(told(await verify(app, acme.admin)), [])
  })

  // Red when tenantRecords has no audit: its rows go; when isSealed() is not asked: what happened last is lost.
  test('of a tenant that is deleted stays with the operator', async ({ assert }) => {
    const gone = await app.tenant('gone')
    await makeFolders(app, gone.admin, 3)
    await new Operator(app).delete(gone)
    await until('the tenant to be gone', async () => {
      const as = await app.superAdmin()
      return (await app.call('GET', `/api/tenants/${gone.id}`, { as })).status === 404
    })
    const as = await app.superAdmin()
    const chains = await app.ok<{ id: string; name: string; isGone: boolean }[]>(
      'GET',
      '/api/audit/chains',
      { as }
    )
    const chain = chains.find(({ id }) => id === gone.id)!
    assert.equal(chain.name, 'Gone Freight')
    assert.isTrue(chain.isGone)
    assert.isFalse(chains.find(({ id }) => id === acme.id)!.isGone)
    const entries = await app.ok<Entry[]>('GET', `/api/audit?chain=${gone.id}`, { as })
    const kinds = entries.map(({ eventType }) => eventType)
    assert.lengthOf(
      kinds.filter((kind) => kind === 'folder_create'),
      3
    )
    assert.include(kinds, 'tenant_created')
    assert.include(kinds, 'tenant_deletion_planned')
    assert.deepEqual(told(await verify(app, as, `?chain=${gone.id}`)), [])
    const own = await app.call('GET', `/api/audit?chain=${gone.id}`, { as: acme.admin })
    assert.equal(own.status, 404)
    await sealed(app)
    const deleted = await app.ok<Entry[]>('GET', '/api/audit?eventType=tenant_deleted', { as })
    assert.equal(deleted[0]!.targetId, gone.id)
  })

  test('its heads are signed once a day, as far as they have grown', async ({ assert }) => {
    await sealed(app)
    const { sealedUpTo } = await statusOf(app, acme.admin)
    const signs = () => look(app, () => signAllHeads({ commit: transaction } as never))
    await signs()
    const heads = await countHeads()
    assert.equal((await statusOf(app, acme.admin)).lastHead!.seq, sealedUpTo)
    await signs()
    assert.equal(await countHeads(), heads)
    const result = await verify(app, acme.admin)
    assert.deepEqual(told(result), [])
    assert.isAtLeast(result.confirmedHeads, 1)
  })
})
