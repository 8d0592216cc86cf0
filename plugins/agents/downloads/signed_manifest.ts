import { stat } from 'node:fs/promises'
import { signatures } from '@crossdock/kernel/secrets'
import { builtAgents, notBuilt } from './files.js'

/** The first line of a manifest. It names the purpose, so the signature is valid for nothing else. */
const purpose = 'crossdock-agent-update'

/**
 * Returns the signed manifest of the offered programs, for updates. An agent verifies the exact text, so do not
 * reformat it. The counter increases with each build, because an agent refuses an older manifest.
 * @throws Problem 404 when none was built
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
