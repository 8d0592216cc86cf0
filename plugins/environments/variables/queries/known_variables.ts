import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { environmentResolver } from '@crossdock/kernel/http'
import { SecretError } from '@crossdock/kernel/secrets'
import { currentContext, currentTenantId, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import {
  VariableRefused,
  variablesIn,
  type EnvironmentVariables,
  type KnownVariable,
  type VariableReader,
} from '../../contracts/index.js'
import { resolving } from '../resolve.js'
import { openedValue } from '../sealing.js'

/** A row as calls need it. Secrets stay sealed in memory until a call asks for them. */
export interface StoredVariable {
  id: string
  name: string
  value: string | null
  sealed: string | null
}

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 10_000
/** Environments kept; the values of one may have 4 MB. */
const most = 200

/** By tenant and environment. Every call asks, and they hardly ever change. */
const remembered = new Cache<Map<string, StoredVariable>>({
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

/** Those of an environment of the current tenant, at most 500, by name. */
export async function storedVariables(environmentId: string): Promise<Map<string, StoredVariable>> {
  const rows = await tenantTable<StoredVariable>('environment_variables')
    .where('environment_id', environmentId)
    .orderBy('name')
    .select('id', 'name', 'value', 'sealed')
  return new Map(rows.map((row) => [row.name, row]))
}

/** What calls, tests and previews fill places with. */
export const variables: EnvironmentVariables = {
  async read() {
    const key = await presentEnvironment()
    return new Reader(key === null ? new Map() : await remembered.get(key))
  },
}

/**
 * `tenantId/environmentId` of the context, with `production` outside any environment; null for a
 * tenant without environments.
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
  /** Names that have been asked for, and the secrets that were opened for them. */
  readonly #given = new Set<string>()
  readonly #secret = new Set<string>()

  constructor(private readonly stored: ReadonlyMap<string, StoredVariable>) {
    this.#resolve = resolving((name) => this.#open(name))
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
    this.#given.add(name)
    return value
  }

  secrets(): string[] {
    if (this.#secret.size === 0) return []
    const holding = [...this.#given].filter((name) => this.#holdsSecret(name))
    const found = [...this.#secret, ...holding].map((name) => this.#filled(name))
    return [...new Set(found)].filter((value) => value !== '')
  }

  /** The values of all secrets, and of variables that contain one. A secret whose key is gone is left out. */
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

  /** Of a secret that could not be filled nothing was given but what it says itself. */
  #filled(name: string): string {
    try {
      return this.#resolve(name)
    } catch (error) {
      if (error instanceof VariableRefused) return this.#opened.get(name) ?? ''
      throw error
    }
  }

  #holdsSecret(name: string): boolean {
    if (this.#secret.has(name)) return true
    return variablesIn(this.#opened.get(name) ?? '').some((inner) => this.#holdsSecret(inner))
  }

  #open(name: string): string | undefined {
    const stored = this.stored.get(name)
    if (!stored) return undefined
    const known = this.#opened.get(name)
    if (known !== undefined) return known
    const value = openedValue(stored)
    this.#opened.set(name, value)
    if (stored.sealed !== null) this.#secret.add(name)
    return value
  }
}
