// onBothDatabases: reports, passes and people write the same rows concurrently
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { testClock } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { SyncConflict } from '../models/sync_conflict.js'
import { SyncSide } from '../models/sync_side.js'
import { TestAgent } from '../../agents/tests/agent_lab.js'
import { deskLab } from './desk_lab.js'
import { FakeFolder } from './fake_agent.js'
import type { PassLab } from './pass_lab.js'

test.group('A contract between an agent and an asset folder', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  const desk = (more: Parameters<PassLab['contract']>[1] = {}) => deskLab(app, more)

  test('makes both equal in both directions, and a rename transfers no bytes', async ({
    assert,
  }) => {
    const { lab, shared, folder, sync } = await desk()
    folder.put('Plans/a.txt', 'plan a', 1_700_000_000_000)
    folder.put('big.bin', Buffer.alloc(2_500_000, 'x'))
    await folder.report()
    await lab.file('b.txt', shared, 'from the server')
    const run = await sync()
    assert.equal(run.status, 'completed')
    const tree = await lab.tree(shared)
    assert.sameMembers(Object.keys(tree), ['Plans', 'Plans/a.txt', 'big.bin', 'b.txt'])
    assert.deepEqual(folder.tree(), tree)
    const made = await lab.named(shared, 'Plans/a.txt')
    assert.equal(made.fileModifiedAt, new Date(1_700_000_000_000).toISOString())
    // Equal chunks are transferred once.
    assert.equal(folder.sentChunks, 3)

    folder.move('Plans', null, 'Old plans')
    folder.move('big.bin', 'Old plans', 'large.bin')
    await folder.report()
    const second = await sync()
    assert.containSubset(second.counts, { moved: 2, created: 0, deleted: 0, changed: 0 })
    assert.equal(folder.sentChunks, 3)
    assert.deepEqual(folder.tree(), await lab.tree(shared))

    const b = await lab.named(shared, 'b.txt')
    await lab.ok('PUT', `/assets/${b.id}`, { name: 'renamed.txt' })
    folder.remove('Old plans/a.txt')
    await folder.report()
    await sync()
    assert.sameMembers(Object.keys(folder.tree()), [
      'Old plans',
      'Old plans/large.bin',
      'renamed.txt',
    ])
    assert.deepEqual(folder.tree(), await lab.tree(shared))
  })

  test('an agent that lost its state deletes nothing, and newer versions of both are kept', async ({
    assert,
  }) => {
    const { lab, shared, folder, sync } = await desk()
    for (const name of ['a.txt', 'b.txt', 'c.txt']) folder.put(name, name)
    await folder.report()
    await sync()
    // An older backup of the folder: b.txt is missing, and the agent has no state.
    folder.remove('b.txt')
    folder.put('a.txt', 'newer')
    folder.stateId = crypto.randomUUID()
    folder.generation = 0
    await folder.report()
    await sync()
    assert.deepEqual(folder.tree(), { 'a.txt': 'newer', 'c.txt': 'c.txt', 'b.txt': 'b.txt' })
    assert.deepEqual(await lab.tree(shared), folder.tree())
    // From now on, missing files count as deleted.
    folder.remove('c.txt')
    await folder.report()
    await sync()
    assert.sameMembers(Object.keys(await lab.tree(shared)), ['a.txt', 'b.txt'])
  })

  test('a whole report of a later generation makes the end untrusted: the server was restored', async ({
    assert,
  }) => {
    const { lab, shared, folder, sync, contract } = await desk()
    for (const name of ['a.txt', 'b.txt']) folder.put(name, name)
    await folder.report()
    await sync()
    folder.remove('a.txt')
    folder.generation += 5
    await folder.report({ whole: true })
    const row = await lab.inside(() =>
      SyncSide.query().where({ contractId: contract.id, side: 'source' }).firstOrFail()
    )
    assert.isFalse(row.isTrusted)
    await sync()
    assert.sameMembers(Object.keys(await lab.tree(shared)), ['a.txt', 'b.txt'])
    assert.sameMembers(Object.keys(folder.tree()), ['a.txt', 'b.txt'])
  })

  test('many deletions stop the run until a person releases it', async ({ assert }) => {
    const { lab, shared, folder, sync, contract } = await desk()
    for (let number = 0; number < 30; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report()
    await sync()
    for (let number = 0; number < 25; number++) folder.remove(`${number}.txt`)
    await folder.report()
    const { runId } = await lab.startRun(contract.id)
    const stopped = await until('the run to stop', async () => {
      const run = await lab.run(runId)
      return run.status === 'stopped' && run
    })
    assert.deepEqual(
      { ...stopped.stop },
      { code: 'many_deletions', side: 'target', count: 25, of: 30 }
    )
    assert.lengthOf(Object.keys(await lab.tree(shared)), 30)
    assert.equal((await lab.load(contract.id)).phase, 'stopped')
    await lab.release(contract.id, runId)
    await until('the run to end', async () => (await lab.run(runId)).endedAt !== null)
    assert.lengthOf(Object.keys(await lab.tree(shared)), 5)
  })

  /** Red when a release allows everything until its run ends. */
  test('a release covers only the losses that the person saw', async ({ assert }) => {
    const { lab, shared, folder, sync, contract } = await desk({
      syncRules: { maxDeletions: 10, maxDeletionPercent: 10, bidirectional: true },
    })
    for (let number = 0; number < 90; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report()
    await sync()
    for (let number = 0; number < 60; number++) folder.remove(`${number}.txt`)
    await folder.report()
    const { runId } = await lab.startRun(contract.id)
    const stopped = (count: number) =>
      until('the run to stop', async () => {
        const { status, stop } = await lab.run(runId)
        return status === 'stopped' && stop?.code === 'many_deletions' && stop.count === count
      })
    await stopped(60)
    const seen = (count: number) =>
      app.call<{ code: string }>('POST', `/api/sync-contracts/${contract.id}/release`, {
        as: lab.tenant.editor,
        body: { runId, code: 'many_deletions', side: 'target', count },
      })
    // Sent by a page that shows an older plan.
    assert.equal((await seen(59)).body.code, 'E_DELETES')
    for (let number = 60; number < 89; number++) folder.remove(`${number}.txt`)
    await folder.report()
    assert.equal((await seen(60)).status, 200)
    await stopped(89)
    assert.lengthOf(Object.keys(await lab.tree(shared)), 90)
  })

  /** Red when a release covers the losses of both sides, or forgets what was released before. */
  test('a release covers only the side that the stop named', async ({ assert }) => {
    const { lab, shared, folder, sync, contract } = await desk({
      syncRules: { maxDeletions: 10, maxDeletionPercent: 10, bidirectional: true },
    })
    for (let number = 0; number < 90; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report()
    await sync()
    for (let number = 0; number < 60; number++) folder.remove(`${number}.txt`)
    await folder.report()
    const { runId } = await lab.startRun(contract.id)
    const stopped = (side: string, count: number) =>
      until(`the run to stop at the ${side}`, async () => {
        const { status, stop } = await lab.run(runId)
        if (status !== 'stopped' || stop?.code !== 'many_deletions') return false
        return stop.side === side && stop.count === count
      })
    await stopped('target', 60)
    for (const { id, name } of await lab.children(shared))
      if (Number.parseInt(name) >= 65) await lab.ok('DELETE', `/assets/${id}`)
    await lab.startRun(contract.id)
    await stopped('source', 25)
    // Sent by a page that still shows the stop of the target.
    const body = { runId, code: 'many_deletions', side: 'target', count: 60 }
    const { status } = await app.call('POST', `/api/sync-contracts/${contract.id}/release`, {
      as: lab.tenant.editor,
      body,
    })
    assert.equal(status, 409)
    await lab.release(contract.id, runId)
    await stopped('target', 60)
    assert.lengthOf(Object.keys(folder.tree()), 30)
    assert.lengthOf(await lab.children(shared), 65)
    await lab.release(contract.id, runId)
    await until('the deletions', async () => (await lab.children(shared)).length === 5)
  })

  test('a missing root stops the run, and deletes nothing', async ({ assert }) => {
    const { lab, shared, folder, sync, contract } = await desk()
    folder.put('a.txt', 'a')
    await folder.report()
    await sync()
    folder.remove('a.txt')
    folder.isRootThere = false
    await folder.report()
    const { runId } = await lab.startRun(contract.id)
    await until('the run to stop', async () => (await lab.run(runId)).status === 'stopped')
    assert.deepEqual(await lab.tree(shared), { 'a.txt': 'a' })
  })

  test('a conflict keeps both versions in the store and touches neither file', async ({
    assert,
  }) => {
    const { lab, shared, folder, sync, contract } = await desk({ conflictResolution: 'manual' })
    folder.put('a.txt', 'first')
    await folder.report()
    await sync()
    folder.put('a.txt', 'of the agent')
    await lab.file('a.txt', shared, 'of the server')
    await folder.report()
    await sync()
    const conflict = await lab.inside(() =>
      SyncConflict.query().where({ contractId: contract.id }).firstOrFail()
    )
    assert.containSubset(conflict.$attributes, {
      state: 'open',
      path: 'a.txt',
      cause: 'both_changed',
    })
    assert.equal(folder.at('a.txt')!.bytes!.toString(), 'of the agent')
    assert.deepEqual(await lab.tree(shared), { 'a.txt': 'of the server' })
    assert.equal(await lab.stored(conflict.source!.hash!), 'of the agent')
    assert.equal(await lab.stored(conflict.target!.hash!), 'of the server')

    const body = { keep: 'source' }
    await lab.ok('POST', `/sync-contracts/conflicts/${conflict.id}/resolve`, body)
    await sync()
    assert.deepEqual(await lab.tree(shared), { 'a.txt': 'of the agent' })
    assert.deepEqual(folder.tree(), { 'a.txt': 'of the agent' })
    assert.equal((await lab.named(shared, 'a.txt')).version, 3)
  })

  test('two agents are kept in sync, the bytes pass through the server', async ({ assert }) => {
    const { lab, agent, folder: unused } = await desk()
    assert.deepEqual(unused.tree(), {})
    const other = await new TestAgent(app.url, 'Other').join(lab.tenant.token)
    const contract = await lab.contract({
      source: { type: 'local_folder', path: '/srv/a', clientId: agent.enrolled.clientId },
      target: { type: 'local_folder', path: '/srv/b', clientId: other.enrolled.clientId },
    })
    const left = new FakeFolder(agent, contract.id, 'source')
    const right = new FakeFolder(other, contract.id, 'target')
    left.put('Plans/a.txt', 'a')
    right.put('b.txt', 'b')
    await left.report()
    await right.report()
    const both = async () => {
      const { runId } = await lab.startRun(contract.id)
      await until('the run to end', async () => {
        await left.work()
        await right.work()
        return (await lab.run(runId)).endedAt !== null
      })
    }
    await both()
    assert.deepEqual(left.tree(), { Plans: null, 'Plans/a.txt': 'a', 'b.txt': 'b' })
    assert.deepEqual(right.tree(), left.tree())
    left.move('Plans', null, 'Old')
    right.put('b.txt', 'newer')
    left.remove('Old/a.txt')
    await left.report()
    await right.report()
    await both()
    assert.deepEqual(left.tree(), { Old: null, 'b.txt': 'newer' })
    assert.deepEqual(right.tree(), left.tree())
  })

  test('a paused contract hands out no work, and continues where it was', async ({ assert }) => {
    const { lab, folder, shared, sync, contract } = await desk()
    folder.put('a.txt', 'a')
    await folder.report()
    await sync()
    await lab.file('b.txt', shared)
    const { runId } = await lab.startRun(contract.id)
    await until(
      'work',
      async () => (await folder.call<{ work: [] }>('GET', 'work')).body.work.length
    )
    await lab.ok('POST', `/sync-contracts/${contract.id}/pause`)
    assert.equal((await lab.run(runId)).status, 'cancelled')
    assert.deepEqual(await folder.ok('GET', 'work'), { work: [] })
    assert.equal((await folder.report()).state, 'inactive')
    await lab.ok('POST', `/sync-contracts/${contract.id}/resume`)
    await sync()
    assert.deepEqual(folder.tree(), await lab.tree(shared))
  })

  test('a failed file is skipped for a while, and others continue', async ({ assert, cleanup }) => {
    cleanup(() => testClock.reset())
    const { lab, folder, sync, shared, contract } = await desk()
    folder.put('here.txt', 'here')
    await folder.report()
    await lab.file('locked.txt', shared, 'locked')
    await lab.file('open.txt', shared, 'open')
    folder.refuses = (work) =>
      work.type === 'write' && work.name === 'locked.txt'
        ? { workId: work.id, state: 'failed', code: 'busy', message: 'It is open.', isForNow: true }
        : undefined
    const run = await sync()
    assert.equal(run.status, 'partial')
    assert.sameMembers(Object.keys(folder.tree()), ['here.txt', 'open.txt'])
    assert.containSubset(await lab.explain(contract.id, 'locked.txt'), {
      state: 'failing',
      sentence: 'The last try at the source failed: It is open. It is tried again.',
    })
    folder.refuses = undefined
    testClock.advance(20 * 60_000)
    const second = await sync()
    assert.equal(second.status, 'completed')
    assert.deepEqual(folder.tree(), await lab.tree(shared))
  })

  /** Red when a tree is read while a report replaces it. */
  test('whole reports during passes do not look like deletions', async ({ assert }) => {
    const { lab, folder, sync, shared, contract } = await desk({
      scheduleConfig: { mode: 'continuous' },
    })
    for (let number = 0; number < 60; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report()
    await sync()
    for (let round = 0; round < 12; round++) {
      await Promise.all([folder.report({ whole: true }), lab.startRun(contract.id)])
    }
    await lab.settled(contract.id)
    assert.lengthOf(Object.keys(await lab.tree(shared)), 60)
    const { phase, stop } = await lab.load(contract.id)
    assert.deepEqual({ phase, stop }, { phase: 'idle', stop: null })
  })

  test('files that an agent loses are kept on the server first', async ({ assert }) => {
    const { lab, folder, sync, shared, contract } = await desk()
    folder.put('a.txt', 'one')
    folder.put('b.txt', 'two')
    await folder.report()
    await sync()
    await lab.ok('DELETE', `/assets/${(await lab.named(shared, 'a.txt')).id}`)
    await lab.file('b.txt', shared, 'newer')
    await sync()
    assert.deepEqual(folder.tree(), { 'b.txt': 'newer' })
    const kept = await lab.kept(contract.id)
    const texts = await Promise.all(
      kept
        .filter(({ reason }) => reason !== 'transit')
        .map(async (one) => [one.reason, one.path, await lab.stored(one.contentHash)])
    )
    assert.sameDeepMembers(texts, [
      ['deleted', 'a.txt', 'one'],
      ['overwritten', 'b.txt', 'two'],
    ])
  })
})
