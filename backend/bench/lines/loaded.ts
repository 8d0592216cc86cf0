import { closedLoop } from '../closed_loop.js'
import { openLoop } from '../open_loop.js'
import type { PairedLine } from '../paired/line.js'
import { compareRuns } from '../run_sides.js'

const share = 0.8

/** Run times at an even rate of 80 % of the measured side's maximum. */
export const loaded: PairedLine = {
  name: 'loaded',
  about:
    'runs of one call at 80 % of the load that fills a core, compared with a hand-written engine',
  figures: {
    full: { what: 'one-step runs with 50 in flight', unit: '/s', better: 'more' },
    p50: { what: 'one-step run at 80 % of that rate, median', unit: 'ms', better: 'less' },
    p99: { what: 'one-step run at 80 % of that rate, P99', unit: 'ms', better: 'less' },
  },
  open: (build, { quick }) =>
    compareRuns(build, {
      steps: [1],
      async measure({ run }) {
        const work = () => run(1)
        const full = await closedLoop({ lanes: 50, seconds: quick ? 1 : 4, work })
        const rate = full.perSecond * share
        const { p50, p99 } = await openLoop({ rate, seconds: quick ? 1 : 6, work })
        return { full: full.perSecond, p50, p99 }
      },
    }),
}
