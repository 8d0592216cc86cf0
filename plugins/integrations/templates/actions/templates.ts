import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { canonical } from '../../imports/hash_of.js'
import { currentContext } from '@crossdock/kernel/tenancy'
import { templateCreated, templateDeleted, templateUpdated } from '../../event_types.js'
import { ApiContractTemplate } from '../../models/api_contract_template.js'
import { ApiContractTemplateVersion } from '../../models/api_contract_template_version.js'
import type { ContractDefinition } from '../../definitions/template.js'
import {
  findTemplate,
  lockTemplate,
  mostTemplates,
  versionsOf,
  whereItIs,
} from '../queries/templates.js'
import type { createTemplateBody, updateTemplateBody } from '../validators/templates.js'
import { definitionOf, oneOnly } from './definition_of.js'

/** Maximum number of former versions of a template. */
const mostVersions = 20

/** @throws Problem 403, 404, 409, 413, 422 */
export async function createTemplate(
  given: Output<typeof createTemplateBody>
): Promise<ApiContractTemplate> {
  const { name, description = null, category = null, isGlobal = false, isActive = true } = given
  if (isGlobal) assertOperator()
  const made = await definitionOf(given)
  if (!made) throw oneOnly()
  const { systemType, definition } = made
  return whereItIs(isGlobal, () =>
    transaction(async () => {
      await assertRoom(isGlobal)
      const template = await ApiContractTemplate.create({
        ...(isGlobal ? { tenantId: null as never } : {}),
        name,
        description,
        category,
        systemType,
        isGlobal,
        isActive,
        contractDefinition: definition,
        endpointCount: definition.endpoints.length,
        version: given.version ?? '1.0',
      })
      await recordTemplateEvent(templateCreated, template)
      return template
    })
  )
}

/**
 * Changes the given fields. A new definition makes a new version; the former version can still be read.
 * @throws Problem 403, 404, 409, 413, 422
 */
export async function updateTemplate(
  id: string,
  given: Output<typeof updateTemplateBody>
): Promise<ApiContractTemplate> {
  const known = await findOwn(id)
  const { name, description, category, isActive } = given
  const fields = Object.entries({ name, description, category, isActive })
  // Build the definition as the caller, not as the operator: a super administrator may create a template for
  // everyone from a system of the present tenant.
  const made = await definitionOf({ ...given, systemType: known.systemType })
  return changing(known, async (template) => {
    const isNew = made && sameText(made.definition) !== sameText(template.contractDefinition)
    if (isNew) {
      await keepFormer(template)
      template.merge({
        systemType: made.systemType,
        contractDefinition: made.definition,
        endpointCount: made.definition.endpoints.length,
        version: nextVersion(template.version),
      })
    }
    template.merge(Object.fromEntries(fields.filter(([, value]) => value !== undefined)))
    await template.save()
    await recordTemplateEvent(templateUpdated, template)
    return template
  })
}

/**
 * Deletes a template. Systems that were created from it are kept.
 * @throws Problem 403, 404, 409
 */
export async function deleteTemplate(id: string): Promise<void> {
  await changing(await findOwn(id), async (template) => {
    await template.delete()
    await recordTemplateEvent(templateDeleted, template)
  })
}

/**
 * Runs work on a locked template in a transaction.
 * @throws Problem 404
 */
const changing = <T>(
  known: ApiContractTemplate,
  work: (template: ApiContractTemplate) => Promise<T>
): Promise<T> =>
  whereItIs(known.isGlobal, () => transaction(async () => work(await lockTemplate(known))))

/**
 * Finds a template that the caller may change.
 * @throws Problem 403, 404, 409
 */
async function findOwn(id: string): Promise<ApiContractTemplate> {
  const found = await findTemplate(id)
  if ('shipped' in found) {
    throw conflict(
      'E_SHIPPED_TEMPLATE',
      text('This template comes with Crossdock and stays as it is. Make one of your own from it.')
    )
  }
  if (found.stored.isGlobal) assertOperator()
  return found.stored
}

function assertOperator(): void {
  if (currentContext().caller.isSuperAdmin) return
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text('Templates for everyone are changed by a super administrator.')
  )
}

async function assertRoom(isGlobal: boolean): Promise<void> {
  const query = ApiContractTemplate.query().select('id')
  const all = await (isGlobal ? query.whereNull('tenant_id') : query)
  if (all.length < mostTemplates) return
  throw conflict(
    'E_TOO_MANY_TEMPLATES',
    text('There are at most {most} templates. Delete one first.', { most: mostTemplates })
  )
}

async function keepFormer(template: ApiContractTemplate): Promise<void> {
  const { id: templateId, tenantId, version, contractDefinition } = template
  const former = { templateId, tenantId, version, contractDefinition }
  await ApiContractTemplateVersion.create(former)
  const [, ...all] = await versionsOf(template)
  const old = all.slice(mostVersions)
  if (old.length === 0) return
  await ApiContractTemplateVersion.query()
    .where('template_id', templateId)
    .whereIn('version', old)
    .delete()
}

/**
 * Returns a text for comparing definitions. A definition that was read always has a mapping, even if the stored
 * endpoint has none.
 */
const sameText = ({ endpoints, ...rest }: ContractDefinition): string =>
  canonical({
    ...rest,
    endpoints: endpoints.map((endpoint) => ({ fieldMapping: {}, ...endpoint })),
  })

function nextVersion(version: string): string {
  const [major = '1', minor = '0'] = version.split('.')
  return `${major}.${Number(minor) + 1}`
}

async function recordTemplateEvent(
  type: typeof templateCreated,
  { id, name, version }: ApiContractTemplate
) {
  await recordEvent(type, {
    target: { type: 'api_contract_template', id },
    payload: { name, version },
  })
}
