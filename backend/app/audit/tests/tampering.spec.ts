// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { ask, newId, transaction } from '@crossdock/kernel/database'
import { signHead } from '../actions/sign_head.js'
import { pruneAudit } from '../actions/prune_audit.js'
import { inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase, type Caller } from '@crossdock/kernel/testing'
import { hashOf } from '../chain/index.js'
import { readEntries } from '../queries/read_entries.js'
import { byHand, look, makeFolders, sealed, statusOf, findingsOf, verify } from './support.js'

/** A change in the database of a tenant, and the findings of the verifier. */
interface Tampering {
  name: string
  /** @param of condition for rows of the chain; @param last the number of the last entry */
  do: (of: string, last: number, chain: string) => string[] | Promise<string[]>
  says: (last: number) => string[]
  /** The findings for the operator, if they differ. */
  operatorSays?: string[]
}

const every = 'audit_entries'
const set = (values: string, where: string) => `update ${every} set ${values} where ${where}`
const columns = [
  'tenant_id',
  'chain',
  'created_at',
  'event_type',
  'actor_type',
  'actor_id',
  'user_id',
  'environment_id',
  'source_type',
  'source_id',
  'target_type',
  'target_id',
  'cause_id',
  'root_id',
  'person',
  'person_salt',
  'person_hash',
  'details',
  'details_salt',
  'details_hash',
].join()

/** Adds `by` to all numbers starting with `from`, in two steps, because numbers are unique. */
const move = (of: string, from: number, by: number) => [
  set('seq = -seq', `${of} and seq >= ${from}`),
  set(`seq = -seq + ${by}`, `${of} and seq < 0`),
]
const swap = (of: string, one: number, other: number) => [
  set('seq = -1', `${of} and seq = ${one}`),
  set(`seq = ${one}`, `${of} and seq = ${other}`),
  set(`seq = ${other}`, `${of} and seq = -1`),
]
const insert = (of: string, from: number, seq: number) =>
  `insert into ${every} (id, seq, hash, ${columns})
   select '${newId()}', ${seq}, hash, ${columns} from ${every} where ${of} and seq = ${from}`

const tamperings: Tampering[] = [
  {
    name: 'the actor was changed',
    do: (of) => [set(`actor_id = 'user-1'`, `${of} and seq = 5`)],
    says: () => ['changed 5'],
  },
  {
    name: 'the details were changed',
    do: (of) => [set(`details = '{"name":"other"}'`, `${of} and seq = 6`)],
    says: () => ['changed 6'],
  },
  {
    name: 'the name was changed',
    do: (of, last) => [
      set(`person = '{"name":"A","email":"a@b.example"}'`, `${of} and seq = ${last}`),
    ],
    says: (last) => [`changed ${last}`],
  },
  {
    name: 'an entry was removed',
    do: (of) => [`delete from ${every} where ${of} and seq = 5`],
    says: () => ['missing 5-5'],
  },
  {
    name: 'the first entries were removed',
    do: (of) => [`delete from ${every} where ${of} and seq < 4`],
    says: () => ['missing 1-3'],
  },
  {
    name: 'an entry was removed and later ones renumbered',
    do: (of) => [`delete from ${every} where ${of} and seq = 5`, ...move(of, 6, -1)],
    says: () => ['missing 5'],
  },
  {
    name: 'an entry was inserted',
    do: (of) => [...move(of, 5, 1), insert(of, 4, 5)],
    says: () => ['inserted 5'],
  },
  {
    name: 'two neighbors were swapped',
    do: (of) => swap(of, 5, 6),
    says: () => ['reordered 5-6'],
  },
  {
    name: 'two entries were swapped',
    do: (of) => swap(of, 4, 8),
    says: () => ['reordered 4-8'],
  },
  {
    name: 'the end was cut off',
    do: (of, last) => [`delete from ${every} where ${of} and seq > ${last - 2}`],
    says: (last) => [`cut ${last - 1}-${last}`],
  },
  {
    // Red when endFindings() ignores the highest number in the table.
    name: 'an entry was appended after the last one',
    async do(of, last, chain) {
      const [end] = await readEntries(chain, last - 1, last, 1)
      const id = newId()
      const hash = hashOf(end!.hash, { ...end!, id, seq: last + 1 })
      return [
        insert(of, last, last + 1),
        set(`id = '${id}', hash = '${hash}'`, `${of} and seq = ${last + 1}`),
      ]
    },
    says: (last) => [`inserted ${last + 1}-${last + 1}`],
  },
  {
    // Red when the end of a chain has no MAC.
    name: 'the end was cut off, and the stored end reset',
    async do(of, last, chain) {
      const [end] = await readEntries(chain, last - 3, last - 2, 1)
      return [
        `delete from ${every} where ${of} and seq > ${last - 2}`,
        `update audit_chains set seq = ${last - 2}, hash = '${end!.hash}' where id = '${chain}'`,
      ]
    },
    says: (last) => [`broken ${last - 2}`],
  },
  {
    // Red when heads are not compared with entries. Without the key an attacker cannot move the end unnoticed,
    // either.
    name: 'everything before a signed head was rewritten',
    async do(of, last, chain) {
      await transaction(() => signed(chain, last))
      const entries = await readEntries(chain, 0, last, last)
      const statements: string[] = []
      let before = ''
      for (const entry of entries) {
        const isThird = entry.seq === 3
        before = hashOf(before, isThird ? { ...entry, actorId: 'user-1' } : entry)
        const actor = isThird ? `, actor_id = 'user-1'` : ''
        statements.push(set(`hash = '${before}'${actor}`, `${of} and seq = ${entry.seq}`))
      }
      return [...statements, `update audit_chains set hash = '${before}' where id = '${chain}'`]
    },
    says: (last) => [`rewritten ${last}`, `broken ${last}`],
  },
  {
    // Red when finish() does not compare with signed heads.
    name: 'the end was cut off before a signed head, with the stored end',
    async do(of, last, chain) {
      await transaction(() => signed(chain, last))
      return [
        `delete from ${every} where ${of} and seq > ${last - 2}`,
        `delete from audit_chains where id = '${chain}'`,
      ]
    },
    says: (last) => [`cut ${last - 1}-${last}`, `inserted 1-${last - 2}`],
  },
  {
    name: 'a signed head was changed',
    async do(_of, last, chain) {
      await transaction(() => signed(chain, last))
      return [
        `update audit_heads set created_at = '2020-01-01T00:00:00.000Z' where chain = '${chain}'`,
      ]
    },
    says: (last) => [`signature ${last}`],
  },
  {
    // Red when the signature of a checkpoint is not checked.
    name: 'the beginning was cut off with a forged checkpoint',
    async do(of, _last, chain) {
      await inTenant(chain, () => pruneAudit('9999-01-01', 2))
      const [third] = await readEntries(chain, 2, 3, 1)
      return [
        `update audit_heads set seq = 3, hash = '${third!.hash}' where chain = '${chain}'`,
        `delete from ${every} where ${of} and seq < 4`,
      ]
    },
    says: () => ['signature 3'],
  },
]

