import { createHash } from 'node:crypto'
import {
  cp,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import pg from 'pg'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { ask, transaction, unscoped } from '../../database/index.js'
import { asOwner } from '../../database/tests/refused_commits.js'
import { asOperator, inTenant } from '../../tenancy/index.js'
import { contentStore } from '../../storage/index.js'
import { seededBytes } from '../../storage/tests/seeded_bytes.js'
import { testBucket } from '../../storage/tests/test_bucket.js'
import type { Settings } from '../../settings/index.js'
import { makeBackup } from '../index.js'
import { backupFolder, emptyPlace, installation, restoreInto, takeBackup } from './copies.js'

const MiB = 1024 * 1024
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Uploaded {
  id: string
  hash: string
}

async function upload(app: TestApp, tenant: TestTenant, bytes: Buffer): Promise<Uploaded> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), `${crypto.randomUUID()}.bin`)
  const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
    as: tenant.admin,
    body: form,
  })
  return { id, hash: sha256(bytes) }
}

/** Starts a server on the restored data, and downloads all files. */
async function assertRestored(
  place: FreshDatabase,
  files: Uploaded[],
  tenant: TestTenant,
  given: Partial<Settings> = {}
): Promise<void> {
  const restored = await bootApp({ database: place, settings: given })
  try {
    for (const { id, hash } of files) {
      const reply = await fetch(`${restored.url}/api/assets/${id}/content`, {
        headers: tenant.admin.headers,
      })
      if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
      const found = sha256(Buffer.from(await reply.arrayBuffer()))
      if (found !== hash) throw new Error(`${id} has other bytes.`)
    }
  } finally {
    await restored.stop()
  }
}

/** Returns the message of the refusal. */
async function refusal(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => {
      throw new Error('It was not refused.')
    },
    (error: Error) => {
      if (error.name !== 'BackupRefused') throw error
      return error.message
    }
  )
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  await file.write(Buffer.from([byte[0]! ^ 1]), 0, 1, at)
  await file.close()
}

