import { createHash, randomBytes } from 'node:crypto'
import { AgentError } from '../errors.js'
import { allowedFolder } from '../files/allow_list.js'
import { HttpClient, serverUrl } from '../http/client.js'
import { agentArch, agentPlatform, machineId, machineName } from '../platform.js'
import { commandTypes, type Enrolled } from '../protocol.js'
import type { Identity, State } from '../state/state.js'
import { agentVersion } from '../version.js'
import { newKeyPair } from '../keys.js'

export interface EnrollOptions {
  server: string
  token: string
  allow: string[]
  /** Replaces the machine's id if several machines have the same id. */
  machineId: string | undefined
  /** Whether to replace another identity in this state. */
  replace: boolean
}

/**
 * Exchanges a one-time token for an identity. The key is stored before the token is sent. If the answer is lost,
 * the same command gets the same identity.
 */
export async function enroll(state: State, options: EnrollOptions): Promise<Identity> {
  const server = serverUrl(options.server)
  const present = state.get('identity')
  const isStopped = state.get('stopped') !== undefined
  if (present && !isStopped && !options.replace) {
    throw new AgentError(
      'E_ENROLLED',
      `This state belongs to the agent "${present.agentName}" of ${present.organization} on ${present.server}.`,
      { hint: 'Enroll it again with --replace, or name another folder with --state.' }
    )
  }
  const folders = options.allow.map(allowedFolder)
  const kept = state.get('folders') ?? []
  const all = [...kept, ...folders.filter((one) => !kept.some(({ real }) => real === one.real))]
  const tokenHash = createHash('sha256').update(options.token).digest('hex')
  const begun = state.get('enrolling')
  const key = begun?.tokenHash === tokenHash ? begun.key : newKeyPair()
  state.set('enrolling', { tokenHash, key })
  const http = new HttpClient(server)
  try {
    const made = await http.json<Enrolled>('POST', '/api/desktop-agents/enroll', {
      json: {
        token: options.token,
        publicKey: key.publicKey,
        machineId: options.machineId ?? machineIdOf(state),
        machineName: machineName(),
        platform: agentPlatform(),
        arch: agentArch(),
        version: agentVersion,
        capabilities: commandTypes,
        folders: all.map(({ path }) => path),
      },
    })
    const identity: Identity = { ...made, server }
    state.atOnce(() => {
      state.set('identity', identity)
      state.set('key', key)
      state.set('folders', all)
      state.set('keyMadeAt', new Date().toISOString())
      // Delete the commands of another identity.
      if (present?.agentId !== identity.agentId) state.database.exec('delete from commands')
      state.drop('enrolling', 'candidateKey', 'stopped')
    })
    return identity
  } finally {
    http.close()
  }
}

function machineIdOf(state: State): string {
  const found = machineId() ?? state.get('machineId') ?? randomBytes(16).toString('hex')
  state.set('machineId', found)
  return found
}
