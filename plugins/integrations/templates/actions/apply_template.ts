import { transaction } from '@crossdock/kernel/database'
import { conflict, english, text, type Output } from '@crossdock/kernel/http'
import type { MadeEndpoint } from '../../actions/endpoints.js'
import { hashOf } from '../../imports/hash_of.js'
import { assertRoom, chosenOf, makeSystem, roomForEndpoints } from '../../imports/make_system.js'
import type { ExternalSystem } from '../../models/external_system.js'
import type { TemplateEndpoint } from '../definition.js'
import { definitionIn, findTemplate, type FoundTemplate } from '../queries/templates.js'
import type { applyTemplateBody } from '../validators/templates.js'

/** Makes a system with the endpoints of a template, all or the chosen ones. @throws Problem 404, 409, 422 */
export async function applyTemplate(
  id: string,
  given: Output<typeof applyTemplateBody>
): Promise<ExternalSystem> {
  return transaction(async () => {
    const found = await findTemplate(id, { lock: true })
    const { name, description, systemType, isActive } = aboutOf(found)
    if (!isActive) {
      throw conflict('E_TEMPLATE_OFF', text('The template {name} is switched off.', { name }))
    }
    const { version, definition } = await definitionIn(found, given.version)
    const made = chosenOf(definition.endpoints, given.keys).map(madeOf)
    assertRoom(made.length, await roomForEndpoints())
    return makeSystem({ ...definition.system, name, description, systemType }, given, made, {
      ...{ kind: 'template', title: name, version, templateId: id },
    })
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
