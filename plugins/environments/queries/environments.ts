import {
  notFound,
  paginate,
  searchIn,
  type EnvironmentResolver,
  type ListDefinition,
  type ListRequest,
  type Page,
} from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { environmentNames } from '../contracts/index.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
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
  const page = await paginate(TenantEnvironment.query(), environmentList, request, { search })
  return page.map(showEnvironment)
}

interface Known {
  id: string
  name: string
}

/** Every request asks, and environments hardly ever change. */
const CACHE_MS = 10_000
const MAX_CACHED = 10_000

/** Finds the environment a request works in: the one it names (id or name), else `production`. */
export class Environments implements EnvironmentResolver {
  readonly #cache = new Map<string, { until: number; known: Known[] }>()

  async resolve(tenantId: string, requested: string | null): Promise<string | null> {
    const wanted = requested ?? 'production'
    const cached = this.#cache.get(tenantId)
    const hit = cached && cached.until > Date.now() ? pick(cached.known, wanted) : undefined
    if (hit) return hit.id

    const known = await tenantTable<Known>('tenant_environments').select('id', 'name')
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(tenantId, { until: Date.now() + CACHE_MS, known })
    const found = pick(known, wanted)
    if (!found && requested !== null) throw notFound('environment', requested)
    return found?.id ?? null
  }
}

function pick(known: Known[], wanted: string): Known | undefined {
  return known.find(({ id, name }) => id === wanted || name === wanted)
}
