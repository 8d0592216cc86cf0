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
import { byHand, look, makeFolders, sealed, statusOf, told, verify } from './support.js'

/** What somebody does to the database of a tenant, and what the verifier says of it. */
interface Tampering {
  name: string
  /** @param of condition for rows of the chain; @param last the number of the last entry */
  do: (of: string, last: number, chain: string) => string[] | Promise<string[]>
  says: (last: number) => string[]
  /** What it says to the operator, where that is something else. */
  operatorSays?: string[]
}

const every = 'audit_entries'
const set = (values: string, where: string) => `update ${every} set ${values} where ${where}`
const columns = [
  ...['tenant_id', 'chain', 'created_at', 'event_type', 'actor_type', 'actor_id', 'user_id'],
  ...['environment_id', 'source_type', 'source_id', 'target_type', 'target_id', 'cause_id'],
  ...['root_id', 'person', 'person_salt', 'person_hash', 'details', 'details_salt', 'details_hash'],
].join()

/** All numbers from one on moved by one; no two may be the same in between. */
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
    name: 'who did it was changed',
    do: (of) => [set(`actor_id = 'somebody'`, `${of} and seq = 5`)],
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
    name: 'one was removed',
    do: (of) => [`delete from ${every} where ${of} and seq = 5`],
    says: () => ['missing 5-5'],
  },
  {
    name: 'the first ones were removed',
    do: (of) => [`delete from ${every} where ${of} and seq < 4`],
    says: () => ['missing 1-3'],
  },
  {
    name: 'one was removed and those behind it renumbered',
    do: (of) => [`delete from ${every} where ${of} and seq = 5`, ...move(of, 6, -1)],
    says: () => ['missing 5'],
  },
  {
    name: 'one was inserted in between',
    do: (of) => [...move(of, 5, 1), insert(of, 4, 5)],
    says: () => ['inserted 5'],
  },
  {
    name: 'two that stand side by side were swapped',
    do: (of) => swap(of, 5, 6),
    says: () => ['reordered 5-6'],
  },
  {
    name: 'two were swapped',
    do: (of) => swap(of, 4, 8),
    says: () => ['reordered 4-8'],
  },
  {
    name: 'the end was cut off',
    do: (of, last) => [`delete from ${every} where ${of} and seq > ${last - 2}`],
    says: (last) => [`cut ${last - 1}-${last}`],
  },
  {
    // Red when endFindings() does not ask for the highest number.
    name: 'one was appended that follows the last one',
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
    // Red when the end of a chain has no code of its own.
    name: 'the end was cut off, and its note set back',
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
    // Red when heads are held against no entry. Without the key the end cannot be moved unnoticed, either.
    name: 'everything was rewritten behind a signed head',
    async do(of, last, chain) {
      await transaction(() => signed(chain, last))
      const entries = await readEntries(chain, 0, last, last)
      const statements: string[] = []
      let before = ''
      for (const entry of entries) {
        const isThird = entry.seq === 3
        before = hashOf(before, isThird ? { ...entry, actorId: 'somebody' } : entry)
        const actor = isThird ? `, actor_id = 'somebody'` : ''
        statements.push(set(`hash = '${before}'${actor}`, `${of} and seq = ${entry.seq}`))
      }
      return [...statements, `update audit_chains set hash = '${before}' where id = '${chain}'`]
    },
    says: (last) => [`rewritten ${last}`, `broken ${last}`],
  },
  {
    // Red when ended() does not look for what was signed.
    name: 'the end was cut off behind a signed head, and all notes with it',
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
    // Red when a checkpoint is taken for what it says.
    name: 'the beginning was cut off behind a forged checkpoint',
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
    // Red when reading begins behind the origin without a look at what is before.
    name: 'one was put in front of the first',
    do: (of) => [insert(of, 4, -3)],
    says: () => ['inserted -3--3'],
  },
  {
    // Red when what is erased accounts for itself.
    name: 'what somebody did was blanked, as if they were erased',
    do: (of) => [set('details = null, details_salt = null', `${of} and seq in (5, 6)`)],
    says: () => ['erased 6'],
  },
  {
    // Red when nobody looks to whom an entry is shown. Its organization does not see it any more on PostgreSQL.
    name: 'one was hidden from its organization',
    do: (of) => [set(`tenant_id = 'somebody'`, `${of} and seq = 5`)],
    says: () => [testDatabase === 'pg' ? 'missing 5-5' : 'foreign 5'],
    operatorSays: ['foreign 5'],
  },
  {
    // Red when endFindings() does not hold the last hash against where the sealer has left the end.
    name: 'the last one was rewritten with its hash',
    async do(of, last, chain) {
      const [before, end] = await readEntries(chain, last - 2, last, 2)
      const hash = hashOf(before!.hash, { ...end!, actorId: 'somebody' })
      return [set(`actor_id = 'somebody', hash = '${hash}'`, `${of} and seq = ${last}`)]
    },
    says: (last) => [`rewritten ${last}`],
  },
  {
    // Red when a head of a key that nobody knows is passed over.
    name: 'a head was signed by a stranger',
    async do(_of, last, chain) {
      await transaction(() => signed(chain, last))
      return [`update audit_heads set key_id = 'stranger' where chain = '${chain}'`]
    },
    says: (last) => [`unknown_key ${last}`],
  },
  {
    // Red when stateOfPart() takes what was taken out by halves for good.
    name: 'details were taken out by halves',
    do: (of) => [
      set('details = null', `${of} and seq = 5`),
      set('details_salt = null', `${of} and seq = 6`),
    ],
    says: () => ['changed 5', 'changed 6'],
  },
  {
    // Red when stateOfPart() takes a part that was never sealed for good whatever it says.
    name: 'something was said of one that said nothing',
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

test.group('An audit that was tampered with', (group) => {
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
    test(`is found out: ${name}`, async ({ assert }) => {
      const { id, admin } = tenants[at]!
      const { sealedUpTo } = await statusOf(app, admin)
      assert.isAbove(sealedUpTo, 9)
      assert.deepEqual(told(await verify(app, admin)), [])
      const statements = await look(app, async () => tamper(`chain = '${id}'`, sealedUpTo, id))
      await byHand(app, ...statements)
      const result = await verify(app, admin)
      assert.deepEqual(told(result), says(sealedUpTo))
      if (operatorSays) {
        const theirs = await verify(app, await app.superAdmin(), `?chain=${id}`)
        assert.deepEqual(told(theirs), operatorSays)
      }
      for (const { message } of result.findings) assert.isAbove(message.length, 15)
    })
  }

  // Red when hashOf() leaves any of these out.
  test('is found out whatever was changed of what is sealed', async ({ assert }) => {
    const { id, admin } = await app.tenant('whatever')
    await makeFolders(app, admin, 7)
    await sealed(app)
    const entry = `chain = '${id}' and seq = 5`
    const missed: string[] = []
    for (const column of [
      ...['id', 'created_at', 'event_type', 'actor_type', 'actor_id', 'user_id', 'environment_id'],
      ...['source_type', 'source_id', 'target_type', 'target_id', 'cause_id', 'root_id'],
      ...['person_hash', 'details_hash'],
    ]) {
      const [row] = await look(app, () =>
        ask<{ was: string | null }>(`select ${column} as was from audit_entries where ${entry}`)
      )
      const other = column === 'created_at' ? '2020-01-01T00:00:00.000Z' : 'other'
      await byHand(app, set(`${column} = '${other}'`, entry))
      const found = told(await verify(app, admin))
      if (!found.includes('changed 5')) missed.push(column)
      const was = row!.was === null ? 'null' : `'${row!.was}'`
      await byHand(app, set(`${column} = ${was}`, entry))
    }
    assert.deepEqual(missed, [])
    assert.deepEqual(told(await verify(app, admin)), [])
  })

  // Red when sealEvents() goes on behind an end that is not its own without a word: what was appended would be vouched for.
  test('stays found out when it grows on', async ({ assert }) => {
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
    assert.deepEqual(told(await verify(app, as)), [`broken ${forged.seq}`])
  })

  // Red without the guards of the table.
  test('nobody who works for Crossdock changes or deletes an entry', async ({ assert }) => {
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
      // As who owns the tables: whoever works for Crossdock has no right to it anyway. Red without the trigger.
      const emptied = sessionAt(app.database.databaseUrl!, (client) =>
        client.query('truncate audit_entries')
      )
      await assert.rejects(() => emptied, 'The audit is not emptied.')
    }
  })
})
