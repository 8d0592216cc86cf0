import { test } from '@japa/runner'
import { assetEvents } from '@crossdock/backend/assets'
import { bootApp, until } from '@crossdock/backend/testing'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTenant, insertAll, tenantTable } from '@crossdock/kernel/tenancy'
import type { TriggerConfig, TriggerType } from '../contracts/index.js'
import { inTurn, matchTriggers } from '../job_refs.js'
import { FlowLab } from './flow_lab.js'
import { onUploads } from './on_uploads.js'
import { anyConfig, Probe, probePlugin } from './probe.js'

/** A trigger whose comparisons take long. Counts how often other work runs in between. */
class SlowTrigger implements TriggerType {
  readonly label = 'Slow'
  readonly description = 'Takes long for each comparison'
  readonly config = anyConfig
  readonly on = [assetEvents.fileUpload]
  readonly calls: { config: TriggerConfig; event: LoggedEvent; turns: number }[] = []
  #turns = 0

  matches(config: TriggerConfig, event: LoggedEvent): boolean {
    this.calls.push({ config, event, turns: this.#turns })
    setImmediate(() => this.#turns++)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return false
  }
}

// Red when findMatches does not pause between comparisons, reads a configuration for every event, or asks a
// trigger about an event that is not in its `on`.
test('other work gets its turn while a slice is processed', async ({ assert, cleanup }) => {
  const trigger = new SlowTrigger()
  const app = await bootApp({ plugins: [probePlugin(new Probe(), trigger)] })
  cleanup(() => app.stop())
  const lab = new FlowLab(app, await app.tenant('acme'))
  await lab.upload('a.txt', 'x')
  await lab.upload('b.txt', 'x')
  await lab.folder('Inbox')
  // Nothing reacts to them yet; after a later event has been processed, nothing will.
  const other = new FlowLab(app, await app.tenant('birch'))
  const [later] = onUploads(1)
  await inTenant(other.tenant.id, () => insertAll([later!]))
  await other.upload('later.txt', 'x')
  await until('a later run', async () => (await other.runsOf(later!.id)).length === 1)
  await inTenant(lab.tenant.id, async () => {
    await insertAll(onUploads(15, 'fatal'))
    const events = await tenantTable<{ id: string }>('middleware_events').select('id')
    await enqueue(matchTriggers, { eventIds: events.map(({ id }) => id) }, inTurn)
  })
  await until('no job to be left', async () => (await lab.jobsLeft()) === 0)
  const { calls } = trigger
  assert.lengthOf(calls, 15 * 2)
  assert.deepEqual([...new Set(calls.map(({ event }) => event.eventType))], ['file_upload'])
  assert.deepEqual(
    calls.map(({ turns }) => turns),
    [...calls.keys()]
  )
  assert.lengthOf([...new Set(calls.map(({ config }) => config))], 15)
})
