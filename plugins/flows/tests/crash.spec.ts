import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { call, freshDatabase } from '@crossdock/kernel/testing'
import { FatalProbe } from './fatal_probe.js'
import { FlowLab, probes, type Run } from './flow_lab.js'
import { probePlugin } from './probe.js'

test.group('a process that dies', () => {
  test('another goes on where it stopped; finished steps do not run again', async ({
    assert,
    cleanup,
  }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const probe = new FatalProbe(database.dataDir)
    const boot = () => bootApp({ database, plugins: [probePlugin(probe)] })

    const before = await boot()
    const tenant = await before.tenant('acme')
    const flow = await new FlowLab(before, tenant).workflow({
      steps: probes('first', 'fatal', 'last'),
    })
    await before.stop()

    const script = fileURLToPath(new URL('./fatal_process.ts', import.meta.url))
    const paths = [database.dataDir, ...(database.databaseUrl ? [database.databaseUrl] : [])]
    const child = spawn(process.execPath, [...process.execArgv, script, ...paths], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const died = once(child, 'exit')
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
    const started = await call<Run>(url, 'POST', '/api/flow-executions/trigger', {
      as: tenant.editor,
      body: { flowId: flow },
    }).catch(() => undefined)
    const [, signal] = (await died) as [number | null, string]
    assert.equal(signal, 'SIGKILL')

    const after = await boot()
    cleanup(() => after.stop())
    const lab = new FlowLab(after, tenant)
    const id = started?.body.id ?? (await lab.runsOf(flow))[0]!.id
    const run = await lab.reached(id, 'completed')
    assert.deepEqual(
      probe.calls().map((key) => key.replace(`${run.executionId}:`, '')),
      ['first', 'fatal', 'fatal', 'last']
    )
    const [, fatal] = run.stepResults
    assert.equal(fatal?.attempts, 2)
    assert.match(fatal?.tries[0]?.errorMessage ?? '', /process ended/)
  })
})
