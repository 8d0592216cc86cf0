import { download, formParts, upload } from '../content.js'
import { startProcess } from '../start_process.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { resetPeakMemory, memory, missingProc } from '../sampler.js'
import { quantile } from '../statistics.js'
import { startSubject } from '../subject.js'

const MIB = 2 ** 20
const rate = 50

/** The effect of a large upload and a large download on other requests. */
export const largeTransfers: PairedLine = {
  name: 'transfers',
  about: 'other requests, 50 a second, during an upload and a download of 1 GiB each',
  figures: {
    p50: { what: 'list of 25 files during the transfers, median', unit: 'ms', better: 'less' },
    p99: {
      what: 'requests during the transfers, P99',
      unit: 'ms',
      better: 'less',
      target: figureOf(20),
    },
    more: {
      what: 'peak rise in resident memory during the transfers',
      unit: 'MiB',
      better: 'less',
      target: figureOf(80),
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
      const { type, before, after } = formParts(`large ${number++}.bin`)
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
          await resetPeakMemory(server.pid)
          let isUploaded = false
          const uploading = up().finally(() => (isUploaded = true))
          // Repeat the download until the upload ends.
          const downloading = (async () => {
            while (!isUploaded) await down()
          })()
          const asking = (async () => {
            while (!isUploaded) {
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
