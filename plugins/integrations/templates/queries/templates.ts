import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { fold, Page, type FilterValue, type ListRequest } from '@crossdock/kernel/lists'
import { notFound } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { ApiContractTemplate } from '../../models/api_contract_template.js'
import { ApiContractTemplateVersion } from '../../models/api_contract_template_version.js'
import type { ContractDefinition } from '../../definitions/template.js'
import { shippedTemplate, shippedTemplates, type ShippedTemplate } from '../shipped/index.js'
import { showShipped, showTemplate, type ShownTemplate } from '../transformers/template.js'

/** Maximum number of templates: people could not choose from more, and each list reads all of them. */
export const mostTemplates = 200

const reason = 'templates of the operator are for everyone'

type Templates = ModelQueryBuilderContract<typeof ApiContractTemplate>

/** Reads only templates of the operator, because the database shows a tenant only its own rows. */
const ofOperator = <T>(read: (query: Templates) => PromiseLike<T>): Promise<T> =>
  asOperator(reason, async () => read(ApiContractTemplate.query().whereNull('tenant_id')))

/** Selects all columns except the definitions, which may be large. */
const inList = (query: Templates) =>
  query
    .limit(mostTemplates)
    .select(
      'id',
      'tenant_id',
      'name',
      'description',
      'category',
      'system_type',
      'is_global',
      'endpoint_count',
      'version',
      'is_active',
      'created_at',
      'updated_at'
    )

/**
 * Lists a page of the templates of the organization, of the operator and of Crossdock. The templates that ship
 * with Crossdock are not in a table.
 */
export async function listTemplates(
  { filter, sort, offset, limit }: ListRequest,
  reader: Reader
): Promise<Page<ShownTemplate>> {
  const own = await inList(ApiContractTemplate.query())
  const forAll = await ofOperator(inList)
  // A tenant sees only the active templates of the operator.
  const open = forAll.filter(({ isActive }) => isActive || currentContext().caller.isSuperAdmin)
  const all = [
    ...[...own, ...open].map((template) => showTemplate(template)),
    ...shippedTemplates.map((template) => showShipped(template, reader)),
  ]
  const conditions = Object.entries(filter)
  const found = all.filter((one) => conditions.every(([name, value]) => fits(one, name, value)))
  found.sort(by(sort.field as keyof ShownTemplate, sort.direction === 'asc' ? 1 : -1))
  return new Page(found.slice(offset, offset + limit), found.length, offset)
}

function fits(template: ShownTemplate, name: string, wanted: FilterValue): boolean {
  if (name === 'search') {
    const sought = fold(String(wanted))
    return [template.name, template.description].some((one) => fold(one ?? '').includes(sought))
  }
  const value = template[name as keyof ShownTemplate]
  if (Array.isArray(wanted)) return wanted.includes(String(value))
  const isBeginning = typeof wanted === 'string' && wanted.endsWith('*')
  return isBeginning ? String(value).startsWith(wanted.slice(0, -1)) : value === wanted
}

const by =
  (field: keyof ShownTemplate, order: 1 | -1) =>
  (one: ShownTemplate, other: ShownTemplate): number =>
    order * (compare(one[field], other[field]) || compare(one.id, other.id))

const compare = (one: unknown, other: unknown): number =>
  String(one ?? '').localeCompare(String(other ?? ''), 'en', { numeric: true })

/** A template with its origin. */
export type FoundTemplate = { shipped: ShippedTemplate } | { stored: ApiContractTemplate }

/**
 * Finds a template that the caller may see.
 * @param lock whether to lock it until the transaction ends; templates for everyone are only read
 * @throws Problem 404
 */
export async function findTemplate(id: string, { lock = false } = {}): Promise<FoundTemplate> {
  const shipped = shippedTemplate(id)
  if (shipped) return { shipped }
  const own = ApiContractTemplate.query().where('id', id)
  const stored = (await (lock ? own.forUpdate() : own).first()) ?? (await findForAll(id))
  if (!stored) throw missing(id)
  return { stored }
}

const missing = (id: string) => notFound('There is no contract template with the id "{id}".', id)

const findForAll = (id: string): Promise<ApiContractTemplate | null> =>
  ofOperator((query) => {
    const { isSuperAdmin } = currentContext().caller
    return (isSuperAdmin ? query : query.where('is_active', true)).where('id', id).first()
  })

/** Runs work in the tenant, or as the operator for templates for everyone. */
export const whereItIs = <T>(isGlobal: boolean, work: () => Promise<T>): Promise<T> =>
  isGlobal ? asOperator(reason, work) : work()

/**
 * Locks a template for a change.
 * @throws Problem 404
 */
export async function lockTemplate({ id }: ApiContractTemplate): Promise<ApiContractTemplate> {
  const template = await ApiContractTemplate.query().where('id', id).forUpdate().first()
  if (!template) throw missing(id)
  return template
}

/** Selects former versions of a template. */
const formerOf = ({ id, tenantId }: ApiContractTemplate) => {
  const query = ApiContractTemplateVersion.query().where('template_id', id)
  return tenantId === null ? query.whereNull('tenant_id') : query
}

/** Returns the readable versions, newest first. */
export async function versionsOf(template: ApiContractTemplate): Promise<string[]> {
  const former = await whereItIs(template.isGlobal, async () =>
    formerOf(template).orderBy('created_at', 'desc').orderBy('id', 'desc').select('version')
  )
  return [template.version, ...former.map(({ version }) => version)]
}

/**
 * Returns the definition of a version; without a version, the present definition.
 * @throws Problem 404
 */
export async function definitionIn(
  found: FoundTemplate,
  version: string | undefined
): Promise<{ version: string; definition: ContractDefinition }> {
  const { version: present, contractDefinition } =
    'shipped' in found
      ? { version: found.shipped.version, contractDefinition: found.shipped.definition }
      : found.stored
  if (version === undefined || version === present) {
    return { version: present, definition: contractDefinition }
  }
  const former =
    'stored' in found &&
    (await whereItIs(found.stored.isGlobal, async () =>
      formerOf(found.stored).where('version', version).first()
    ))
  if (!former) throw notFound('The template has no version "{id}".', version)
  return { version, definition: former.contractDefinition }
}
