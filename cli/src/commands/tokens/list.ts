import type { ApiToken } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

export interface ListTokensOptions {
  all?: boolean
  status?: string
}

/** Lists active tokens, or those that match the options. */
export async function listTokens(factory: Factory, options: ListTokensOptions): Promise<void> {
  const api = await factory.api()
  const status = options.status ?? (options.all ? undefined : 'active')
  const rows = await api.all<ApiToken>('/api/api-tokens', { filter: { status } })
  await factory.printList(
    rows,
    [
      { title: 'Name', text: (token) => token.name },
      { title: 'Begins', text: (token) => token.prefix, whole: true },
      {
        title: 'Scopes',
        text: (token) => token.scopes.join(' ') || "its owner's",
        raw: (token) => token.scopes.join(' '),
      },
      { title: 'Owner', text: (token) => token.owner ?? '' },
      {
        title: 'Expires',
        text: (token) => formatRelative(token.expiresAt) || 'never',
        raw: (token) => token.expiresAt ?? '',
      },
      {
        title: 'Last used',
        text: (token) => formatRelative(token.lastUsedAt) || 'never',
        raw: (token) => token.lastUsedAt ?? '',
      },
      { title: 'From', text: (token) => token.lastUsedIp ?? '' },
      {
        title: 'Status',
        text: (token) => token.status,
        style: (token, colors) => (token.status === 'active' ? colors.green : colors.yellow),
      },
      { title: 'Id', text: (token) => token.id, onlyPiped: true },
    ],
    options.status ? `No API token is ${options.status}.` : 'No API tokens.'
  )
}
