import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import {
  environmentResolver,
  currentContext,
  currentTenantId,
  inTenant,
  tenantTable,
} from '@crossdock/kernel/tenancy'
import { SecretError } from '@crossdock/kernel/secrets'
import {
  VariableRefused,
  variablesIn,
  type EnvironmentVariables,
  type KnownVariable,
  type VariableReader,
} from '../../contracts/index.js'
import { createResolver } from '../resolve.js'
import { openedValue } from '../sealing.js'

/** The columns of a variable that calls need. Secrets stay sealed in memory until a call uses them. */
export interface StoredVariable {
  id: string
  name: string
  value: string | null
  sealed: string | null
}

/** Maximum age of cached data, because an event may be lost and databases may be changed manually. */
const freshMs = 10_000
/** Maximum number of cached environments. The values of one environment may take 4 MB. */
const most = 200

/** The cache, by tenant and environment. Every call reads variables, and they rarely change. */
const cache = new Cache<Map<string, StoredVariable>>({
  size: most,
  load(key) {
    const [tenantId = '', environmentId = ''] = key.split('/')
    return inTenant(tenantId, () => storedVariables(environmentId))
  },
  until: () => clock.now() + freshMs,
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => key.startsWith(`${targetId}/`)
    const concerned = targetType === 'environment_variable' || targetType === 'environment'
    return concerned ? (_, key) => key.startsWith(`${tenantId}/`) : undefined
  },
})

/** Returns the variables of an environment of the current tenant by name; there are at most 500. */
export async function storedVariables(environmentId: string): Promise<Map<string, StoredVariable>> {
  const rows = await tenantTable<StoredVariable>('environment_variables')
    .where('environment_id', environmentId)
    .orderBy('name')
    .select('id', 'name', 'value', 'sealed')
  return new Map(rows.map((row) => [row.name, row]))
}

/** Fills placeholders of calls, tests and previews. */
export const variables: EnvironmentVariables = {
  async read() {
    const key = await presentEnvironment()
    return new Reader(key === null ? new Map() : await cache.get(key))
  },
}

/**
 * Returns `tenantId/environmentId` of the context, or of `production` outside any environment; null for a tenant
 * without environments.
 */
export async function presentEnvironment(): Promise<string | null> {
  const tenantId = currentTenantId()
  const environmentId =
    currentContext().environmentId ?? (await environmentResolver.use().resolve(tenantId, null))
  return environmentId === null ? null : `${tenantId}/${environmentId}`
}

export class Reader implements VariableReader {
  readonly #resolve: (name: string) => string
  readonly #opened = new Map<string, string>()
  /** Names of the variables that were read. */
  readonly #read = new Set<string>()
  /** Names of the secrets that were opened. */
  readonly #openedSecrets = new Set<string>()

  constructor(private readonly stored: ReadonlyMap<string, StoredVariable>) {
    this.#resolve = createResolver((name) => this.#open(name))
  }

  has(name: string): boolean {
    return this.stored.has(name)
  }

  all(): KnownVariable[] {
    return [...this.stored.values()].map(({ name, value, sealed }) => ({
      name,
      value,
      isSecret: sealed !== null,
    }))
  }

  value(name: string): string {
    const value = this.#resolve(name)
    this.#read.add(name)
    return value
  }

  secrets(): string[] {
    if (this.#openedSecrets.size === 0) return []
    const holding = [...this.#read].filter((name) => this.#holdsSecret(name))
    const found = [...this.#openedSecrets, ...holding].map((name) => this.#filled(name))
    return [...new Set(found)].filter((value) => value !== '')
  }

  /**
   * Returns the values of all secrets, and of variables that contain a secret. A secret whose key is missing is
   * omitted.
   */
  allSecrets(): string[] {
    const found = [...this.stored].flatMap(([name, { sealed }]) => {
      try {
        const value = this.#resolve(name)
        return this.#holdsSecret(name) ? [value] : []
      } catch (error) {
        if (error instanceof SecretError) return []
        if (!(error instanceof VariableRefused)) throw error
        return sealed === null ? [] : [this.#opened.get(name) ?? '']
      }
    })
    return found.filter((value) => value !== '')
  }

  /** Returns a value with its placeholders filled. If that fails, returns the unfilled value. */
  #filled(name: string): string {
    try {
      return this.#resolve(name)
    } catch (error) {
      if (error instanceof VariableRefused) return this.#opened.get(name) ?? ''
      throw error
    }
  }

  #holdsSecret(name: string): boolean {
    if (this.#openedSecrets.has(name)) return true
    return variablesIn(this.#opened.get(name) ?? '').some((inner) => this.#holdsSecret(inner))
  }

  #open(name: string): string | undefined {
    const stored = this.stored.get(name)
    if (!stored) return undefined
    const known = this.#opened.get(name)
    if (known !== undefined) return known
    const value = openedValue(stored)
    this.#opened.set(name, value)
    if (stored.sealed !== null) this.#openedSecrets.add(name)
    return value
  }
}
