import {
  environmentResolver,
  currentContext,
  currentTenantId,
  inTenant,
} from '@crossdock/kernel/tenancy'
import { notFound } from '@crossdock/kernel/ground'
import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { EnvironmentVariable } from '../models/environment_variable.js'
import { showVariable } from '../transformers/variable.js'
import { variableUses } from './uses.js'

export const variableList: ListDefinition = {
  resource: 'variables',
  filters: { search: 'text', name: 'text', isSecret: 'boolean' },
  sorts: { name: 'name', updatedAt: 'updated_at' },
  defaultSort: ['name', 'asc'],
}

/**
 * Runs `work` in the environment that the URL names, because the uses of its variables are in that environment.
 * The environment of the request does not matter.
 * @param named its id or name
 * @throws Problem 404, also for a token that is bound to another environment
 */
export async function inEnvironment<T>(
  named: string,
  work: (environmentId: string) => Promise<T>
): Promise<T> {
  const tenantId = currentTenantId()
  const { caller } = currentContext()
  const environmentId = await environmentResolver.use().resolve(tenantId, named)
  if (environmentId === null || (caller.environmentId ?? environmentId) !== environmentId) {
    throw notFound('There is no environment with the id or name "{id}".', named)
  }
  return inTenant(tenantId, () => work(environmentId), { environmentId })
}

/** Lists variables of an environment. A search finds a secret by name and description, never by value. */
export async function listVariables(environmentId: string, request: ListRequest) {
  const query = EnvironmentVariable.query().where('environment_id', environmentId)
  const search = searchIn('name', 'description')
  const page = await paginate(query, variableList, request, { search })
  const usesOf = await variableUses(environmentId)
  return page.map((variable) => showVariable(variable, usesOf(variable.name)))
}

/** @throws Problem 404 */
export async function findVariable(
  environmentId: string,
  id: string
): Promise<EnvironmentVariable> {
  const found = await EnvironmentVariable.query()
    .where({ id, environment_id: environmentId })
    .first()
  if (!found) throw notFound('There is no variable with the id "{id}" in this environment.', id)
  return found
}

export async function showOne(variable: EnvironmentVariable) {
  const usesOf = await variableUses(variable.environmentId)
  return showVariable(variable, usesOf(variable.name))
}
