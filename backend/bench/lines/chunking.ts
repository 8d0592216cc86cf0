import { join } from 'node:path'
import { startBaseline } from '../start_process.js'
import { figureOf, type Figures, type PairedLine } from '../paired/line.js'

/**
 * How files are cut into chunks. Each measurement inserts into different bytes, which are the same in every run
 * of the bench.
 */
export const chunking: PairedLine = {
  name: 'chunking',
  about: 'bytes stored for 1 MiB inserted into 96 MiB, and the cutting speed compared with sha256',
  figures: {
    median: {
      what: 'stored for 1 MiB inserted at 40 places of 96 MiB, median',
      unit: 'MiB',
      better: 'less',
      target: figureOf(2.9, 2.5),
    },
    p90: {
      what: 'stored again for 1 MiB inserted, P90',
      unit: 'MiB',
      better: 'less',
      target: figureOf(4),
    },
    rate: { what: 'cutting, a second of processor time', unit: 'MB/s', better: 'more' },
  },
  async open({ root }, { quick }) {
    const closing: (() => Promise<void>)[] = []
    const side = async (name: string, options: object) => {
      const worker = await startBaseline('chunking', options)
      closing.push(() => worker.close())
      let measured = 0
      const measure = () =>
        worker.ask<Figures>({ seed: `chunking ${measured++}`, mebibytes: quick ? 16 : 256 })
      return { name, measure }
    }
    const cutPoints = join(root, 'build', 'backend', 'kernel', 'chunks', 'cut_points.js')
    return {
      ours: await side('Crossdock', { cutPoints }),
      startBaseline: () => side('sha256', {}),
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}
