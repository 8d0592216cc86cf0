import { CallRefused, systemAccess } from '@crossdock/integrations/contracts'
import { EgressError, EgressRefused } from '@crossdock/kernel/egress'
import { SecretError } from '@crossdock/kernel/secrets'
import { EndpointError, syncEndpoints, type FileEndpoint } from '../contracts/index.js'

/**
 * Opens a session on the files of a system of the context's environment; the caller closes it. Whatever is wrong is an
 * `EndpointError`: `refused` and `missing` need a person, `unreachable` is tried again.
 * @throws EndpointError; Problem 404 when there is no such system
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
