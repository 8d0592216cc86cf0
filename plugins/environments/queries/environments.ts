import {
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Page,
} from '@crossdock/kernel/lists'
import { environmentNames } from '../contracts/index.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { figuresOf } from '../usage/figures.js'
import { showEnvironment } from '../transformers/environment.js'

type Shown = ReturnType<typeof showEnvironment>

export const environmentList: ListDefinition = {
  resource: 'environments',
  filters: { name: environmentNames, isActive: 'boolean', search: 'text' },
  sorts: { name: 'name', createdAt: 'created_at' },
  defaultSort: ['createdAt', 'asc'],
}

export async function listEnvironments(request: ListRequest): Promise<Page<Shown>> {
  const search = searchIn('name', 'display_name')
  const query = TenantEnvironment.query().whereNull('deleted_at')
  const page = await paginate(query, environmentList, request, { search })
  const figures = await figuresOf(page.rows)
  return page.map((environment) => showEnvironment(environment, figures(environment)))
}
