import type { ApiToken } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  RelativeTime,
  usePermissions,
  useSession,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Ban } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Expiry, LastUse, ScopeSummary, TokenName, TokenStatus } from './cells.js'
import { useEnvironments } from './use_environments.js'

/** The columns of the token table; with the owner for people who see the tokens of others. */
export function useTokenColumns(onRevoke: (token: ApiToken) => void): ListColumn<ApiToken>[] {
  const translate = useTranslate()
  const { can } = usePermissions()
  const { data: session } = useSession()
  const environments = useEnvironments()
  const column = (key: string) => translate(`apiTokens.column.${key}`)
  const mayRevoke = ({ status, userId }: ApiToken) =>
    status === 'active' && (userId === session?.user.id || can('tokens.write'))
  const hasOwners = can('tokens.read') && can('users.read')
  const owner: ListColumn<ApiToken> = {
    source: 'owner',
    label: column('owner'),
    render: (token) => token.owner ?? '–',
  }
  return [
    {
      source: 'name',
      label: column('name'),
      sortable: true,
      card: 'title',
      render: (token) => <TokenName token={token} />,
    },
    {
      source: 'scopes',
      label: column('scopes'),
      render: (token) => <ScopeSummary token={token} />,
    },
    ...(hasOwners ? [owner] : []),
    {
      source: 'environmentId',
      label: column('environment'),
      optional: true,
      card: 'none',
      render: ({ environmentId }) =>
        environmentId === null
          ? translate('apiTokens.anyEnvironment')
          : (environments.find(({ id }) => id === environmentId)?.displayName ?? '–'),
    },
    {
      source: 'lastUsedAt',
      label: column('lastUsed'),
      sortable: true,
      firstOrder: 'DESC',
      render: (token) => <LastUse token={token} />,
    },
    {
      source: 'expiresAt',
      label: column('expires'),
      sortable: true,
      render: (token) => <Expiry token={token} />,
    },
    {
      source: 'createdAt',
      label: column('created'),
      sortable: true,
      firstOrder: 'DESC',
      optional: true,
      card: 'none',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      source: 'status',
      label: column('status'),
      render: (token) => <TokenStatus token={token} />,
    },
    actionsColumn<ApiToken>(translate('kit.actions'), (token) =>
      mayRevoke(token) ? (
        <ActionMenu
          label={translate('apiTokens.actionsFor', { name: token.name })}
          actions={[
            {
              label: translate('apiTokens.revoke.action'),
              icon: Ban,
              destructive: true,
              onSelect: () => onRevoke(token),
            },
          ]}
        />
      ) : null
    ),
  ]
}
