import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Pool } from 'undici'
import { closedLoop, type LoopResult } from '../closed_loop.js'
import { formParts } from '../content.js'
import { startBaseline } from '../start_process.js'
import { ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'

const bytes = 4096
const lanes = 8

/** Small files one by one, eight in parallel. */
export const smallUploads: PairedLine = {
  name: 'files',
  about: 'uploads of 4 KiB one by one, eight at a time, compared with write and fsync of each',
  figures: {
    perSecond: {
      what: 'uploads of 4 KiB one by one, c=8',
      unit: '/s',
      better: 'more',
      target: ratioOf(0.25, 0.4),
    },
  },
  async open(build, { quick }) {
    const subject = await startSubject({}, build)
    const seconds = quick ? 2 : 4
    const pool = new Pool(subject.server.url, { connections: lanes })
    const closing = [() => pool.close(), () => subject.close()]
    let number = 0
    const work = async () => {
      const { type, before, after } = formParts(`file ${number++}.bin`)
      const body = Buffer.concat([Buffer.from(before), randomBytes(bytes), Buffer.from(after)])
      const headers = { ...subject.token.headers, 'content-type': type }
      const answered = await pool.request({ method: 'POST', path: '/api/assets', headers, body })
      const text = await answered.body.text()
      if (answered.statusCode !== 201) throw new Error(`${answered.statusCode}: ${text}`)
    }
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const { perSecond } = await closedLoop({ lanes, seconds, work })
          return { perSecond }
        },
      },
      async startBaseline() {
        const folder = join(subject.server.dataDir, 'limit')
        const limit = await startBaseline('write_fsync', { folder, bytes })
        closing.unshift(() => limit.close())
        return {
          name: 'write + fsync, c=8',
          async measure() {
            const { perSecond } = await limit.ask<LoopResult>({ lanes, seconds })
            return { perSecond }
          },
        }
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}
