import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { download, formParts, freshBytes, upload } from '../content.js'
import { fileServer } from '../file_server.js'
import { ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'

const MIB = 2 ** 20

/** One large file from the page cache: both sides have read it before. */
export const largeDownload: PairedLine = {
  name: 'download',
  about: 'a download of 1 GiB, compared with nginx (or sendfile where that is not installed)',
  figures: {
    rate: {
      what: 'download of 1 GiB',
      unit: 'MB/s',
      better: 'more',
      target: ratioOf(0.6, 0.8),
    },
  },
  missing: async () => ((await fileServer()) ? undefined : 'neither nginx nor Python is installed'),
  async open(build, { quick }) {
    const mebibytes = quick ? 32 : 1024
    const subject = await startSubject({}, build)
    const { server, token } = subject
    const closing = [() => subject.close()]
    const { type, before, after } = formParts('large.bin')
    const headers = { ...token.headers, 'content-type': type }
    const url = `${server.url}/api/assets`
    const { answer } = await upload({ url, headers, mebibytes, before, after })
    const { id } = JSON.parse(answer) as { id: string }
    const side = (name: string, from: string) => ({
      name,
      async measure() {
        const milliseconds = await download(from, token.headers, mebibytes * MIB)
        return { rate: (mebibytes * MIB) / 1e6 / (milliseconds / 1000) }
      },
    })
    return {
      ours: side('Crossdock', `${url}/${id}/content`),
      async startBaseline() {
        const file = join(server.dataDir, 'limit.bin')
        await pipeline(Readable.from(freshBytes(mebibytes)), createWriteStream(file))
        const limit = await (await fileServer())!.start(file)
        closing.unshift(() => limit.close())
        return side(limit.name, limit.url)
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}
