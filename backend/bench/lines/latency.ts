import { figureOf, ratioOf, type Figures, type PairedLine } from '../paired/line.js'
import { compareRuns, type Runs } from '../run_sides.js'
import { quantile } from '../statistics.js'

/** One run after the other, without other load on the machine. */
export const latency: PairedLine = {
  name: 'latency',
  about: 'runs of one and of three calls, one after the other, compared with a hand-written engine',
  figures: {
    one: {
      what: 'one-step run unloaded, median',
      unit: 'ms',
      better: 'less',
      target: ratioOf(3, 2),
    },
    oneP99: { what: 'one-step run unloaded, P99', unit: 'ms', better: 'less' },
    three: {
      what: 'three-step run unloaded, median',
      unit: 'ms',
      better: 'less',
      target: ratioOf(3, 2),
    },
    threeP99: {
      what: 'three-step run unloaded, P99',
      unit: 'ms',
      better: 'less',
      target: figureOf(40, 15),
    },
  },
  open: (build, { quick }) =>
    compareRuns(build, {
      steps: [1, 3],
      busyPoll: true,
      async measure(runs) {
        const count = quick ? 20 : 300
        const [one, three] = [
          await measureRunTimes(runs, 1, count),
          await measureRunTimes(runs, 3, count),
        ]
        return { one: one.p50!, oneP99: one.p99!, three: three.p50!, threeP99: three.p99! }
      },
    }),
}

async function measureRunTimes({ run }: Runs, steps: number, count: number): Promise<Figures> {
  const all: number[] = []
  for (let at = 0; at < count; at++) {
    const begin = performance.now()
    await run(steps)
    all.push(performance.now() - begin)
  }
  return { p50: quantile(all, 0.5), p99: quantile(all, 0.99) }
}
