import { CallRefused, systemAccess } from '@crossdock/integrations/contracts'
import { EgressError, EgressRefused } from '@crossdock/kernel/egress'
import { SecretError } from '@crossdock/kernel/secrets'
import { EndpointError, syncEndpoints, type FileEndpoint } from '../contracts/index.js'

/**
 * Opens a session for the files of a system of the context's environment; the caller closes it. Every failure is
 * an `EndpointError`: a person must fix `refused` and `missing`; a retry may help after `unreachable`.
 * @throws EndpointError; Problem 404 for an unknown system
 */
export async function openEndpoint(systemId: string, signal?: AbortSignal): Promise<FileEndpoint> {
  try {
    const system = await systemAccess.use().open(systemId)
    const kind = syncEndpoints.get(system.systemType)
    if (!kind) {
      throw new EndpointError(
        'refused',
        `${system.name} holds no files that can be synced: no package for the system type ${system.systemType} is installed that does. Choose another system.`
      )
    }
    return await kind.open(system, signal)
  } catch (error) {
    if (error instanceof CallRefused || error instanceof SecretError)
      throw new EndpointError('refused', error.message, { cause: error })
    if (error instanceof EgressError) {
      const code = error instanceof EgressRefused ? 'refused' : 'unreachable'
      throw new EndpointError(code, error.message, { cause: error })
    }
    throw error
  }
}
