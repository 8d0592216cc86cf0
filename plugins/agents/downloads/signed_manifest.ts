import { stat } from 'node:fs/promises'
import { signatures } from '@crossdock/kernel/secrets'
import { builtAgents, notBuilt } from './files.js'

/** What the text of a manifest begins with: its signature is good for nothing else. */
const purpose = 'crossdock-agent-update'

/**
 * What agents update themselves by: the program this server hands out, signed. An agent checks the text as it is, so
 * it is never written anew on the way. The counter grows with each build: an agent takes no older manifest.
 * @throws Problem 404 where none was built
 */
export async function signedManifest(): Promise<{ manifest: string; signature: string }> {
  const { folder, files } = await builtAgents()
  const [first] = files
  if (!first) throw notBuilt('update')
  const { mtimeMs } = await stat(`${folder}manifest.json`)
  const said = {
    counter: Math.floor(mtimeMs / 1000),
    version: first.version,
    files: Object.fromEntries(
      files.map(({ platform, arch, size, sha256 }) => [`${platform}-${arch}`, { size, sha256 }])
    ),
  }
  const manifest = `${purpose}\n${JSON.stringify(said)}`
  return { manifest, signature: signatures.use().sign(manifest).signature }
}
