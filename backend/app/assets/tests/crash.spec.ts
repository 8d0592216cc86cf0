import type { TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { Damage } from '@crossdock/kernel/storage'
import { asOperator } from '@crossdock/kernel/tenancy'
import { size, type Caller } from '@crossdock/kernel/testing'
import type { Assert } from '@japa/assert'
import { namedAmong } from '../../../kernel/storage/gc/chunk_names.js'
import { liveBytes } from '../../../kernel/storage/gc/pack_rows.js'
import { Process, rowsOf } from '../../../kernel/storage/tests/giving_back.js'
import { seededNumbers } from '../../../kernel/storage/tests/seeded_bytes.js'
import {
  onEachStorage,
  testStorage,
  type TestStorage,
} from '../../../kernel/storage/tests/storages.js'
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import { hashOf, MixedWork, type Clerk, type Known } from './mixed_work.js'
import { prepare, serve } from './killed_server.js'

const steps = size({ quick: 20, full: 500 })
const writers = size({ quick: 3, full: 6 })
const kills = size({ quick: 1, full: 5 })

/** Asserts that an acknowledged file is exactly as acknowledged. */
async function assertKnown(assert: Assert, app: TestApp, as: Caller, file: Known): Promise<void> {
  const { id, states, versions } = file
  const { status, body } = await app.call<AssetInfo>('GET', `/api/assets/${id}`, { as })
  const state = status === 404 ? 'gone' : body.trashedAt ? 'trashed' : 'kept'
  assert.include([...states], state, id)
  if (state === 'gone') return
  if (state === 'trashed') await app.ok('POST', `/api/assets/${id}/restore`, { as })
  for (const [version, hashes] of versions) {
    const reply = await fetch(`${app.url}/api/assets/${id}/content?version=${version}`, as)
    assert.equal(reply.status, 200, `${id} ${version}`)
    const hash = hashOf(new Uint8Array(await reply.arrayBuffer()))
    assert.include([...hashes], hash, `${id} ${version}`)
  }
}

/** Asserts that after garbage collection only referenced contents, their chunks and the packs of those are stored. */
async function assertAccounted(assert: Assert, storage: TestStorage, tenant: string) {
  const damages: Damage[] = []
  const process = new Process(storage, tenant, damages)
  // Twice: contents still in use in the first run are deleted in the second.
  for (let time = 0; time < 2; time++) {
    await process.expire()
    await process.giveBack()
  }
  for (let at = await process.store.scrub(null); at;) at = await process.store.scrub(at)
  assert.deepEqual(damages, [])
  const versions: { content_id: string }[] = await asOperator('a test looks', () =>
    unscoped().from('asset_versions').where('tenant_id', tenant).select('content_id')
  )
  const contents = (await rowsOf(tenant, 'contents')).map(({ id }) => String(id))
  assert.sameMembers(contents, [...new Set(versions.map(({ content_id: id }) => id))])
  const chunks = (await rowsOf(tenant, 'content_chunks')).map(({ hash }) => String(hash))
  assert.lengthOf([...(await namedAmong(tenant, new Set(chunks)))], chunks.length)
  const lying = await process.lying()
  for (const { pack, size: bytes } of lying) {
    assert.isAtLeast(await liveBytes(tenant, pack), bytes / 2, pack)
  }
  assert.sameMembers(
    await storage.names(),
    lying.map(({ pack }) => `${tenant}/${pack}.pack`)
  )
  await process.store.close()
}

onEachStorage('A server that is killed again and again', (group, kind) => {
  let app: TestApp
  let storage: TestStorage
  let as: Caller
  let known: Known[]

  prepare(group, async (context) => {
    storage = await testStorage(context, kind)
    const { server, bootHere, ...served } = await serve(context, storage.url)
    as = served.as
    const random = seededNumbers(`kills ${kind}`)
    const kills_at = Array.from({ length: kills }, (_, at) => {
      const part = steps / (kills + 1)
      return Math.round(part * (at + 1) + random(part / 2))
    })
    let [asked, done] = [0, 0]
    let comingBack: Promise<TestApp | void> = Promise.resolve()
    const kill = async () => {
      const isLast = kills_at.length === 0
      await server.kill()
      return isLast ? bootHere() : server.start()
    }
    const clerk: Clerk = {
      url: server.url,
      as,
      begin() {
        if (++asked < (kills_at[0] ?? Infinity)) return
        kills_at.shift()
        comingBack = kill()
      },
      done: () => void done++,
      back: async () => void (await comingBack),
    }
    const work = Array.from({ length: writers }, (_, at) => new MixedWork(`writer ${at}`, clerk))
    await Promise.all(work.map((each) => each.prepare()))
    await Promise.all(
      work.map(async (each) => {
        while (done < steps) await each.step()
      })
    )
    if (kills_at.length > 0) throw new Error(`${kills_at.length} kills are left.`)
    app = (await comingBack)!
    context.cleanup(() => app.stop())
    known = work.flatMap(({ files }) => files)
  })

  /**
   * Red when an upload is acknowledged before `sync`. (With a bucket a kill loses the bytes; on disk only a
   * power cut would.)
   */
  test('keeps every acknowledged byte', async ({ assert }) => {
    assert.isNotEmpty(known)
    for (const file of known) await assertKnown(assert, app, as, file)
  })

  /** Red when garbage collection misses what a killed writer left (`condemnUnnamed`, packs without rows). */
  test('keeps no unreferenced data', async ({ assert }) => {
    const [{ tenantId }] = await app.ok<[AssetInfo]>('GET', '/api/assets?limit=1', { as })
    await app.inside(() => assertAccounted(assert, storage, tenantId))
  })
})
