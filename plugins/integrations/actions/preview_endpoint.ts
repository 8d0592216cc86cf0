import type { Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import { redact, SecretError } from '@crossdock/kernel/secrets'
import { endpointForFile } from '../calls/bound_file.js'
import { CallRefused } from '../placeholders/call_refused.js'
import type { EndpointCall } from '../calls/make_call.js'
import { currentSecrets } from '../calls/known_secrets.js'
import { mappingWarnings, newestFiles } from '../calls/mapping_warnings.js'
import { LOG_CHARS, shownData } from '../calls/shown.js'
import { requestErrors } from '../placeholders/template.js'
import { sourceErrors } from '../placeholders/sources.js'
import { sourcesOf } from '../calls/source_values.js'
import { trialCall } from '../calls/trial_call.js'
import { variableWarnings } from '../calls/variable_warnings.js'
import { refuse } from '../config/change.js'
import { openSystem } from '../config/opened.js'
import { connectors, type Call } from '../contracts/index.js'
import type { ExternalSystem } from '../models/external_system.js'
import { findSystem } from '../queries/systems.js'
import type { previewEndpointBody } from '../validators/endpoints.js'

/**
 * Previews a draft of an endpoint. Returns the request that a test would send, the sources that a mapping may
 * read, and warnings.
 */
export async function previewEndpoint(draft: Output<typeof previewEndpointBody>, reader: Reader) {
  const { name = draft.path, path, method, fieldMapping = {} } = draft
  const { requestSchema = {}, responseSchema = {} } = draft
  refuse([...sourceErrors(fieldMapping), ...requestErrors(draft)])
  const system = await findSystem(draft.systemId)
  const endpoint = { name, path, method, requestSchema, responseSchema, fieldMapping }
  const { call } = await trialCall(system, null, draft)
  const odd = [
    ...(await mappingWarnings(fieldMapping, call.values.file, newestFiles)),
    ...variableWarnings(system, endpoint, call.values.variables),
  ]
  return {
    ...(await requestOf(system, { ...call, endpoint })),
    sources: sourcesOf(call.values, draft.assetId === undefined ? await newestFiles() : []),
    warnings: odd.map(({ field, text }) => ({ field, message: reader.say(text) })),
  }
}

/** Returns the request that a call would send, masked; or the reason why there is none. */
export async function requestOf(
  system: ExternalSystem,
  call: EndpointCall['call'] & Pick<Call, 'endpoint'>
): Promise<{ request: Record<string, unknown> | null; problem: string | null }> {
  const secrets = await currentSecrets()
  const used = () => call.values.variables?.secrets() ?? []
  try {
    const endpoint = await endpointForFile(system, call.endpoint, call.values.file)
    const opened = await openSystem(system, call.values.variables)
    const operations = connectors.get(system.systemType)?.operations
    const request = operations?.preview?.({ ...call, endpoint, system: opened.system }) ?? null
    const known = secrets.with([...opened.secrets, ...used()])
    return { request: shownData(request, known, LOG_CHARS), problem: null }
  } catch (error) {
    if (!(error instanceof CallRefused) && !(error instanceof SecretError)) throw error
    return { request: null, problem: redact(error.message, secrets.with(used())) }
  }
}