tamperings.push(
  {
    // Red when entries with numbers below 1 are not looked up.
    name: 'an entry was inserted before the first',
    do: (of) => [insert(of, 4, -3)],
    says: () => ['inserted -3--3'],
  },
  {
    // Red when an erased part needs no entry that records an erasure.
    name: 'the actions of a person were blanked as if erased',
    do: (of) => [set('details = null, details_salt = null', `${of} and seq in (5, 6)`)],
    says: () => ['erased 6'],
  },
  {
    // Red when the tenant of an entry is not checked. On PostgreSQL its organization no longer sees the entry.
    name: 'an entry was hidden from its organization',
    do: (of) => [set(`tenant_id = 'user-1'`, `${of} and seq = 5`)],
    says: () => [testDatabase === 'pg' ? 'missing 5-5' : 'foreign 5'],
    operatorSays: ['foreign 5'],
  },
  {
    // Red when endFindings() does not compare the last hash with the stored end.
    name: 'the last entry was rewritten with its hash',
    async do(of, last, chain) {
      const [before, end] = await readEntries(chain, last - 2, last, 2)
      const hash = hashOf(before!.hash, { ...end!, actorId: 'user-1' })
      return [set(`actor_id = 'user-1', hash = '${hash}'`, `${of} and seq = ${last}`)]
    },
    says: (last) => [`rewritten ${last}`],
  },
  {
    // Red when a head with an unknown key is skipped.
    name: 'a head was signed with an unknown key',
    async do(_of, last, chain) {
      await transaction(() => signed(chain, last))
      return [`update audit_heads set key_id = 'stranger' where chain = '${chain}'`]
    },
    says: (last) => [`unknown_key ${last}`],
  },
  {
    // Red when stateOfPart() accepts a half-erased part.
    name: 'details were half erased',
    do: (of) => [
      set('details = null', `${of} and seq = 5`),
      set('details_salt = null', `${of} and seq = 6`),
    ],
    says: () => ['changed 5', 'changed 6'],
  },
  {
    // Red when stateOfPart() accepts text in a part that was never sealed.
    name: 'text was added to an empty part',
    do: (of) => [
      set(
        `details = '{"name":"other"}', details_salt = 'x', details_hash = null`,
        `${of} and seq = 5`
      ),
    ],
    says: () => ['changed 5', 'changed 5'],
  }
)

async function signed(id: string, seq: number): Promise<void> {
  const [end] = await readEntries(id, seq - 1, seq, 1)
  await signHead('head', { id, seq, hash: end!.hash })
}

