import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { call, freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { completionsOf } from '../bench/completions.js'
import type { LoopResult } from '../bench/closed_loop.js'
import { download, freshBytes, upload } from '../bench/content.js'
import { fileServer } from '../bench/file_server.js'
import { startBaseline, type Baseline } from '../bench/start_process.js'
import { baselineTenant } from '../bench/baselines/runs_tables.js'
import { separateSource, sourceOf } from '../bench/baselines/source.js'
import { startPartner } from '../bench/partner.js'

const lane = { lanes: 2, seconds: 0.2 }

test.group('Limits of the bench', (group) => {
  let database: FreshDatabase
  const baselines: Baseline[] = []
  group.setup(async () => {
    database = await freshDatabase()
    return async () => {
      await Promise.all(baselines.map((baseline) => baseline.close()))
      await database.remove()
    }
  })
  const start = async (name: string, options: object) => {
    const baseline = await startBaseline(name, options)
    baselines.push(baseline)
    return baseline
  }

  test('bare commits are counted', async ({ assert }) => {
    const baseline = await start('commits', { source: separateSource(database) })
    assert.isAbove((await baseline.ask<LoopResult>(lane)).perSecond, 0)
  })

  test('hand-written runs are followed until they end', async ({ assert }) => {
    const partner = await startPartner()
    const baseline = await start('runs', { source: separateSource(database), partner: partner.url })
    const completions = completionsOf('baseline', database, baselineTenant, false)
    const as = { headers: { authorization: 'Bearer the one token there is' } }
    for (const steps of [1, 3]) {
      const path = `/run?steps=${steps}`
      const { status, body } = await call<{ executionId: string }>(baseline.url, 'POST', path, {
        as,
        body: {},
      })
      assert.equal(status, 202)
      await completions.ended.finished(body.executionId)
    }
    const stranger = { headers: { authorization: 'Bearer another' } }
    const refused = await call(baseline.url, 'POST', '/run', { as: stranger, body: {} })
    assert.equal(refused.status, 401)
    await completions.close()
    partner.close()
  })

  test('files are written and synced, and removed afterwards', async ({ assert }) => {
    const folder = join(database.dataDir, 'files')
    const baseline = await start('write_fsync', { folder, bytes: 4096 })
    assert.isAbove((await baseline.ask<LoopResult>(lane)).perSecond, 0)
    assert.isFalse(existsSync(folder))
  })

  test('a hand-written upload is hashed, and all uploads have different bytes', async ({
    assert,
  }) => {
    const baseline = await start('receive', { folder: database.dataDir })
    const hashes = new Set<string>()
    for (let at = 0; at < 2; at++) {
      const { answer } = await upload({ url: baseline.url, mebibytes: 1 })
      hashes.add((JSON.parse(answer) as { hash: string }).hash)
    }
    assert.lengthOf(new Set(hashes), 2)
  })

  test('the available file server serves a complete file', async ({ assert }) => {
    const found = await fileServer()
    if (!found) return
    const file = join(database.dataDir, 'served.bin')
    const [bytes] = freshBytes(1)
    await writeFile(file, bytes!)
    const server = await found.start(file)
    assert.isAbove(await download(server.url, {}, bytes!.length), 0)
    await assert.rejects(() => download(server.url, {}, bytes!.length * 2), /A download of/)
    await server.close()
  })

  test('the hand-written list reads the tables of the product', async ({ assert }) => {
    const app = await bootApp()
    const { token } = await app.tenant('acme')
    const body = { name: 'Archive', type: 'folder' }
    const folder = await app.ok<{ id: string }>('POST', '/api/assets', { as: token, body })
    const options = { source: sourceOf(app.database), folderId: folder.id }
    const baseline = await start('list', options)
    const answered = await call(baseline.url, 'GET', '/list', { as: token })
    assert.deepEqual([answered.status, answered.body], [200, []])
    assert.equal((await call(baseline.url, 'GET', '/list')).status, 401)
    await baseline.close()
    await app.stop()
  })
})
