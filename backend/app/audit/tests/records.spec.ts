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
import { recordEvent } from '@crossdock/kernel/events'
import { inTenant } from '@crossdock/kernel/tenancy'
import { Operator } from '../../tenants/tests/support.js'
import { signAllHeads } from '../actions/sign_all_heads.js'
import { eraseFromAudit } from '../actions/erase_person.js'
import { pruneAudit } from '../actions/prune_audit.js'
import { erasePerson } from '../job_refs.js'
import { auditExported } from '../event_types.js'
import { isMentioned } from '../queries/is_mentioned.js'
import { look, makeFolders, sealed, statusOf, findingsOf, verify, type Entry } from './support.js'

test.group('Changes of the audit', (group) => {
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

  // Red when the hash of an entry covers the erasable texts instead of their hashes.
  test('a person is erased, and the chain stays valid', async ({ assert }) => {
    const email = 'editor@acme.example'
    await makeFolders(app, acme.editor, 2)
    await sealed(app)
    const people = await app.ok<{ id: string; email: string }[]>('GET', '/api/users', {
      as: acme.admin,
    })
    const { id } = people.find((one) => one.email === email)!
    // Active people stay accountable. Red without the refusal: they could hide their actions.
    const early = await erase(id)
    assert.equal(early.status, 409)
    assert.equal(early.body.code, 'E_STILL_THERE')

    const { id: successor } = people.find((one) => one.email === 'admin@acme.example')!
    await app.ok('DELETE', `/api/users/${id}?successor=${successor}`, { as: acme.admin })
    await sealed(app)
    assert.include(JSON.stringify(await entriesOf()), email)
    assert.equal((await erase(id)).status, 202)
    await until('the erasure to be recorded', async () =>
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
    // Their actions are still listed.
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
    assert.deepEqual(findingsOf(result), [])
    assert.isAtLeast(result.erased, own.length)
    // Red when parts are counted instead of entries.
    const [erasure] = entries.filter(({ eventType }) => eventType === 'audit_erased')
    assert.equal(erasure!.details!.entries, result.erased)
    assert.equal(result.verified, (await statusOf(app, acme.admin)).sealedUpTo)
  })

  const idOf = async (as: Caller) =>
    (await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as })).user.id
  const erasedFor = async (userId: string) => {
    assertAccepted((await erase(userId)).status)
    await until('the erasure to be recorded', async () =>
      (await entriesOf(`&targetId=${userId}`)).some(({ eventType }) => eventType === 'audit_erased')
    )
  }
  const assertAccepted = (status: number) => {
    if (status !== 202) throw new Error(`The erasure was answered with ${status}.`)
  }

  // Red when only people of the chain's tenant are refused: an operator could hide actions in a tenant.
  test('active people with entries cannot be erased', async ({ assert }) => {
    const { headers } = await app.superAdmin()
    const as = { headers: { ...headers, 'X-Tenant': acme.id } }
    await makeFolders(app, as, 1)
    await sealed(app)
    const { status, body } = await erase(await idOf(as))
    assert.deepEqual([status, body.code], [409, 'E_STILL_THERE'])
    assert.notInclude(JSON.stringify(body), '@')
  })

  // Red when the answer differs for an account of another tenant.
  test('people without entries and unknown ids get the same answer', async ({ assert }) => {
    const birch = await app.tenant('birch')
    const answers = [await erase(await idOf(birch.admin)), await erase(crypto.randomUUID())]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404]
    )
    // Red when entries are not checked: a typo would be recorded in the audit permanently.
    const typo = await erase('nonsense')
    assert.include(JSON.stringify(typo.body), 'a person with the id \\"nonsense\\"')
    assert.isEmpty(await entriesOf('&targetId=nonsense'))
  })

  // Red when an address matches as a part of another one, or when an address that is in use again is erased.
  test('an address that ends another, or belongs to another person now, erases nothing there', async ({
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
    const emailsOf = async (id: string) =>
      (await entriesOf(`&targetId=${id}&eventType=user_invited`)).map(
        ({ details }) => details?.email
      )
    assert.deepEqual(await emailsOf(kept.id), ['rein@acme.example'])
    assert.deepEqual(await emailsOf(back.id), ['back@acme.example'])
    assert.deepEqual(await emailsOf(end.id), [undefined])
    assert.notInclude(JSON.stringify(await entriesOf()), '"n@acme.example"')
    const admins = (await entriesOf()).filter(
      ({ person }) => person?.email === 'admin@acme.example'
    )
    assert.isNotEmpty(admins)
    assert.deepEqual((await verify(app, acme.admin)).findings, [])
  })

  // Red when eraseFromAudit() does not call isSealed(): an event sealed later would keep the address.
  test('the erasure waits for events that were recorded before it', async ({ assert }) => {
    const payload = { chain: acme.id, userId: crypto.randomUUID(), askedAt: now() }
    let resumed = 0
    const job = { payload, resumeAt: async () => void resumed++ }
    const unsealed = async () => {
      await change(
        `update event_cursors set "transaction" = 0, seq = 0 where name = 'audit.seal'`,
        []
      )
      await eraseFromAudit(job as never)
      throw new Error('back to how it was')
    }
    await assert.rejects(() => look(app, () => transaction(unsealed)), 'back to how it was')
    assert.equal(resumed, 1)
  })

  // Red when eraseFromAudit() does not check again who exists, and erases the addresses of existing people.
  test('nothing is erased of a person who exists again', async ({ assert }) => {
    const userId = await idOf(acme.viewer)
    await makeFolders(app, acme.admin, 1)
    await sealed(app)
    const before = await entriesOf(`&userId=${userId}`)
    assert.isNotEmpty(before)
    const payload = { chain: acme.id, userId, askedAt: now() }
    await app.inside(() => inTenant(acme.id, () => enqueue(erasePerson, payload)))
    await until('the erasure to be recorded', async () =>
      (await entriesOf(`&targetId=${userId}`)).some(({ eventType }) => eventType === 'audit_erased')
    )
    assert.deepEqual(await entriesOf(`&userId=${userId}`), before)
  })

  // Red when erasing a person's details also erases the record of the erasure.
  test('the number of erased entries stays, even after a second erasure', async ({ assert }) => {
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
    await until('the second erasure to be recorded', async () => (await erasures()).length === 2)
    assert.deepEqual((await erasures())[1], first)
  })

  // Red when the id of another object counts as a person.
  test('nothing is erased for the id of another object', async ({ assert }) => {
    const [id] = await makeFolders(app, acme.admin, 1)
    assert.equal((await erase(id!)).status, 404)
    await sealed(app)
    assert.equal((await erase(id!)).status, 404)
    const mentions = await entriesOf(`&targetId=${id}`)
    assert.deepEqual(
      mentions.map(({ eventType, erased }) => [eventType, erased]),
      [['folder_create', []]]
    )
  })

  // Red when only sealed entries are checked: a removed person would be unknown for a moment.
  test('a person in events that are not sealed yet is known', async ({ assert }) => {
    const target = { type: 'user', id: crypto.randomUUID() }
    let isKnown: boolean[] = []
    const unsealed = async () => {
      const before = await isMentioned('operator', target.id)
      await recordEvent(auditExported, { target, payload: { format: 'csv' } })
      isKnown = [before, await isMentioned('operator', target.id)]
      throw new Error('back to how it was')
    }
    await assert.rejects(() => look(app, () => transaction(unsealed)), 'back to how it was')
    assert.deepEqual(isKnown, [false, true])
  })

  // Red when retention leaves no checkpoint, or one of another entry.
  test('retention deletes the beginning and leaves a signed checkpoint', async ({ assert }) => {
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
    assert.deepEqual(findingsOf(result), [])
    assert.equal(result.verified, sealedUpTo - 5)
    assert.equal(result.confirmedHeads, 1)
    const heads = await look(app, () =>
      ask('select seq from audit_heads where chain = ?', [acme.id])
    )
    assert.lengthOf(heads, 1)
    await makeFolders(app, acme.admin, 1)
    await sealed(app)
    assert.deepEqual(findingsOf(await verify(app, acme.admin)), [])
  })

  // Red when tenantRecords lacks the audit, whose rows are then deleted; and when isSealed() is not called:
  // the last events are lost.
  test('the audit of a deleted tenant stays with the operator', async ({ assert }) => {
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
    assert.deepEqual(findingsOf(await verify(app, as, `?chain=${gone.id}`)), [])
    const own = await app.call('GET', `/api/audit?chain=${gone.id}`, { as: acme.admin })
    assert.equal(own.status, 404)
    await sealed(app)
    const deleted = await app.ok<Entry[]>('GET', '/api/audit?eventType=tenant_deleted', { as })
    assert.equal(deleted[0]!.targetId, gone.id)
  })

  test('heads are signed once a day, if the chain has grown', async ({ assert }) => {
    await sealed(app)
    const { sealedUpTo } = await statusOf(app, acme.admin)
    const signs = () => look(app, () => signAllHeads({ commit: transaction } as never))
    await signs()
    const heads = await countHeads()
    assert.equal((await statusOf(app, acme.admin)).lastHead!.seq, sealedUpTo)
    await signs()
    assert.equal(await countHeads(), heads)
    const result = await verify(app, acme.admin)
    assert.deepEqual(findingsOf(result), [])
    assert.isAtLeast(result.confirmedHeads, 1)
  })
})
