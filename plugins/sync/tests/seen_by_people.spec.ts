// onOneDatabase: checks answers about rows that other specs write on both
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { test } from '@japa/runner'
import type { ShownPlan } from '../contracts/index.js'
import { deskLab } from './desk_lab.js'
import type { PassLab } from './pass_lab.js'

interface Shown {
  lastSync: string | null
  lastSyncAt: string | null
  state: { phase: string; runId: string | null }
  sides: { source: { isOnline: boolean; lastSeenAt: string | null } }
}
interface Version {
  id: string
  path: string
  reason: string
}

test.group('Sync contracts as people see them', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  const shown = (lab: PassLab, id: string) => lab.ok<Shown>('GET', `/sync-contracts/${id}`)
  const kept = (lab: PassLab, id: string, query = '') =>
    lab.ok<Version[]>('GET', `/sync-contracts/${id}/kept${query}`)

  // Red when a version names no author, or that of the other end.
  test('a conflict says who changed each version', async ({ assert }) => {
    const { lab, shared, folder, sync, agent } = await deskLab(app, {
      conflictResolution: 'manual',
    })
    folder.put('a.txt', 'one')
    await folder.report()
    await sync()
    folder.put('a.txt', 'of the desk')
    await folder.report()
    const { id } = await lab.named(shared, 'a.txt')
    await app.call('PUT', `/api/assets/${id}/content`, {
      as: { headers: { ...lab.tenant.editor.headers, 'content-type': 'text/plain' } },
      body: 'of the editor',
    })
    await sync()
    const [conflict] = await lab.ok<{ source: { by: string }; target: { by: string } }[]>(
      ...(['GET', '/sync-contracts/conflicts'] as const)
    )
    const { user } = await app.ok<{ user: { email: string } }>('GET', '/api/auth/me', {
      as: lab.tenant.editor,
    })
    assert.equal(conflict!.source.by, agent.name)
    assert.equal(conflict!.target.by, user.email)
  })

  // Red when a restored version does not reach both ends, or a person without assets.write restores one.
  test('a version that sync replaced or deleted is found and restored', async ({ assert }) => {
    const { lab, shared, folder, sync, contract } = await deskLab(app)
    folder.put('Plans/a.txt', 'first')
    folder.put('b.txt', 'b')
    await folder.report()
    await sync()
    const a = await lab.named(shared, 'Plans/a.txt')
    const b = await lab.named(shared, 'b.txt')
    await app.call('PUT', `/api/assets/${a.id}/content`, {
      as: { headers: { ...lab.tenant.admin.headers, 'content-type': 'text/plain' } },
      body: 'second',
    })
    await lab.ok('DELETE', `/assets/${b.id}`)
    // Red when each plan keeps the same version again before the agent has done its work.
    for (let pass = 0; pass < 2; pass++) {
      await lab.startRun(contract.id)
      await lab.settled(contract.id)
    }
    await sync()
    assert.deepEqual(folder.tree(), { Plans: null, 'Plans/a.txt': 'second' })
    const versions = await kept(lab, contract.id)
    assert.sameDeepMembers(
      versions.map(({ path, reason }) => `${reason} ${path}`),
      ['overwritten Plans/a.txt', 'deleted b.txt']
    )
    const [plan] = await kept(lab, contract.id, '?filter={"search":"plans"}')
    assert.equal(plan?.path, 'Plans/a.txt')
    const restore = (id: string, as = lab.tenant.editor) =>
      app.call<{ path: string; version: number }>(
        ...(['POST', `/api/sync-contracts/${contract.id}/kept/${id}/restore`, { as }] as const)
      )
    assert.equal((await restore(plan!.id, lab.tenant.viewer)).status, 403)
    const first = await restore(plan!.id)
    assert.deepInclude(first.body, { path: '/Shared/Plans/a.txt', version: 3 })
    const gone = versions.find(({ path }) => path === 'b.txt')!
    assert.deepInclude((await restore(gone.id)).body, { path: '/Shared/b.txt', version: 1 })
    await sync()
    assert.deepEqual(folder.tree(), { Plans: null, 'Plans/a.txt': 'first', 'b.txt': 'b' })
    assert.deepEqual(await lab.tree(shared), folder.tree())
  })

  // Red when the former plan is shown instead of the one that stopped.
  test('a stopped run shows the plan that stopped it', async ({ assert }) => {
    const { lab, folder, sync, contract } = await deskLab(app)
    for (let number = 0; number < 30; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report()
    await sync()
    for (let number = 0; number < 25; number++) folder.remove(`${number}.txt`)
    await folder.report()
    await lab.startRun(contract.id)
    await until(
      'the run to stop',
      async () => (await shown(lab, contract.id)).state.phase === 'stopped'
    )
    const plan = await lab.ok<ShownPlan>('GET', `/sync-contracts/${contract.id}/plan`)
    assert.deepInclude(plan, { state: 'ready', total: 25 })
    assert.containSubset(plan, { stop: { code: 'many_deletions', count: 25 } })
    const stats = await lab.ok<object>('GET', '/sync-contracts/stats')
    assert.deepInclude(stats, { attentionContracts: 1, syncingContracts: 0 })
  })

  // Red when a contract without changes for a day counts as late, or an offline one as up to date.
  test('a continuous contract is up to date while its agent is online', async ({ assert }) => {
    const { lab, shared, folder, contract, agent } = await deskLab(app, {
      scheduleConfig: { mode: 'continuous' },
    })
    await agent.connect()
    folder.put('a.txt', 'a')
    await folder.report()
    await until('both ends to be equal', async () => {
      await folder.work()
      const { state, lastSyncAt } = await shown(lab, contract.id)
      return state.phase === 'idle' && lastSyncAt !== null
    })
    await lab.file('b.txt', shared)
    await until(
      'the agent to have work',
      async () => (await shown(lab, contract.id)).state.phase === 'syncing'
    )
    agent.leave()
    // Red when a run whose agent has disconnected still shows that it syncs.
    await until(
      'the run to wait',
      async () => (await shown(lab, contract.id)).state.phase === 'waiting'
    )
    const away = await until('the agent to be offline', async () => {
      const now = await shown(lab, contract.id)
      return !now.sides.source.isOnline && now
    })
    assert.isNotNull(away.sides.source.lastSeenAt)
    app.clock.advance(2 * 60 * 60_000)
    const later = await shown(lab, contract.id)
    assert.isBelow(Date.parse(later.lastSync!), clock.now() - 60 * 60_000)
    await (await agent.begin()).connect()
    const back = await until('both ends to be equal again', async () => {
      await folder.work()
      const now = await shown(lab, contract.id)
      return now.sides.source.isOnline && now.state.phase === 'idle' && now
    })
    assert.isAbove(Date.parse(back.lastSync!), clock.now() - 60_000)
    agent.leave()
  }).teardown(() => app.clock.advance(-2 * 60 * 60_000))
})
