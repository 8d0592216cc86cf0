import { invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { openConfig } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { endpointErrors } from '../../actions/endpoints.js'
import { refuse } from '../../config/change.js'
import { contextOf, masked, storedAuth } from '../../config/stored.js'
import { choicesOf } from '../../imports/actions/import_description.js'
import { documentOf } from '../../imports/document_of.js'
import { selectOperations } from '../../imports/make_system.js'
import { importableEndpoints, prepareTemplates } from '../../imports/prepared.js'
import { readInThread } from '../../imports/read_in_thread.js'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import type { ExternalSystem } from '../../models/external_system.js'
import { plainRequest } from '../../promotion/request_secrets.js'
import { findSystem } from '../../queries/systems.js'
import {
  mostDefinitionBytes,
  secretPlace,
  type ContractDefinition,
  type TemplateEndpoint,
} from '../../definitions/template.js'
import type { createTemplateBody } from '../validators/templates.js'
import { withoutWrittenSecrets } from './without_secrets.js'
import type { Made } from './made.js'

type Given = Output<typeof createTemplateBody>

/**
 * Returns the given definition, or a definition built from a system or an OpenAPI description; undefined if none
 * is given.
 * @throws Problem 404, 413, 422
 */
export async function definitionOf(given: Omit<Given, 'name'>): Promise<Made | undefined> {
  const { contractDefinition, fromSystemId, document, url, systemType = 'api' } = given
  const ways = [contractDefinition, fromSystemId, document ?? url].filter(
    (one) => one !== undefined
  )
  if (ways.length > 1) throw oneOnly()
  const made = contractDefinition
    ? { systemType, definition: whole(contractDefinition) }
    : fromSystemId !== undefined
      ? await withoutWrittenSecrets(await ofSystem(fromSystemId))
      : ways.length > 0
        ? { systemType, definition: await ofDescription(given) }
        : undefined
  if (made) check(made.definition)
  return made
}

export const oneOnly = () =>
  invalid(
    'contractDefinition',
    text('Give one of "contractDefinition", "fromSystemId", "document" and "url".')
  )

/**
 * Checks a definition.
 * @throws Problem 422
 */
function check(definition: ContractDefinition): void {
  const { endpoints } = definition
  refuse(
    endpoints.flatMap((endpoint, at) =>
      endpointErrors(endpoint, endpoint.endpointType ?? 'outbound').map((error) => ({
        ...error,
        field: `contractDefinition.endpoints.${at}.${error.field}`,
      }))
    )
  )
  const keys = new Set(endpoints.map(({ key }) => key))
  if (keys.size < endpoints.length) {
    throw invalid('contractDefinition', text('Two endpoints of the template have the same key.'))
  }
  if (endpoints.length === 0) {
    throw invalid('contractDefinition', text('A template has at least one endpoint.'))
  }
  if (Buffer.byteLength(JSON.stringify(definition)) > mostDefinitionBytes) {
    throw invalid(
      'contractDefinition',
      text('A template may have at most {most} KiB. Choose fewer endpoints.', {
        most: mostDefinitionBytes / 1024,
      })
    )
  }
}

function whole({
  system,
  hints = [],
  endpoints,
}: NonNullable<Given['contractDefinition']>): ContractDefinition {
  const { baseUrl = null, authType, authConfig = {}, capabilities } = system
  return {
    system: { baseUrl, authType, authConfig, capabilities: capabilities ?? ['send', 'receive'] },
    hints,
    endpoints: endpoints.map((endpoint) => ({
      ...endpoint,
      group: endpoint.group ?? '',
      requestSchema: endpoint.requestSchema ?? {},
      responseSchema: endpoint.responseSchema ?? {},
    })),
  }
}

async function ofDescription(given: Omit<Given, 'name'>): Promise<ContractDefinition> {
  const plan = prepareTemplates(await readInThread(await documentOf(given), choicesOf(given)))
  const { baseUrl, authType, authConfig } = plan.system
  const endpoints = selectOperations(importableEndpoints(plan), given.keys).map(
    ({ origin: _, ...one }) => one
  )
  return {
    system: { baseUrl, authType, authConfig, capabilities: ['send', 'receive'] },
    hints: [],
    endpoints,
  }
}

/** Returns the definition of a system and its endpoints, without secrets. */
async function ofSystem(id: string): Promise<Made> {
  const system = await findSystem(id)
  const stored = await ApiEndpoint.query().where('system_id', id).orderBy('name').orderBy('id')
  const { systemType, baseUrl, authType, capabilities } = system
  return {
    systemType,
    definition: {
      system: { baseUrl, authType, authConfig: plainAuth(system), capabilities },
      hints: [],
      endpoints: stored.map(endpointOf),
    },
  }
}

function endpointOf(endpoint: ApiEndpoint): TemplateEndpoint {
  const { id, name, method, endpointType, triggers, fieldMapping, responseSchema } = endpoint
  return {
    key: id,
    group: '',
    name,
    method,
    endpointType,
    triggers,
    fieldMapping,
    responseSchema,
    ...plainRequest(endpoint),
  }
}

const plainNames = [
  'authorizationUrl',
  'tokenUrl',
  'scope',
  'audience',
  'resource',
  'clientAuthentication',
]

/** Returns the credential parts that are not secret, and headers whose secret is only a placeholder. */
function plainAuth(system: ExternalSystem): Record<string, unknown> {
  try {
    const auth = storedAuth(system)
    const plain = Object.entries(masked(auth)).filter(
      ([name, value]) => plainNames.includes(name) && typeof value === 'string'
    )
    const { headers = {} } = openConfig(auth, contextOf(system.id)) as {
      headers?: Record<string, string>
    }
    const places = Object.entries(headers).filter(([, value]) => secretPlace.test(value))
    return {
      ...Object.fromEntries(plain),
      ...(places.length > 0 ? { headers: Object.fromEntries(places) } : {}),
    }
  } catch (error) {
    if (error instanceof SecretError) return {}
    throw error
  }
}
