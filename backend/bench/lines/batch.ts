import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Pool } from 'undici'
import type { LoopResult } from '../closed_loop.js'
import { startBaseline } from '../start_process.js'
import { ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'

const bytes = 10 * 1024
const inOne = 1_000
const lanes = 8

/** Small files, a thousand per request, one request after the other. */
export const batch: PairedLine = {
  name: 'files-batch',
  about: '10,000 files of 10 KiB by POST /api/assets/batch, compared with write and fsync of each',
  figures: {
    perSecond: {
      what: '10,000 files of 10 KiB, a thousand in a request',
      unit: '/s',
      better: 'more',
      target: ratioOf(1, 2),
    },
  },
  async open(build, { quick }) {
    const requests = quick ? 1 : 10
    const subject = await startSubject({}, build)
    const pool = new Pool(subject.server.url, { connections: 1 })
    const closing = [() => pool.close(), () => subject.close()]
    let number = 0
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const folder = `batch ${number++}`
          const bodies = Array.from({ length: requests }, (_, at) => buildForm(`${folder}/${at}`))
          const begin = performance.now()
          for (const body of bodies) {
            const headers = { ...subject.token.headers, 'content-type': type }
            const path = '/api/assets/batch'
            const answered = await pool.request({ method: 'POST', path, headers, body })
            const result = (await answered.body.json()) as { files?: { fate: string }[] }
            const made = result.files?.filter(({ fate }) => fate === 'created').length
            if (made !== inOne) {
              throw new Error(`A batch was answered ${answered.statusCode}: ${made} files made.`)
            }
          }
          const seconds = (performance.now() - begin) / 1000
          return { perSecond: (requests * inOne) / seconds }
        },
      },
      async startBaseline() {
        const folder = join(subject.server.dataDir, 'limit')
        const limit = await startBaseline('write_fsync', { folder, bytes })
        closing.unshift(() => limit.close())
        return {
          name: 'write + fsync, c=8',
          async measure() {
            const { perSecond } = await limit.ask<LoopResult>({ lanes, seconds: quick ? 1 : 4 })
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

const boundary = 'crossdock-bench-boundary'
const type = `multipart/form-data; boundary=${boundary}`

/** A form with the maximum number of files, each with unique bytes. */
function buildForm(folder: string): Buffer {
  const parts = Array.from({ length: inOne }, (_, at) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${folder}/${at}.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`
    ),
    randomBytes(bytes),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)])
}
