import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { clock, transaction } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { contentStore } from '@crossdock/kernel/storage'
import { asOperator, tenantTable } from '@crossdock/kernel/tenancy'
import { tidySync } from '../job_refs.js'
import type { SyncContract } from '../models/sync_contract.js'
import { contentsOfSync } from '../queries/named_contents.js'
import {
  keepContents,
  lockedContract,
  openRun,
  replaceSkipped,
  resolutionsOf,
  settleConflicts,
  stopRun,
  endRun,
  countDone,
  type FoundConflict,
} from '../rows/index.js'
import { PassLab } from './pass_lab.js'

const path = '/api/sync-contracts'
const day = 24 * 60 * 60_000

interface ShownConflict {
  id: string
  state: string
  path: string
  contractName: string
  resolution: string | null
  resolvedBy: string | null
  isApplied: boolean
}
interface Refused {
  code: string
  errors?: { field: string }[]
}

test.group('Records that passes write about a contract', (group) => {
  let app: TestApp
  let lab: PassLab
  let contract: SyncContract
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })
  group.each.setup(async () => {
    lab = new PassLab(app, await app.tenant(`records${++number}`))
    contract = await lab.contract(
      {
        source: { type: 'asset_folder', path: '/From' },
        target: { type: 'asset_folder', path: '/To' },
      },
      // The contract never runs: the test writes what passes would find.
      { isActive: false }
    )
  })

  const write = (work: (locked: SyncContract) => Promise<unknown>) =>
    lab.inside(() => transaction(async () => work((await lockedContract(contract.id))!)))
  const stored = (text: string) =>
    lab.inside(async () => {
      const [content] = await contentStore.use().writeSmall([Buffer.from(text)])
      await transaction(() => contentStore.use().record(content!))
      return content!
    })
  const version = async (text: string) => {
    const { id: hash, size } = await stored(text)
    return { id: crypto.randomUUID(), hash, size, modifiedAt: null, by: 'Ada' }
  }
  const found = async (key: string, one = 'one', other = 'other'): Promise<FoundConflict> => ({
    key,
    path: `Plans/${key}.txt`,
    cause: 'both_changed',
    source: await version(one),
    target: await version(other),
  })
  const conflicts = (query = '') =>
    app.ok<ShownConflict[]>('GET', `${path}/conflicts${query}`, { as: lab.tenant.viewer })
  const resolve = (id: string, body: object, as = lab.tenant.editor) =>
    app.call<ShownConflict & Refused>('POST', `${path}/conflicts/${id}/resolve`, { as, body })
  const content = async (id: string, side: string) =>
    (
      await fetch(`${app.url}${path}/conflicts/${id}/content?side=${side}`, {
        headers: lab.tenant.viewer.headers,
      })
    ).text()
  const shown = () =>
    app.ok<{ state: Record<string, unknown> }>('GET', `${path}/${contract.id}`, {
      as: lab.tenant.viewer,
    })

  test('a conflict is shown with both versions, and resolved by a person', async ({ assert }) => {
    const conflict = await found('a')
    await write((locked) => settleConflicts(locked, [conflict]))
    const [open, ...others] = await conflicts('?filter={"state":"open"}')
    assert.lengthOf(others, 0)
    assert.containSubset(open, { path: 'Plans/a.txt', state: 'open', contractName: contract.name })
    assert.equal(await content(open!.id, 'source'), 'one')
    assert.equal(await content(open!.id, 'target'), 'other')
    assert.containSubset(await shown(), { state: { openConflicts: 1, needsAttention: true } })
    const viewer = await resolve(open!.id, { keep: 'source' }, lab.tenant.viewer)
    assert.equal(viewer.status, 403)
    const merged = await resolve(open!.id, { keep: 'merged', text: 'one and other' })
    assert.equal(merged.status, 200)
    assert.containSubset(merged.body, { state: 'resolved', resolution: 'merged', isApplied: false })
    assert.equal(await content(open!.id, 'merged'), 'one and other')
    assert.containSubset(await shown(), { state: { openConflicts: 0, needsAttention: false } })
    assert.equal((await resolve(open!.id, { keep: 'source' })).body.code, 'E_RESOLVED')
    // The planner gets the decision, with the versions it was made for.
    const answers = await lab.inside(() => resolutionsOf(contract.id))
    assert.containSubset(answers.get('a'), { keep: 'merged', mergedSize: 13 })
    for (const type of ['opened', 'resolved']) {
      const recorded = await app.ok<object[]>(
        'GET',
        `/api/events?eventType=sync_conflict_${type}`,
        {
          as: lab.tenant.admin,
        }
      )
      assert.lengthOf(recorded, 1)
    }
    const stats = await app.ok('GET', `${path}/stats`, { as: lab.tenant.viewer })
    assert.containSubset(stats, { conflictsToday: 1, openConflicts: 0 })
  })

  test('a conflict that disappeared is closed, and one that changed is asked again', async ({
    assert,
  }) => {
    const [one, other] = [await found('a'), await found('b')]
    await write((locked) => settleConflicts(locked, [one, other]))
    const first = (await conflicts()).find((conflict) => conflict.path === 'Plans/b.txt')!
    assert.equal((await resolve(first.id, { keep: 'both' })).status, 200)
    // Red when a decision made after the plan is dropped.
    await write((locked) => settleConflicts(locked, [other]))
    assert.lengthOf(await conflicts('?filter={"state":"open"}'), 0)
    const newer = await found('b', 'one', 'third')
    await write((locked) => settleConflicts(locked, [newer]))
    assert.lengthOf(await conflicts('?filter={"state":"open"}'), 1)
    assert.lengthOf(await conflicts('?filter={"search":"plans/b"}'), 2)
    assert.equal((await lab.inside(() => resolutionsOf(contract.id))).size, 0)
  })

  // Red when only the id names what the decision is about: it would replace a change that the person has not seen.
  test('a decision about versions that have changed since is refused', async ({ assert }) => {
    const conflict = await found('a')
    await write((locked) => settleConflicts(locked, [conflict]))
    const [open] = await conflicts()
    const [sourceHash, targetHash] = [conflict.source!.hash, conflict.target!.hash]
    const newer = await found('a', 'one', 'newer')
    await write((locked) => settleConflicts(locked, [newer]))
    for (const body of [{ keep: 'merged', text: 'one, other' }, { keep: 'source' }]) {
      const reply = await resolve(open!.id, { ...body, sourceHash, targetHash })
      assert.deepEqual([reply.status, reply.body.code], [409, 'E_CHANGED'])
    }
    const gone = await resolve(open!.id, { keep: 'source', targetHash: null })
    assert.equal(gone.body.code, 'E_CHANGED')
    assert.lengthOf(await conflicts('?filter={"state":"open"}'), 1)
    const seen = { sourceHash: newer.source!.hash, targetHash: newer.target!.hash }
    assert.equal((await resolve(open!.id, { keep: 'source', ...seen })).status, 200)
  })

  test('an invalid choice is refused')
    .with([
      [{ keep: 'neither' }, 'keep'],
      [{}, 'keep'],
      [{ keep: 'merged' }, 'text'],
      [{ keep: 'merged', text: 'ä'.repeat(600_000) }, 'text'],
      [{ keep: 'both', deleted: true }, 'keep'],
      [{ keep: 'merged', text: 'x', deleted: true }, 'keep'],
    ] as [Record<string, unknown>, string][])
    .run(async ({ assert }, [{ deleted, ...body }, field]) => {
      const conflict = await found('a')
      await write((locked) =>
        settleConflicts(locked, [{ ...conflict, ...(deleted ? { target: null } : {}) }])
      )
      const [open] = await conflicts()
      const reply = await resolve(open!.id, body)
      assert.equal(reply.status, 422, JSON.stringify(reply.body))
      assert.equal(reply.body.errors![0]!.field, field)
      assert.lengthOf(await conflicts('?filter={"state":"open"}'), 1)
    })

  // Red when `contentsOfSync` returns nothing, or `tidy` ignores the time.
  test('kept versions are referenced for 30 days, those of open conflicts while these are open', async ({
    assert,
  }) => {
    const { id: contentHash, size } = await stored('was here')
    await write((locked) =>
      keepContents(locked, [
        { side: 'target', path: 'a/b.txt', contentHash, size, reason: 'overwritten' },
      ])
    )
    const conflict = await found('c')
    await write((locked) => settleConflicts(locked, [conflict]))
    const named = (ids: string[]) => lab.inside(() => contentsOfSync(ids))
    const kept = await app.ok<{ id: string; path: string; reason: string }[]>(
      'GET',
      `${path}/${contract.id}/kept?filter={"reason":"overwritten"}`,
      { as: lab.tenant.viewer }
    )
    assert.lengthOf(kept, 1)
    const bytes = await fetch(`${app.url}${path}/${contract.id}/kept/${kept[0]!.id}/content`, {
      headers: lab.tenant.viewer.headers,
    })
    assert.equal(await bytes.text(), 'was here')
    const all = [contentHash, conflict.source!.hash!]
    assert.sameMembers(await named([...all, 'unknown']), all)
    app.clock.advance(31 * day)
    await app.inside(() => asOperator('as when it is due', () => enqueue(tidySync, {})))
    await until('the row to go', async () => !(await named([contentHash])).length)
    assert.deepEqual(await named(all), [conflict.source!.hash!])
  }).teardown(() => app.clock.advance(-31 * day))

  test('skipped files are listed with a message in the reader’s language', async ({ assert }) => {
    const skipped = [
      { side: 'source', id: '1', path: 'a/~x', kind: 'file', reason: 'excluded', detail: '~*' },
      {
        side: 'target',
        id: '2',
        path: 'A.txt',
        kind: 'file',
        reason: 'case_clash',
        detail: 'a.txt',
      },
    ] as const
    await write((locked) => replaceSkipped(locked, skipped))
    const list = (language: string) =>
      app.ok<{ path: string; sentence: string }[]>('GET', `${path}/${contract.id}/skipped`, {
        as: { headers: { ...lab.tenant.viewer.headers, 'accept-language': language } },
      })
    const [first] = (await list('en')).filter((one) => one.path === 'a/~x')
    assert.equal(first!.sentence, 'The pattern "~*" excludes it.')
    const [german] = (await list('de')).filter((one) => one.path === 'a/~x')
    assert.equal(german!.sentence, 'Das Muster „~*“ schließt sie aus.')
    const rows = () =>
      lab.inside(async () =>
        (await tenantTable<{ id: string }>('sync_skipped')).map((row) => row.id)
      )
    const before = await rows()
    // Red when equal rows are written again.
    await write((locked) => replaceSkipped(locked, skipped))
    assert.sameMembers(await rows(), before)
    await write((locked) => replaceSkipped(locked, skipped.slice(0, 1)))
    assert.lengthOf(await rows(), 1)
    assert.containSubset(await shown(), { state: { skipped: 1 } })
  })

  test('a run counts, stops, continues and ends, and counts in the usage of the day', async ({
    assert,
  }) => {
    await app.ok('POST', `${path}/${contract.id}/resume`, { as: lab.tenant.admin })
    await write(async (locked) => {
      const run = await openRun(locked, 'schedule')
      await countDone(run, { counts: { created: 2, deleted: 1 }, files: 2, bytes: 100 })
      const stop = { code: 'many_deletions', side: 'target', count: 60, of: 80 } as const
      await stopRun(locked, run, stop)
    })
    const stopped = await shown()
    assert.containSubset(stopped, {
      state: {
        phase: 'stopped',
        needsAttention: true,
        stop: { code: 'many_deletions', count: 60, of: 80 },
        message:
          '60 of 80 files would be deleted at the target. Look at the plan, then release it or stop the run.',
      },
    })
    const release = (runId: string) =>
      app.call<Refused>('POST', `${path}/${contract.id}/release`, {
        as: lab.tenant.editor,
        body: { runId, code: 'many_deletions', side: 'target', count: 60 },
      })
    assert.equal((await release('other')).body.code, 'E_NOT_STOPPED')
    const [event] = await app.ok<{ payload: object }[]>(
      'GET',
      '/api/events?eventType=sync_stopped',
      {
        as: lab.tenant.admin,
      }
    )
    assert.containSubset(event!.payload, { code: 'many_deletions', side: 'target', count: 60 })
    const ended = await app.ok<object>('POST', `${path}/${contract.id}/stop`, {
      as: lab.tenant.editor,
    })
    assert.containSubset(ended, { state: { phase: 'idle', stop: null, runId: null } })
    await write(async (locked) => endRun(locked, await openRun(locked, 'manual'), 'completed'))
    const runs = await app.ok<object[]>('GET', `${path}/${contract.id}/runs`, {
      as: lab.tenant.viewer,
    })
    assert.containSubset(runs.at(-1), {
      trigger: 'schedule',
      status: 'cancelled',
      filesDone: 2,
      bytesDone: 100,
      counts: { created: 2, deleted: 1 },
    })
    assert.isNotNull(((await shown()) as unknown as { lastSync: string | null }).lastSync)
    const stats = await app.ok('GET', `${path}/stats`, { as: lab.tenant.viewer })
    assert.containSubset(stats, { syncedToday: 2 })
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    await until('the usage to be written', async () => {
      const { days } = await app.ok<{ days: { date: string; syncOperations: number }[] }>(
        'GET',
        '/api/tenant/usage',
        { as: lab.tenant.admin }
      )
      return days.some(({ date, syncOperations }) => date === today && syncOperations === 3)
    })
  })
})
