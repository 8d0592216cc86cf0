import { test } from '@japa/runner'
import {
  bootApp,
  migratedDatabase,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { installed } from '@crossdock/backend/plugins'
import { ask, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent, recordEvents } from '@crossdock/kernel/events'
import { inTenant, withContext } from '@crossdock/kernel/tenancy'
import { pruneAudit } from '../actions/prune_audit.js'
import { signAllHeads } from '../actions/sign_all_heads.js'
import { auditExported } from '../event_types.js'
import { exportAudit } from '../queries/export_audit.js'
import {
  byHand,
  look,
  makeFolders,
  sealed,
  statusOf,
  findingsOf,
  verify,
  type Entry,
} from './support.js'

test.group('Forged audits', (group) => {
  let app: TestApp
  let acme: TestTenant
  let birch: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${++turn}`)
    birch = await app.tenant(`birch${turn}`)
    await makeFolders(app, acme.admin, 4)
    await sealed(app)
  })

  const payload = { format: 'csv' } as const
  const inside = <T>({ id }: TestTenant, work: () => Promise<T>) =>
    app.inside(() => inTenant(id, work))
  const prune = (tenant: TestTenant, before: string, most: number) =>
    inside(tenant, () => pruneAudit(before, most))
  const seqsOf = ({ id }: TestTenant) =>
    look(app, async () => {
      const rows = await ask<{ seq: number | string }>(
        'select seq from audit_entries where chain = ? order by seq',
        [id]
      )
      return rows.map(({ seq }) => Number(seq))
    })
  const exported = async (query: string) => {
    const path = `/api/audit/export?format=jsonl${query}`
    const reply = await fetch(`${app.url}${path}`, { headers: acme.admin.headers! })
    const lines = (await reply.text()).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  // Red when signAllHeads() does not check the MAC of an end.
  test('an end that was moved manually is not signed', async ({ assert }) => {
    await byHand(app, `update audit_chains set hash = 'x' where id = '${acme.id}'`)
    await look(app, () => signAllHeads({ commit: transaction } as never))
    assert.isNull((await statusOf(app, acme.admin)).lastHead)
    assert.isNotNull((await statusOf(app, birch.admin)).lastHead)
  })

  // Red when pruneAudit() deletes up to the last old entry.
  test('retention stops at the first young entry, whatever follows', async ({ assert }) => {
    const all = await seqsOf(acme)
    await byHand(
      app,
      `update audit_entries set created_at = '2020-01-01T00:00:00.000Z'
       where chain = '${acme.id}' and seq in (1, 3)`
    )
    assert.equal(await prune(acme, '2021-01-01T00:00:00.000Z', 100), 1)
    assert.deepEqual(await seqsOf(acme), all.slice(1))
  })

  // Red when pruneAudit() stops at an entry inserted before the first: nothing would be deleted any more.
  test('retention ignores entries inserted before the first', async ({ assert }) => {
    const all = await seqsOf(acme)
    await byHand(
      app,
      `update audit_entries set seq = 0, created_at = '9999-12-31T00:00:00.000Z'
       where chain = '${acme.id}' and seq = 1`
    )
    assert.equal(await prune(acme, '9999-01-01T00:00:00.000Z', 2), 2)
    assert.deepEqual(await seqsOf(acme), all.slice(3))
  })

  // Red when a checkpoint also allows the deletion of later entries (`seq`), or of another chain (`chain`).
  test('a checkpoint allows deletions only before it and in its own chain', async ({ assert }) => {
    await prune(acme, '9999-01-01', 2)
    for (const where of [`chain = '${acme.id}' and seq = 3`, `chain = '${birch.id}' and seq = 1`]) {
      const work = () =>
        look(app, () => transaction(() => ask(`delete from audit_entries where ${where}`)))
      await assert.rejects(work, /signed checkpoint only/)
    }
  })

  // Red when signAgain() does not check the signature: a forgery would be signed with today's key.
  test('a forged checkpoint of a former key is exported unchanged', async ({ assert }) => {
    await prune(acme, '9999-01-01', 2)
    await byHand(
      app,
      `update audit_heads set key_id = 'former00', hash = 'x' where chain = '${acme.id}'`
    )
    const checkpoints = (await exported('')).filter(({ kind }) => kind === 'checkpoint')
    assert.deepEqual(
      checkpoints.map(({ keyId }) => keyId),
      ['former00']
    )
  })

  // Red when recordExport() records nothing.
  test('records its own export', async ({ assert }) => {
    await exported('')
    await sealed(app)
    const path = '/api/audit?eventType=audit_exported'
    const [entry, ...more] = await app.ok<Entry[]>('GET', path, { as: acme.admin })
    assert.equal(entry?.person?.email, `admin@acme${turn}.example`)
    assert.isEmpty(more)
  })

  // Red when cells are not escaped: a spreadsheet would evaluate a person's name.
  test('a name that looks like a formula is escaped in the file', async ({ assert }) => {
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: acme.admin,
    })
    const body = { firstName: '=1+1' }
    await app.ok('PUT', `/api/users/${user.id}`, { as: acme.admin, body })
    await makeFolders(app, acme.admin, 1)
    await sealed(app)
    const reply = await fetch(`${app.url}/api/audit/export`, { headers: acme.admin.headers! })
    const file = await reply.text()
    assert.include(file, `,'=1+1`)
    assert.notInclude(file, ',=1+1')
  })

  /** An export with more than one part. */
  const longExport = async (assertAllowed: () => Promise<void>) => {
    const events = Array.from({ length: 600 }, () => ({ type: auditExported, payload }))
    await inside(acme, () => transaction(() => recordEvents(events)))
    await sealed(app)
    const sort = { field: 'seq', direction: 'asc' } as const
    return exportAudit({ filter: {}, offset: 0, limit: 1, sort }, 'csv', assertAllowed)
  }

  // Red when exportAudit() checks the permission only once.
  test('the export stops when the permission is lost', async ({ assert }) => {
    await inside(acme, async () => {
      const parts = await longExport(() => Promise.reject(new Error('not any more')))
      assert.match((await parts.next()).value!, /^\ufeffseq,/)
      await assert.rejects(() => parts.next(), 'not any more')
    })
  })

  // Red when deleted entries are skipped: the file would look as if an attacker had removed them.
  test('an export that retention overtakes is aborted', async ({ assert }) => {
    await inside(acme, async () => {
      const parts = await longExport(() => Promise.resolve())
      assert.match((await parts.next()).value!, /^\ufeffseq,/)
      await prune(acme, '9999-01-01T00:00:00.000Z', 550)
      await assert.rejects(() => parts.next(), /Retention deleted the beginning/)
    })
  })

  // Red when the creator of a link is named as the actor.
  test("an action of a link's visitor names no person", async ({ assert }) => {
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: acme.admin,
    })
    const actor = { type: 'link', id: 'a-link', userId: user.id, label: 'Link' } as const
    const record = () => transaction(() => recordEvent(auditExported, { payload }))
    await inside(acme, () => withContext({ actor }, record))
    await sealed(app)
    const [entry] = await app.ok<Entry[]>('GET', '/api/audit?limit=1', { as: acme.admin })
    assert.containSubset(entry, { actorId: 'a-link', person: null, erased: [] })
  })

  // Red when the erasure ignores the chain, by id or by address. Red when it skips addresses in details.
  test('a person is erased from one audit, and stays in those of others', async ({ assert }) => {
    const email = `editor@acme${turn}.example`
    const people = await app.ok<{ id: string; email: string }[]>('GET', '/api/users', {
      as: acme.admin,
    })
    const idOf = (address: string) => people.find((one) => one.email === address)!.id
    const id = idOf(email)
    const actor = { type: 'user', id, userId: id, label: 'Editor' } as const
    const record = () => transaction(() => recordEvent(auditExported, { payload }))
    await inside(birch, () => withContext({ actor }, record))
    const body = { name: `Letters to ${email}`, type: 'folder' }
    for (const as of [acme.admin, birch.admin]) await app.ok('POST', '/api/assets', { as, body })
    await sealed(app)
    const othersOf = async () => {
      const entries = await app.ok<Entry[]>('GET', '/api/audit?limit=2', { as: birch.admin })
      return entries.map(({ erased, person, details }) => ({ erased, person, details }))
    }
    const before = await othersOf()
    assert.include(JSON.stringify(before[0]!.details), email)
    assert.equal(before[1]!.person?.email, email)

    const successor = idOf(`admin@acme${turn}.example`)
    await app.ok('DELETE', `/api/users/${id}?successor=${successor}`, { as: acme.admin })
    await sealed(app)
    await app.ok('POST', '/api/audit/erasures', { as: acme.admin, body: { userId: id } })
    await until('the erasure to be recorded', async () => {
      const path = `/api/audit?eventType=audit_erased&targetId=${id}`
      return (await app.ok<Entry[]>('GET', path, { as: acme.admin })).length > 0
    })
    assert.deepEqual(await othersOf(), before)
    const own = await app.ok<Entry[]>('GET', '/api/audit?limit=500', { as: acme.admin })
    assert.notInclude(JSON.stringify(own), email)
  })
})

test.group('Events sealed before', () => {
  // Red when sealEvents() does not skip sealed events: sealing would stop.
  test('are skipped when the log is read again', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const first = await bootApp({ database })
    const acme = await first.tenant('acme')
    await makeFolders(first, acme.admin, 2)
    await sealed(first)
    const { sealedUpTo } = await statusOf(first, acme.admin)
    await look(first, async () => {
      const cursor = unscoped().from('event_cursors').where('name', 'audit.seal')
      await cursor.update({ transaction: 0, seq: 0 })
    })
    await first.stop()
    const next = await bootApp({ database })
    cleanup(() => next.stop())
    await makeFolders(next, acme.admin, 1)
    await sealed(next)
    assert.equal((await statusOf(next, acme.admin)).sealedUpTo, sealedUpTo + 1)
    assert.deepEqual(findingsOf(await verify(next, acme.admin)), [])
    assert.isEmpty(await look(next, () => ask('select id from parked_events')))
  })
})
