import { transaction } from '@crossdock/kernel/database'
import { conflict, english, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import type { MadeEndpoint } from '../../actions/endpoints.js'
import { hashOf } from '../../imports/hash_of.js'
import {
  assertRoom,
  selectOperations,
  createSystemFromPlan,
  roomForEndpoints,
} from '../../imports/make_system.js'
import type { ExternalSystem } from '../../models/external_system.js'
import type { TemplateEndpoint } from '../../definitions/template.js'
import { definitionIn, findTemplate, type FoundTemplate } from '../queries/templates.js'
import type { applyTemplateBody } from '../validators/templates.js'

/**
 * Creates a system with all or the selected endpoints of a template.
 * @throws Problem 404, 409, 422
 */
export async function applyTemplate(
  id: string,
  given: Output<typeof applyTemplateBody>
): Promise<ExternalSystem> {
  return transaction(async () => {
    const found = await findTemplate(id, { lock: true })
    const { name, description, systemType, isActive } = aboutOf(found)
    if (!isActive) {
      throw conflict(
        'E_TEMPLATE_OFF',
        text('The template {name} is inactive. Activate it first.', { name })
      )
    }
    const { version, definition } = await definitionIn(found, given.version)
    const made = selectOperations(definition.endpoints, given.keys).map(madeOf)
    assertRoom(made.length, await roomForEndpoints())
    return createSystemFromPlan(
      { ...definition.system, name, description, systemType },
      given,
      made,
      {
        kind: 'template',
        title: name,
        version,
        templateId: id,
      }
    )
  })
}

function madeOf(given: TemplateEndpoint): MadeEndpoint {
  const responseSchema = { expectedStatus: [200], ...given.responseSchema }
  const endpoint = { ...given, responseSchema }
  return { ...endpoint, origin: { key: given.key, hash: hashOf(endpoint), required: [] } }
}

function aboutOf(found: FoundTemplate) {
  if ('stored' in found) return found.stored
  const { name, description } = found.shipped
  return {
    name: english(name),
    description: english(description),
    systemType: 'api',
    isActive: true,
  }
}
