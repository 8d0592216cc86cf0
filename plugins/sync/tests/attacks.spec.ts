import { createHash } from 'node:crypto'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { contentId, encodeChunks } from '@crossdock/kernel/chunks'
import { test } from '@japa/runner'
import { frameHead } from '../agent_api/frames.js'
import { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'
import { deskLab } from './desk_lab.js'
import { FakeFolder } from './fake_agent.js'
import { PassLab } from './pass_lab.js'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.group('Sync with lying agents', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'error' } })
    return () => app.stop()
  })

  /** Red when the reported size is trusted. */
  test('a file with another size than its content is skipped', async ({ assert }) => {
    const { lab, folder, sync, shared, contract } = await deskLab(app)
    folder.put('honest.txt', 'honest')
    folder.put('a.txt', 'eleven byte')
    const { reported } = folder
    folder.reported = (entry) => {
      const row = reported.call(folder, entry)
      return row.name === 'a.txt' ? { ...row, size: 1 } : row
    }
    await folder.report()
    const run = await sync()
    assert.equal(run.status, 'partial')
    assert.deepEqual(await lab.tree(shared), { 'honest.txt': 'honest' })
    assert.match(JSON.stringify(await lab.explain(contract.id, 'a.txt')), /1 bytes.*11/)
    folder.reported = reported
  })

  /** Red when these folders are planned: the walk up to the root would never end, and would block the process. */
  test('folders inside of each other stop the pass, and nothing is inferred', async ({
    assert,
  }) => {
    const { lab, agent, folder: unused } = await deskLab(app)
    assert.deepEqual(unused.tree(), {})
    const { clientId } = agent.enrolled
    const contract = await lab.contract({
      source: { type: 'local_folder', path: '/srv/left', clientId },
      target: { type: 'local_folder', path: '/srv/right', clientId },
    })
    const ends = (['source', 'target'] as const).map(
      (side) => new FakeFolder(agent, contract.id, side)
    )
    ends[0]!.put('a/c.txt', 'c')
    ends[0]!.put('b/d.txt', 'd')
    for (const end of ends) await end.report()
    const { runId } = await lab.startRun(contract.id)
    await until('the run to end', async () => {
      for (const end of ends) await end.work()
      return (await lab.run(runId)).endedAt !== null
    })
    for (const end of ends) {
      const [a, b] = [end.at('a')!, end.at('b')!]
      end.remove('a/c.txt')
      Object.assign(a, { parentId: b.id })
      Object.assign(b, { parentId: a.id })
      await end.report()
    }
    await lab.startRun(contract.id)
    await lab.settled(contract.id)
    const { phase } = await lab.load(contract.id)
    assert.equal(phase, 'waiting')
    // It continues when the folders form a valid tree.
    for (const end of ends) {
      for (const one of end.entries.values()) if (!one.bytes) one.parentId = null
      await end.report()
    }
    const { runId: next } = await lab.startRun(contract.id)
    await until('the run to end', async () => {
      for (const end of ends) await end.work()
      return (await lab.run(next)).endedAt !== null
    })
    assert.deepEqual(ends[0]!.tree(), { a: null, b: null, 'b/d.txt': 'd' })
  })

  /** Red when a time in the year 275760 is passed on. */
  test('a file with an invalid time is synced without its time', async ({ assert }) => {
    const { lab, folder, sync, shared, contract } = await deskLab(app, {
      conflictResolution: 'manual',
    })
    folder.put('a.txt', 'a', Number.MAX_SAFE_INTEGER)
    folder.put('b.txt', 'b', 400_000_000_000_000)
    await folder.report()
    assert.equal((await sync()).status, 'completed')
    assert.deepEqual(await lab.tree(shared), { 'a.txt': 'a', 'b.txt': 'b' })
    assert.equal((await lab.explain(contract.id, 'a.txt')).state, 'in_sync')
    folder.put('a.txt', 'there', Number.MAX_SAFE_INTEGER)
    await lab.file('a.txt', shared, 'here')
    await folder.report()
    await sync()
    const conflicts = await lab.ok<unknown[]>('GET', '/sync-contracts/conflicts')
    assert.lengthOf(conflicts, 1)
  })

  /** Red when work outlives the rights it was planned with. */
  test('an agent gets no more work when the person of the contract may not read files', async ({
    assert,
  }) => {
    const { lab, folder, shared, contract } = await deskLab(app)
    await folder.report()
    await lab.file('secret.txt', shared, 'secret')
    await lab.startRun(contract.id)
    const { work } = await until('work', async () => {
      const found = await folder.ok<{ work: { hash: string }[] }>('GET', 'work')
      return found.work.length > 0 && found
    })
    // As if the person had left.
    await lab.inside(() =>
      SyncContract.query().where('id', contract.id).update({ user_id: crypto.randomUUID() })
    )
    await lab.startRun(contract.id)
    await until('the run to fail', async () => (await lab.load(contract.id)).phase === 'failed')
    assert.deepEqual(await folder.ok('GET', 'work'), { work: [] })
    const contents = [{ hash: work[0]!.hash, chunks: null }]
    assert.equal((await folder.call('POST', 'read', { contents })).status, 404)
  })

  /** Red when an automatically resumed run counts as released by a person. */
  test('the brakes apply when a root comes back', async ({ assert }) => {
    const { lab, folder, sync, shared, contract } = await deskLab(app)
    for (let number = 0; number < 30; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report()
    await sync()
    folder.isRootThere = false
    await folder.report()
    const { runId } = await lab.startRun(contract.id)
    const stopped = () =>
      until('the run to stop', async () => {
        const run = await lab.run(runId)
        return run.status === 'stopped' && run.stop
      })
    assert.equal((await stopped())!.code, 'root_missing')
    // The folder must come back: a person cannot release this stop.
    const release = await app.call('POST', `/api/sync-contracts/${contract.id}/release`, {
      as: lab.tenant.admin,
      body: { runId, code: 'many_deletions', side: 'source', count: 1 },
    })
    assert.equal(release.status, 409)
    folder.isRootThere = true
    await lab.file('new.txt', shared, 'new')
    await folder.report()
    await lab.startRun(contract.id)
    await until('work', async () => (await folder.ok<{ work: [] }>('GET', 'work')).work.length)
    for (let number = 0; number < 25; number++) folder.remove(`${number}.txt`)
    await folder.report()
    assert.equal((await stopped())!.code, 'many_deletions')
    assert.lengthOf(Object.keys(await lab.tree(shared)), 31)
  })

  /** Red when only the first check compares both ends: each pass would copy the copy again. */
  test('a contract stops when one end was moved into the other', async ({ assert }) => {
    const lab = new PassLab(app, await app.tenant('nested'))
    const left = await lab.folder('Left')
    const right = await lab.folder('Right')
    await lab.file('a.txt', left.id)
    const contract = await lab.contract({
      source: { type: 'asset_folder', path: '/Left' },
      target: { type: 'asset_folder', path: '/Right' },
    })
    await lab.sync(contract.id)
    await lab.ok('PUT', `/assets/${left.id}`, { parentId: right.id })
    const run = await lab.sync(contract.id)
    assert.equal(run.status, 'failed')
    assert.sameMembers(Object.keys(await lab.tree(right.id)), ['a.txt', 'Left', 'Left/a.txt'])
  })

  /** Red when `missing` omits chunks that `contents` does not accept. */
  test('chunks that an agent need not send suffice for its content', async ({ assert }) => {
    const { lab, folder, contract } = await deskLab(app)
    const [one, two, three] = ['1', '2', '3'].map((text) => Buffer.alloc(1_000_000, text))
    const before = Buffer.concat([one!, two!])
    const base = folder.hash(before)
    assert.equal(await folder.send(before), 'kept')
    // A day later, its chunks are no longer kept for interrupted transfers.
    await lab.inside(() => SyncKept.query().where({ contractId: contract.id, path: '' }).delete())
    assert.equal(await folder.send(before), 'kept')
    const after = Buffer.concat([one!, three!])
    const chunks = folder.chunksOf(after).map(({ ref }) => ref)
    const asked = { hash: folder.hash(after), size: after.length, chunks, base }
    const { missing } = await folder.ok<{ missing: string[] }>('POST', 'missing', {
      contents: [asked],
    })
    const frames = [one!, three!]
      .filter((bytes) => missing.includes(hashOf(bytes)))
      .flatMap((bytes) => [frameHead({ chunk: hashOf(bytes) }, bytes.length), bytes])
    const body = [...frames, frameHead({ content: asked.hash, chunks })]
    assert.deepEqual(await folder.ok('POST', 'contents', Buffer.concat(body)), {
      contents: [{ hash: asked.hash, state: 'kept' }],
    })
  })

  /** Red when kept versions stay accessible after another folder became the end. */
  test('versions kept for a folder are not shown to readers of another folder', async ({
    assert,
  }) => {
    const { lab, folder, sync, shared, contract } = await deskLab(app, {
      conflictResolution: 'manual',
    })
    folder.put('a.txt', 'secret one')
    folder.put('b.txt', 'secret two')
    await folder.report()
    await sync()
    await lab.ok('DELETE', `/assets/${(await lab.named(shared, 'a.txt')).id}`)
    folder.put('b.txt', 'secret here')
    await lab.file('b.txt', shared, 'secret there')
    await folder.report()
    await sync()
    const listed = (what: string) =>
      app.ok<unknown[]>('GET', `/api/sync-contracts/${what}`, { as: lab.tenant.viewer })
    const of = `contractId=${contract.id}`
    assert.isNotEmpty(await listed(`${contract.id}/kept`))
    assert.isNotEmpty(await listed(`conflicts?${of}`))
    await lab.ok('PUT', `/assets/${shared}/permissions`, { everyone: 'none', grants: [] })
    await lab.folder('Open')
    await lab.ok('PUT', `/sync-contracts/${contract.id}`, {
      targetType: 'asset_folder',
      targetConfig: { path: '/Open' },
    })
    await sync()
    assert.deepEqual(await listed(`${contract.id}/kept`), [])
    assert.deepEqual(await listed(`conflicts?${of}`), [])
  })

  test('a content may have many chunks, but a request not too many contents', async ({
    assert,
  }) => {
    const { folder } = await deskLab(app)
    const chunks = Array.from({ length: 20_000 }, (_, at) => ({
      hash: hashOf(Buffer.from(String(at))),
      size: 1_000_000,
    }))
    const content = contentId(encodeChunks(chunks))
    const taken = await folder.ok('POST', 'contents', frameHead({ content, chunks }))
    assert.deepEqual(taken as object, { contents: [{ hash: content, state: 'incomplete' }] })
    const many = Array.from({ length: 1_001 }, () => frameHead({ content, chunks: [] }))
    assert.equal((await folder.call('POST', 'contents', Buffer.concat(many))).status, 413)
  })

  test('names that lead elsewhere, cannot be displayed or are too long are not synced', async ({
    assert,
  }) => {
    const { lab, folder, sync, shared, contract } = await deskLab(app)
    const wrong = ['..', '.', 'a/b', 'a\\b', 'a\u0001b', 'x'.repeat(1_024), 'a:b', 'con', 'end.']
    for (const [at, name] of wrong.entries()) {
      const file = folder.put(`${at}.txt`, `${at}`)
      file.name = name
    }
    folder.put('good.txt', 'good')
    await folder.report()
    const run = await sync()
    assert.equal(run.status, 'completed')
    assert.deepEqual(await lab.tree(shared), { 'good.txt': 'good' })
    const skipped = await lab.ok<{ reason: string }[]>(
      ...(['GET', `/sync-contracts/${contract.id}/skipped`] as const)
    )
    assert.lengthOf(skipped, wrong.length)
    assert.sameMembers(
      [...new Set(skipped.map(({ reason }) => reason))],
      ['forbidden_name', 'name_too_long']
    )
    const nul = folder.put('nul.txt', 'nul')
    nul.name = 'a\0b'
    assert.oneOf((await folder.call('POST', 'report', bodyOf(folder))).status, [200, 422])
  })
})

const bodyOf = (folder: FakeFolder) => ({
  stateId: folder.stateId,
  generation: folder.generation + 1,
  part: 0,
  isWhole: true,
  isLast: true,
  isRootThere: true,
  removed: [],
  outcomes: [],
  traits: {
    hasIds: true,
    isCaseSensitive: true,
    isFormSensitive: true,
    names: 'posix',
    maxNameBytes: 255,
    maxPathBytes: 4_096,
  },
  changed: [...folder.entries.values()].map((one) => folder.reported(one)),
})
