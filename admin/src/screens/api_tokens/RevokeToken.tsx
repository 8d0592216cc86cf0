import type { ApiToken } from '@crossdock/client'
import { DeleteDialog, formatRelative, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface RevokeTokenProps {
  token: ApiToken
  onClose: () => void
}

/** Asks before revoking a token, says what stops working, and names the tokens that are revoked with it. */
export default function RevokeToken({ token, onClose }: RevokeTokenProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`apiTokens.revoke.${key}`, values)
  const { name, prefix } = token
  const now = useCurrentToken(token)
  const used = () => {
    const { lastUsedAt, lastUsedIp } = now ?? token
    // The list may have been read before the last use.
    if (!lastUsedAt) return now ? text('unused') : ''
    const when = formatRelative(lastUsedAt)
    return lastUsedIp ? text('lastUsedFrom', { when, ip: lastUsedIp }) : text('lastUsed', { when })
  }
  return (
    <DeleteDialog
      title={text('title', { name })}
      description={
        <>
          {text('text', { prefix })} {used()}
        </>
      }
      confirmLabel={text('confirm')}
      path={`api-tokens/${token.id}`}
      invalidates={['api-tokens']}
      deleted={text('done')}
      failed={text('failed')}
      dependants={[
        {
          list: 'api-tokens',
          filter: { ancestorId: token.id, status: 'active' },
          title: text('children'),
          link: (child: ApiToken) => ({ to: linkTo(child), label: child.name }),
        },
      ]}
      onClose={onClose}
    />
  )
}

/** The current state of the token; undefined until it has loaded. */
function useCurrentToken({ id, prefix }: ApiToken): ApiToken | undefined {
  const { data, isFetchedAfterMount } = useRead<ApiToken[]>('api-tokens', {
    query: { filter: JSON.stringify({ search: prefix }), range: '[0,9]' },
  })
  return isFetchedAfterMount ? data?.find((one) => one.id === id) : undefined
}

const linkTo = ({ prefix }: ApiToken) =>
  `/api-tokens?${new URLSearchParams({ filter: JSON.stringify({ search: prefix }) }).toString()}`