test.group('A backup', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let APP_KEY: string
  const files: Uploaded[] = []

  group.setup(async () => {
    app = await bootApp()
    tenant = await app.tenant('acme')
    APP_KEY = await app.inside(async () => installation().settings.APP_KEY)
    for (const size of [100, 3 * MiB, 9 * MiB]) {
      files.push(await upload(app, tenant, seededBytes(`file ${size}`, size)))
    }
    return () => app.stop()
  })

  test('restores into an empty installation, with running uploads and added packages', async (context) => {
    const { assert } = context
    const begun = seededBytes('begun', 3 * MiB)
    await app.inside(() =>
      inTenant(tenant.id, async () => {
        await transaction(() => contentStore.use().drafts.begin('upload'))
        const draft = await contentStore.use().drafts.take('upload')
        const pieces = (async function* () {
          yield begun
        })()
        await draft.append(pieces, { length: null, maxBytes: 1024 * MiB })
      })
    )
    const plugins = join(app.database.dataDir, 'plugins')
    await mkdir(join(plugins, 'node_modules/weather'), { recursive: true })
    await writeFile(join(plugins, 'node_modules/weather/index.js'), 'export default 1')
    context.cleanup(() => rm(plugins, { recursive: true }))

    const folder = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    await app.inside(() => restoreInto(place, folder, { app }))

    assert.equal(
      await readFile(join(place.dataDir, 'plugins/node_modules/weather/index.js'), 'utf8'),
      'export default 1'
    )
    await rm(join(place.dataDir, 'plugins'), { recursive: true })
    await assertRestored(place, files, tenant, { APP_KEY })
    const restored = await bootApp({ database: place, settings: { APP_KEY } })
    context.cleanup(() => restored.stop())
    const size = await restored.inside(() =>
      inTenant(tenant.id, () => contentStore.use().drafts.size('upload'))
    )
    assert.equal(size, begun.length)
    const holds = await restored.inside(() =>
      asOperator('are there holds', () => ask('select id from content_holds'))
    )
    assert.deepEqual(holds, [])
    // Only this account may read it.
    for (const name of await readdir(folder, { recursive: true })) {
      assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name)
    }
  })

  /** Red when sizes are not checked first (then content is written), and when hashes are not checked. */
  test('is refused with the file name if cut or changed anywhere, and a good one can be restored then', async (context) => {
    const { assert } = context
    const folder = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    assert.isAbove(names.length, 2)
    const hurts: [string, (path: string, size: number) => Promise<void>][] = [
      ['cut at its first byte', (path) => truncate(path, 0)],
      ['cut in the middle', (path, size) => truncate(path, Math.floor(size / 2))],
      ['cut before its last byte', (path, size) => truncate(path, size - 1)],
      ['missing', (path) => rm(path)],
      ['changed', (path, size) => flip(path, Math.floor(size / 2))],
    ]
    for (const [what, hurt] of hurts) {
      // A changed byte is found during the copy, everything else before the first write.
      if (what === 'changed') assert.notInclude(await readdir(place.dataDir), 'content')
      for (const name of names) {
        const hurtFolder = join(await backupFolder(context), 'hurt')
        await cp(folder, hurtFolder, { recursive: true })
        const path = join(hurtFolder, name)
        await hurt(path, (await stat(path)).size)
        const message = await app.inside(() => refusal(restoreInto(place, hurtFolder, { app })))
        assert.include(message, name, what)
        await rm(hurtFolder, { recursive: true })
      }
    }
    // No server starts on an incomplete restore, and the restore can be repeated.
    const started = await bootApp({ database: place }).then(
      (one) => one.stop().then(() => 'it started'),
      (error: Error) => error.message
    )
    assert.include(started, 'a restore is running here, or was interrupted')
    await app.inside(() => restoreInto(place, folder, { app }))
    await assertRestored(place, files, tenant, { APP_KEY })
  })

  test('is refused for another key, a newer version, another database, and a used target', async (context) => {
    const { assert } = context
    const folder = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const refused = (given: object = {}, from = folder) =>
      app.inside(() => refusal(restoreInto(place, from, { app, ...given })))
    const otherKey = 'k'.repeat(40)

    assert.include(await refused({ APP_KEY: otherKey }), 'another APP_KEY')
    assert.include(await refused({}, place.dataDir), 'is not a complete backup')
    const migration = `insert into adonis_schema (name, batch) values ('backend/app/later/migrations/1_later', 9)`
    await app.inside(() => asOwner(app.database, migration))
    const later = await app.inside(() => takeBackup(context))
    // Red without assertNotNewer in fit.ts.
    const { appRoot } = app.app
    const newer = join(await backupFolder(context), 'newer')
    const byOlder = await app.inside(() => refusal(makeBackup(installation(), newer, { appRoot })))
    assert.include(byOlder, 'migrated by a newer version: 1 of its migrations')
    assert.deepEqual(await readdir(join(newer, '..')), [])
    await app.inside(() => asOwner(app.database, 'delete from adonis_schema where batch = 9'))
    assert.include(await refused({}, later), 'was made by a newer version')
    const url = testDatabase === 'pg' ? undefined : 'postgres://127.0.0.1:1/missing'
    assert.include(await refused({ DATABASE_URL: url }), 'one cannot be converted into the other')
    // None of these has written anything.
    const rotated = { APP_KEY: otherKey, APP_KEY_PREVIOUS: [APP_KEY] }
    await app.inside(() => restoreInto(place, folder, { app, ...rotated }))
    assert.include(await refused(), 'this one is in use')

    // Red without assertOutside: a backup inside a folder that it copies, also through a link.
    const link = join(await backupFolder(context), 'link')
    await symlink(app.database.dataDir, link)
    for (const within of ['backup', 'content/backup', 'not/there/yet']) {
      const target = join(link, within)
      const message = await app.inside(() => refusal(makeBackup(installation(), target)))
      assert.include(message, 'is within DATA_DIR')
    }
    await writeFile(join(place.dataDir, 'notes.txt'), '')
    const over = await app.inside(() => refusal(makeBackup(installation(), place.dataDir)))
    assert.include(over, 'is in use')
    assert.deepEqual(await readdir(join(folder, '..')), ['backup'])
  })

  // Red without `claim`: the second restore would take the first for an interrupted one and delete its data.
  test('is refused during another restore into the same database', async (context) => {
    const { assert } = context
    const backup = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const restore = () => app.inside(() => restoreInto(place, backup, { app }))
    const both = await Promise.allSettled([restore(), restore()])
    const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    assert.lengthOf(reasons, 1)
    assert.match(reasons[0]!, /Another restore uses the database "\w+"/)
    await assertRestored(place, files, tenant, { APP_KEY })
  }).skip(testDatabase !== 'pg', 'The folder of SQLite is claimed by the command')

  // Red without PGAPPNAME and endOrphanedRestores(): the program of the first restore continues during the second.
  test('ends the program of a restore that lost its claim', async (context) => {
    const { assert } = context
    const backup = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const restore = () => app.inside(() => restoreInto(place, backup, { app }))
    const blocking = new pg.Client({ connectionString: place.databaseUrl! })
    await blocking.connect()
    context.cleanup(() => blocking.end())
    await blocking.query('begin')
    await blocking.query('create table assets (id text)')
    const look = (sql: string) => asOwner<{ pid: number }>(place, sql)
    const working = `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'crossdock restore'`
    const first = restore().then(String, String)
    const pid = await until('its program to wait', async () => {
      const [found] = await look(`${working} and wait_event_type = 'Lock'`)
      return found?.pid
    })
    await look(`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`)
    const second = restore()
    second.catch(() => undefined)
    await until('it to be ended', async () => !(await look(working)).some((one) => one.pid === pid))
    await blocking.query('rollback')
    await second
    assert.include(await first, 'PostgreSQL ended the connection of pg_restore before it finished')
    await assertRestored(place, files, tenant, { APP_KEY })
  }).skip(testDatabase !== 'pg', 'SQLite is restored by the command itself')

  test('contains its key if requested, and names the gaps of damaged content', async (context) => {
    const { assert } = context
    const own = await bootApp()
    context.cleanup(() => own.stop())
    const tenantThere = await own.tenant('globex')
    const kept = await upload(own, tenantThere, seededBytes('kept', 2 * MiB))
    const folder = join(await backupFolder(context), 'backup')
    await own.inside(() => makeBackup(installation(), folder, { withKey: true }))
    const place = await emptyPlace(context)
    await app.inside(() =>
      restoreInto(place, folder, { app: own, keyGiven: false, APP_KEY: 'm'.repeat(40) })
    )
    const key = await readFile(join(place.dataDir, 'app.key'), 'utf8')
    assert.equal(key, await own.inside(async () => installation().settings.APP_KEY))
    await assertRestored(place, [kept], tenantThere)

    await rm(join(own.database.dataDir, 'content', tenantThere.id), { recursive: true })
    const second = join(folder, '..', 'second')
    const { gaps, packs } = await own.inside(() => makeBackup(installation(), second))
    assert.lengthOf(gaps, packs.length)
    assert.include(gaps[0]!.reason, 'is missing')
  })

  /** Red when `deleteTenantPacks` does not check holds. */
  test('keeps packs from being deleted during the copy', async (context) => {
    const { assert } = context
    const folder = join(await backupFolder(context), 'backup')
    const initech = await app.tenant('initech')
    const { id } = initech
    await upload(app, initech, seededBytes('initech', MiB))
    const deletions: Promise<boolean>[] = []
    await app.inside(() =>
      makeBackup(installation(), folder, {
        onProgress: () => {
          if (deletions.length === 0) deletions.push(contentStore.use().deleteTenant(id))
        },
      })
    )
    assert.deepEqual(await Promise.all(deletions), [false])
    assert.isTrue(await app.inside(() => contentStore.use().deleteTenant(id)))
    assert.deepEqual(
      await app.inside(() => asOperator('holds', () => unscoped().from('content_holds'))),
      []
    )
  })

  test('of a bucket can be restored into a bucket, and onto a disk', async (context) => {
    const { assert } = context
    const [from, to] = [await testBucket(context), await testBucket(context)]
    const own = await bootApp({ settings: { STORAGE_URL: from.url } })
    context.cleanup(() => own.stop())
    const tenantThere = await own.tenant('umbrella')
    const stored = [
      await upload(own, tenantThere, seededBytes('small', 1000)),
      await upload(own, tenantThere, seededBytes('large', 20 * MiB)),
    ]
    const key = await own.inside(async () => installation().settings.APP_KEY)
    const folder = await own.inside(() => takeBackup(context))
    const [first, second] = [await emptyPlace(context), await emptyPlace(context)]
    await own.inside(() => restoreInto(first, folder, { app: own, STORAGE_URL: to.url }))
    await assertRestored(first, stored, tenantThere, { APP_KEY: key, STORAGE_URL: to.url })
    await own.inside(() => restoreInto(second, folder, { app: own }))
    await assertRestored(second, stored, tenantThere, { APP_KEY: key })
    // Red when the hash of a pack is not checked before it goes into a bucket.
    const packs = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith('pack')
    )
    await flip(join(folder, packs[0]!), 10)
    const [third, other] = [await emptyPlace(context), await testBucket(context)]
    const into = { app: own, STORAGE_URL: other.url }
    const message = await own.inside(() => refusal(restoreInto(third, folder, into)))
    assert.include(message, `${packs[0]} of the backup was cut off or changed`)
  })
    .tags(['long'])
    .skip(testDatabase === 'pg', 'The content of a bucket does not depend on the database.')
})
