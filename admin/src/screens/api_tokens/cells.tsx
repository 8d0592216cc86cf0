import type { ApiToken } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, mono, RelativeTime, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { urgencyOf, type Urgency } from './model.js'

interface CellProps {
  token: ApiToken
}

/** The name and the prefix of a token. */
export const TokenName = ({ token: { name, prefix } }: CellProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
    <Typography variant="caption" color="textSecondary" sx={{ fontFamily: mono }}>
      {prefix}…
    </Typography>
  </Box>
)

const namedScopes = 2

/** The first permissions and the number of others. */
export function ScopeSummary({ token: { scopes } }: CellProps) {
  const translate = useTranslate()
  if (scopes.length === 0) return <>{translate('apiTokens.everything')}</>
  const names = scopes.slice(0, namedScopes).join(', ')
  const more = scopes.length - namedScopes
  return (
    <Box component="span" title={scopes.join(', ')} sx={{ overflowWrap: 'anywhere' }}>
      {more > 0 ? translate('apiTokens.scopes', { names, count: more }) : names}
    </Box>
  )
}

/** The time and the IP address of the last use. */
export function LastUse({ token: { lastUsedAt, lastUsedIp } }: CellProps) {
  const translate = useTranslate()
  if (!lastUsedAt) {
    return (
      <Typography component="span" variant="inherit" color="textSecondary">
        {translate('apiTokens.neverUsed')}
      </Typography>
    )
  }
  return (
    <Box component="span">
      <RelativeTime time={lastUsedAt} />
      {lastUsedIp && (
        <Typography
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {translate('apiTokens.usedFrom', { ip: lastUsedIp })}
        </Typography>
      )}
    </Box>
  )
}

const urgent: Record<Exclude<Urgency, 'none'>, BadgeVariant> = {
  soon: 'warning',
  now: 'destructive',
}

/** The expiry, highlighted when it is near. */
export function Expiry({ token }: CellProps) {
  const translate = useTranslate()
  if (token.expiresAt === null) {
    return (
      <Typography component="span" variant="inherit" color="textSecondary">
        {translate('apiTokens.neverExpires')}
      </Typography>
    )
  }
  const urgency = urgencyOf(token)
  const time = <RelativeTime time={token.expiresAt} />
  return urgency === 'none' ? time : <Badge variant={urgent[urgency]}>{time}</Badge>
}

const variants = { active: 'success', expired: 'secondary', revoked: 'destructive' } as const

export function TokenStatus({ token: { status } }: CellProps) {
  const translate = useTranslate()
  return (
    <Badge variant={variants[status]} dot>
      {translate(`apiTokens.status.${status}`)}
    </Badge>
  )
}
