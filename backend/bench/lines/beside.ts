import { download, fileForm, upload } from '../content.js'
import { startProcess } from '../limit_process.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { forgetHighest, memory, missingProc } from '../sampler.js'
import { quantile } from '../statistics.js'
import { startSubject } from '../subject.js'

const MIB = 2 ** 20
const rate = 50

/** What others notice of an upload and a download of one large file each. */
export const beside: PairedLine = {
  name: 'beside',
  about: 'other requests, 50 a second, beside an upload and a download of 1 GiB each',
  figures: {
    p50: { what: 'page of 25 files beside 1 GiB up and down, median', unit: 'ms', better: 'less' },
    p99: {
      what: 'the same, P99',
      ...{ unit: 'ms', better: 'less', target: figureOf(20) },
    },
    more: {
      what: 'resident memory at its highest meanwhile, above that of before',
      ...{ unit: 'MiB', better: 'less', target: figureOf(80) },
    },
  },
  missing: missingProc,
  async open(build, { quick }) {
    const mebibytes = quick ? 64 : 1024
    const subject = await startSubject({}, build)
    const { server, token } = subject
    const url = `${server.url}/api/assets`
    const asker = await startProcess('asker', { url: `${url}?limit=25`, headers: token.headers })
    let number = 0
    const up = async () => {
      const { type, before, after } = fileForm(`large ${number++}.bin`)
      const headers = { ...token.headers, 'content-type': type }
      const { answer } = await upload({ url, headers, mebibytes, before, after })
      return (JSON.parse(answer) as { id: string }).id
    }
    const id = await up()
    const down = () => download(`${url}/${id}/content`, token.headers, mebibytes * MIB)
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const latencies: number[] = []
          const idle = await memory(server.pid)
          await forgetHighest(server.pid)
          let isUp = false
          const uploading = up().finally(() => (isUp = true))
          // The faster of the two goes on, so that there always are both.
          const downloading = (async () => {
            while (!isUp) await down()
          })()
          const asking = (async () => {
            while (!isUp) {
              const asked = await asker.ask<{ latencies: number[] }>({ rate, seconds: 1 })
              latencies.push(...asked.latencies)
            }
          })()
          await Promise.all([uploading, downloading, asking])
          const at = (share: number) => quantile(latencies, share)
          const more = (await memory(server.pid, 'VmHWM')) - idle
          return { p50: at(0.5), p99: at(0.99), more }
        },
      },
      async close() {
        await asker.close()
        await subject.close()
      },
    }
  },
}
