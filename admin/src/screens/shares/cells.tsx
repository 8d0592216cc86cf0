import type { Share } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, Icon, RowLink } from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'

interface CellProps {
  share: Share
}

interface ShareNameProps extends CellProps {
  /** The address behind the name. */
  to?: string | undefined
}

/** The name of a link, and whether it has a password. */
export function ShareName({ share: { name, hasPassword }, to }: ShareNameProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {to ? <RowLink to={to}>{name}</RowLink> : name}
      </Typography>
      {hasPassword && (
        <Box
          component="span"
          role="img"
          aria-label={translate('shares.locked')}
          title={translate('shares.locked')}
          sx={{ display: 'inline-flex', color: 'text.secondary' }}
        >
          <Icon icon={Lock} />
        </Box>
      )}
    </Box>
  )
}

/** The name and the message of a link, with the name of its asset if that differs. */
export function ShareSubject({ share }: CellProps) {
  const translate = useTranslate()
  const { name, kind, assetId, assetName } = share
  const isNamed = assetName !== null && assetName !== name
  return (
    // Without a minimum width the other columns would squeeze it.
    <Box sx={{ minWidth: { sm: 200 } }}>
      <ShareName share={share} to={assetName === name ? `/assets/${assetId}` : undefined} />
      <Typography variant="caption" component="p" color="textSecondary">
        {translate(`shares.kind.${kind}`)}
        {(isNamed || assetName === null) && ' · '}
        {isNamed && <RowLink to={`/assets/${assetId}`}>{assetName}</RowLink>}
        {assetName === null && <span>{translate('shares.gone')}</span>}
      </Typography>
    </Box>
  )
}

const variants = {
  active: 'success',
  expired: 'secondary',
  used_up: 'secondary',
  revoked: 'destructive',
} as const

export function ShareStatus({ share: { status } }: CellProps) {
  const translate = useTranslate()
  return (
    <Badge variant={variants[status as keyof typeof variants] ?? 'secondary'} dot>
      {translate(`shares.status.${status}`)}
    </Badge>
  )
}

/** How often the link was used, and its limit. */
export function ShareUse({ share: { kind, downloads, maxDownloads, uploads } }: CellProps) {
  const translate = useTranslate()
  if (kind === 'upload') return <>{translate('shares.received', { count: uploads })}</>
  if (maxDownloads === null) return <>{downloads}</>
  return <>{translate('shares.used', { count: downloads, most: maxDownloads })}</>
}
