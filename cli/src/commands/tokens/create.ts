import type { CreatedApiToken } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { instantOf } from '../../times.js'

export interface CreateTokenOptions {
  name?: string
  scope?: string[]
  expires?: string
  onlyEnvironment?: string
}

/** Creates an API token for the caller, and prints only the token on stdout. */
export async function createToken(factory: Factory, options: CreateTokenOptions): Promise<void> {
  const expiresAt = options.expires === undefined ? undefined : endOf(options.expires)
  const name = await factory.prompter.valueOrAsk(options.name, {
    message: 'Name of the token',
    flag: '--name',
    validate: (value) => value !== '' || 'A name is required',
  })
  const api = await factory.api()
  const { scope: scopes, onlyEnvironment: environment } = options
  const body = { name, scopes, expiresAt, environment }
  const created = await api.post<CreatedApiToken>('/api/api-tokens', body)
  if (factory.flags.json) return factory.printJson(created)
  factory.say(created.token)
  const end = created.expiresAt ? `until ${created.expiresAt}` : 'until it is revoked'
  factory.note(`The token is shown only once. It is valid ${end}.`)
}

/**
 * The end of a token. Null means never.
 * @throws UsageError
 */
function endOf(typed: string): string | null {
  if (typed === 'never') return null
  return instantOf('--expires', typed, { counting: 'ahead', or: ' or "never"' })
}
