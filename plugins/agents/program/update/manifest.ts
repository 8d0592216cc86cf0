import { createHash } from 'node:crypto'
import { AgentError } from '../errors.js'
import { isSigned } from '../keys.js'
import type { State } from '../state/state.js'

/** The server's manifest: its exact text is verified. */
export interface SignedManifest {
  manifest: string
  signature: string
}

/** The program for this machine's platform. */
export interface Release {
  version: string
  size: number
  sha256: string
}

const purpose = 'crossdock-agent-update\n'

/**
 * Reads a manifest. It must be signed with the update key of the enrollment, and must not be older than the last
 * accepted manifest.
 * @param target such as `linux-x64`
 * @throws AgentError
 */
export function readManifest(
  state: State,
  { manifest, signature }: SignedManifest,
  target: string
): Release {
  const { updateKey } = state.get('identity')!
  if (!updateKey) {
    throw new AgentError('E_UPDATE', 'The server of this agent offers no updates.')
  }
  if (!isSigned(updateKey, Buffer.from(manifest), signature)) {
    throw new AgentError(
      'E_UPDATE_SIGNATURE',
      'The update is not signed by the key that this agent got when it was enrolled.',
      { hint: 'If the key of the server was replaced, enroll the agent again with --replace.' }
    )
  }
  const { counter, version, files } = contentOf(manifest)
  const hash = createHash('sha256').update(manifest).digest('hex')
  const last = state.get('updateManifest')
  if (last && (counter < last.counter || (counter === last.counter && hash !== last.hash))) {
    throw new AgentError(
      'E_UPDATE_OLD',
      `The manifest of the update has the number ${counter}. One with ${last.counter} was accepted already.`
    )
  }
  const file = files[target]
  if (!file) throw new AgentError('E_UPDATE', `The update has no program for ${target}.`)
  state.set('updateManifest', { counter, hash })
  return { version, ...file }
}

interface Content {
  counter: number
  version: string
  files: Record<string, { size: number; sha256: string } | undefined>
}

/** Reads the signed content. The content is trusted, but may come from a newer server. */
function contentOf(manifest: string): Content {
  try {
    if (!manifest.startsWith(purpose)) throw new Error('it is for something else')
    const { counter, version, files } = JSON.parse(manifest.slice(purpose.length)) as Content
    if (Number.isSafeInteger(counter) && typeof version === 'string' && typeof files === 'object') {
      return { counter, version, files }
    }
    throw new Error('a value is missing')
  } catch (cause) {
    throw new AgentError('E_UPDATE', 'This version of the agent cannot read the update.', { cause })
  }
}
