import type { ApiToken } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

export async function listTokens(factory: Factory, options: { all?: boolean }): Promise<void> {
  const api = await factory.api()
  const tokens = await api.all<ApiToken>('/api/api-tokens')
  const rows = options.all ? tokens : tokens.filter((token) => stateOf(token) === 'active')
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
      {
        title: 'Status',
        text: stateOf,
        style: (token, colors) => (stateOf(token) === 'active' ? colors.green : colors.yellow),
      },
      { title: 'Id', text: (token) => token.id, onlyPiped: true },
    ],
    'There is no API token.'
  )
}

function stateOf({ isActive, expiresAt }: ApiToken): string {
  if (!isActive) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}
