import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { originsOf, type Input } from '@crossdock/kernel/http'
import { builtAgents, notBuilt } from '../downloads/files.js'
import { signedManifest } from '../downloads/signed_manifest.js'

const hint = 'Build the downloads on the server: npm run build:agents'

/** The programs of agents that the server hands out. */
export default class DownloadsController {
  async index() {
    const { files } = await builtAgents()
    const [origin] = originsOf(null)
    return {
      files: files.map((file) => ({
        ...file,
        url: `${origin}/api/desktop-agents/downloads/${file.platform}-${file.arch}`,
      })),
      hint: files.length === 0 ? hint : null,
    }
  }

  /** @throws Problem 404 where none was built */
  update() {
    return signedManifest()
  }

  /** @throws Problem 404 for what was not built */
  async send({ http, params }: Input<undefined, undefined, 'target'>) {
    const { folder, files } = await builtAgents()
    const found = files.find(({ platform, arch }) => `${platform}-${arch}` === params.target)
    const handle = found && (await open(folder + found.file).catch(() => undefined))
    if (!found || !handle) throw notBuilt(params.target)
    const { size } = await handle.stat()
    const { response } = http
    response.header('content-type', 'application/octet-stream')
    response.header('content-length', size)
    response.header('content-disposition', `attachment; filename="${found.file}"`)
    response.header('cache-control', 'no-cache')
    response.stream(createReadStream('', { fd: handle }))
  }
}
