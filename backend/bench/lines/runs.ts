import { closedLoop } from '../closed_loop.js'
import { figureOf, ratioOf, type PairedLine } from '../paired/line.js'
import { compareRuns } from '../run_sides.js'

const what = 'trigger, HTTP call, completed, every step saved, c=10'

/** One-step runs, ten at a time, each followed until it ends. */
export const runs: PairedLine = {
  name: 'runs',
  about: 'runs of one call, ten at a time, compared with a hand-written engine',
  figures: {
    perSecond: { what, unit: '/s', better: 'more', target: ratioOf(0.4, 0.6) },
    p50: { what: `${what}, P50`, unit: 'ms', better: 'less', target: figureOf(15) },
    p99: { what: `${what}, P99`, unit: 'ms', better: 'less', target: figureOf(60) },
  },
  open: (build, { quick }) =>
    compareRuns(build, {
      steps: [1],
      async measure({ run }) {
        const seconds = quick ? 1 : 5
        const { perSecond, p50, p99 } = await closedLoop({ lanes: 10, seconds, work: () => run(1) })
        return { perSecond, p50, p99 }
      },
    }),
}