test.group('A tampered audit', (group) => {
  let app: TestApp
  const tenants: { id: string; admin: Caller }[] = []

  group.setup(async () => {
    app = await bootApp()
    const as = await app.superAdmin()
    for (const [at, { name }] of tamperings.entries()) {
      const subdomain = `tenant${at}`
      const adminEmail = `admin@${subdomain}.example`
      const body = { name, subdomain, adminEmail }
      const { id } = await app.ok<{ id: string }>('POST', '/api/tenants', { as, body })
      tenants.push({ id, admin: await app.signIn(adminEmail, subdomain) })
    }
    for (const { admin } of tenants) await makeFolders(app, admin, 7)
    await sealed(app)
    return () => app.stop()
  })

  for (const [at, { name, do: tamper, says, operatorSays }] of tamperings.entries()) {
    test(`is detected: ${name}`, async ({ assert }) => {
      const { id, admin } = tenants[at]!
      const { sealedUpTo } = await statusOf(app, admin)
      assert.isAbove(sealedUpTo, 9)
      assert.deepEqual(findingsOf(await verify(app, admin)), [])
      const statements = await look(app, async () => tamper(`chain = '${id}'`, sealedUpTo, id))
      await byHand(app, ...statements)
      const result = await verify(app, admin)
      assert.deepEqual(findingsOf(result), says(sealedUpTo))
      if (operatorSays) {
        const theirs = await verify(app, await app.superAdmin(), `?chain=${id}`)
        assert.deepEqual(findingsOf(theirs), operatorSays)
      }
      for (const { message } of result.findings) assert.isAbove(message.length, 15)
    })
  }

  // Red when hashOf() leaves out one of these fields.
  test('is detected for every sealed field', async ({ assert }) => {
    const { id, admin } = await app.tenant('whatever')
    await makeFolders(app, admin, 7)
    await sealed(app)
    const entry = `chain = '${id}' and seq = 5`
    const missed: string[] = []
    for (const column of [
      'id',
      'created_at',
      'event_type',
      'actor_type',
      'actor_id',
      'user_id',
      'environment_id',
      'source_type',
      'source_id',
      'target_type',
      'target_id',
      'cause_id',
      'root_id',
      'person_hash',
      'details_hash',
    ]) {
      const [row] = await look(app, () =>
        ask<{ was: string | null }>(`select ${column} as was from audit_entries where ${entry}`)
      )
      const other = column === 'created_at' ? '2020-01-01T00:00:00.000Z' : 'other'
      await byHand(app, set(`${column} = '${other}'`, entry))
      const found = findingsOf(await verify(app, admin))
      if (!found.includes('changed 5')) missed.push(column)
      const was = row!.was === null ? 'null' : `'${row!.was}'`
      await byHand(app, set(`${column} = ${was}`, entry))
    }
    assert.deepEqual(missed, [])
    assert.deepEqual(findingsOf(await verify(app, admin)), [])
  })

  // Red when sealEvents() continues silently after a forged end: the forged entries would be trusted.
  test('is still detected after it grows', async ({ assert }) => {
    const tenant = await app.tenant('grower')
    const as = tenant.admin
    await makeFolders(app, as, 2)
    await sealed(app)
    const { sealedUpTo } = await statusOf(app, as)
    const [end] = await look(app, () => readEntries(tenant.id, sealedUpTo - 1, sealedUpTo, 1))
    const forged = { ...end!, id: newId(), seq: sealedUpTo + 1 }
    const hash = hashOf(end!.hash, forged)
    await byHand(
      app,
      insert(`chain = '${tenant.id}'`, sealedUpTo, forged.seq),
      set(
        `id = '${forged.id}', hash = '${hash}'`,
        `chain = '${tenant.id}' and seq = ${forged.seq}`
      ),
      `update audit_chains set seq = ${forged.seq}, hash = '${hash}' where id = '${tenant.id}'`
    )
    await makeFolders(app, as, 1)
    await sealed(app)
    assert.deepEqual(findingsOf(await verify(app, as)), [`broken ${forged.seq}`])
  })

  // Red without the triggers of the table.
  test("Crossdock's database user cannot change or delete an entry", async ({ assert }) => {
    const [{ id } = { id: '' }] = tenants
    const attempt = (statement: string) =>
      look(app, () => transaction(() => ask(statement))).then(
        () => 'done',
        (error: Error) => error.message
      )
    const where = `where chain = '${id}' and seq = 2`
    assert.include(await attempt(`delete from audit_entries ${where}`), 'signed checkpoint')
    for (const change of [`actor_id = 'x'`, `details = '{}'`, `hash = 'x'`, 'seq = 99']) {
      assert.include(await attempt(`update audit_entries set ${change} ${where}`), 'is not changed')
    }
    if (testDatabase === 'pg') {
      // Runs as the owner of the tables, because Crossdock's own user has no right to truncate. Red without the
      // trigger.
      const emptied = sessionAt(app.database.databaseUrl!, (client) =>
        client.query('truncate audit_entries')
      )
      await assert.rejects(() => emptied, 'The audit is not emptied.')
    }
  })
})
