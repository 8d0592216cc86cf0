import type { ConnectionOutcome, Connector } from '@crossdock/integrations/contracts'
import { EndpointError, type FileSystemKind } from '@crossdock/sync/contracts'
import { config, type SftpSystem } from './config.js'
import { openSftp } from './endpoint.js'
import { CredentialsRefused, HostKeyRefused } from './session.js'

/** The connector for files of an SFTP server. */
export const sftpConnector: Connector<typeof config> = {
  label: 'SFTP server',
  description:
    'Files on a server that is reached by SSH; sync contracts keep folders equal with it.',
  icon: 'server',
  config,
  authTypes: ['ssh_password', 'ssh_key'],
  capabilities: ['send', 'receive', 'observe'],
  operations: {
    async check({ system, signal, endpoint: { method } }) {
      const startedAt = performance.now()
      const asked = { method, folder: system.config.path ?? '' }
      const ended = (outcome: Ending): ConnectionOutcome => ({
        statusCode: null,
        retryable: false,
        request: asked,
        response: null,
        durationMs: Math.round(performance.now() - startedAt),
        ...outcome,
      })
      try {
        const files = await openSftp(system, signal)
        try {
          const { length } = await files.list('')
          return ended({
            status: 'success',
            message: `${system.name} lets the account in. Its folder holds ${length} entries.`,
            connection: { reachable: true, trusted: true, authenticated: true, advice: null },
          })
        } finally {
          await files.close()
        }
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error
        return ended(refused(error))
      }
    },
  },
}

type Ending = Pick<ConnectionOutcome, 'status' | 'message' | 'connection'> &
  Partial<ConnectionOutcome>

/** Returns the result of a connection test that failed with this error. */
function refused(error: EndpointError): Ending {
  const known = { status: 'error' as const, message: error.message }
  if (error instanceof HostKeyRefused) {
    const found = { part: 'hostKey', value: error.fingerprint }
    const advice = null
    return {
      ...known,
      connection: { reachable: true, trusted: false, authenticated: null, advice, found },
    }
  }
  if (error instanceof CredentialsRefused) {
    return {
      ...known,
      connection: { reachable: true, trusted: true, authenticated: false, advice: null },
    }
  }
  if (error.code === 'unreachable') {
    const advice = 'Check host and port, and whether an SSH server answers there.'
    return {
      ...known,
      retryable: true,
      fault: 'connection',
      connection: { reachable: false, trusted: null, authenticated: null, advice },
    }
  }
  return {
    ...known,
    connection: { reachable: true, trusted: true, authenticated: true, advice: null },
  }
}

/** Gives sync access to the files of the connector's systems. */
export const sftpFiles: FileSystemKind = {
  open: (system, signal) => openSftp(system as SftpSystem, signal),
}
