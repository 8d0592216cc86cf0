import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { originsOf } from '@crossdock/kernel/tenancy'
import type { Input } from '@crossdock/kernel/http'
import { builtAgents, notBuilt } from '../downloads/files.js'
import { signedManifest } from '../downloads/signed_manifest.js'

const hint = 'Build the downloads on the server: npm run build:agents'

/** The agent programs that the server offers. */
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

  /** @throws Problem 404 when none was built */
  update() {
    return signedManifest()
  }

  /** @throws Problem 404 for a program that was not built */
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
