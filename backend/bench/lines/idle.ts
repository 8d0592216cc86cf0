import { setTimeout as delay } from 'node:timers/promises'
import { figureOf, type PairedLine } from '../paired/line.js'
import { usageBetween, memory, missingProc, sample } from '../sampler.js'
import { startSubject, type Subject } from '../subject.js'

/** The memory and CPU of an idle server. Each measurement starts a new one. */
export const idle: PairedLine = {
  name: 'idle',
  about: 'memory, processor and wake-ups of an idle server with all plugins',
  figures: {
    memory: {
      what: 'idle process, all plugins, one tenant: resident memory',
      unit: 'MiB',
      better: 'less',
      target: figureOf(140, 120),
    },
    core: {
      what: 'idle server: processor',
      unit: '% of a core',
      better: 'less',
      target: figureOf(0.3, 0.1),
    },
    wakeUps: { what: 'idle server: wake-ups of its threads', unit: '/s', better: 'less' },
  },
  fresh: true,
  missing: missingProc,
  async open(build, { quick }) {
    const [restMs, watchMs] = quick ? [1_000, 1_000] : [60_000, 30_000]
    let running: Subject | undefined
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          running = await startSubject({}, build)
          const { pid } = running.server
          await delay(restMs)
          const before = await sample(pid)
          await delay(watchMs)
          const used = usageBetween(before, await sample(pid))
          const figures = { memory: await memory(pid), ...used }
          await running.close()
          running = undefined
          return figures
        },
      },
      close: async () => running?.close(),
    }
  },
}
