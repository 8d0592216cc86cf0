import { formParts, upload } from '../content.js'
import { startBaseline } from '../start_process.js'
import { ratioOf, type Figures, type PairedLine } from '../paired/line.js'
import { resetPeakMemory, memory } from '../sampler.js'
import { startSubject } from '../subject.js'

const MIB = 2 ** 20
const perSecond = (mebibytes: number, milliseconds: number) =>
  (mebibytes * MIB) / 1e6 / (milliseconds / 1000)

/** One large file: hashed, cut into chunks, and on disk before the acknowledgement. */
export const largeUpload: PairedLine = {
  name: 'upload',
  about: 'an upload of 1 GiB, compared with stream, sha256 and fdatasync',
  figures: {
    rate: {
      what: 'upload of 1 GiB, hashed, chunked, on disk',
      unit: 'MB/s',
      better: 'more',
      target: ratioOf(0.9, 1.2),
    },
    highest: { what: 'peak resident memory during it', unit: 'MiB', better: 'less' },
  },
  async open(build, { quick }) {
    const mebibytes = quick ? 32 : 1024
    const subject = await startSubject({}, build)
    const { server, token } = subject
    const closing = [() => subject.close()]
    let number = 0
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const { type, before, after } = formParts(`large ${number++}.bin`)
          const headers = { ...token.headers, 'content-type': type }
          const url = `${server.url}/api/assets`
          const isLinux = process.platform === 'linux'
          if (isLinux) await resetPeakMemory(server.pid)
          const { milliseconds } = await upload({ url, headers, mebibytes, before, after })
          const figures: Figures = { rate: perSecond(mebibytes, milliseconds) }
          if (isLinux) figures.highest = await memory(server.pid, 'VmHWM')
          return figures
        },
      },
      async startBaseline() {
        const limit = await startBaseline('receive', { folder: server.dataDir })
        closing.unshift(() => limit.close())
        return {
          name: 'stream, sha256, fdatasync',
          async measure() {
            const { milliseconds } = await upload({ url: limit.url, mebibytes })
            return { rate: perSecond(mebibytes, milliseconds) }
          },
        }
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}
