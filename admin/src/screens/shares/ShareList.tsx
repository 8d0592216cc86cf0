import type { Share } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { formatDate, Icon, Tooltip } from '@crossdock/admin/kit'
import { Ban, Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { ShareName, ShareUse } from './cells.js'
import { useLinkCopy } from './use_link_copy.js'

interface ShareListProps {
  label: string
  shares: readonly Share[]
  onRevoke: (share: Share) => void
}

/** The links of one asset, each with buttons to copy and revoke it. */
export function ShareList({ label, shares, onRevoke }: ShareListProps) {
  const translate = useTranslate()
  const clip = useLinkCopy()
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shares.map((share) => (
          <Box
            component="li"
            key={share.id}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 44 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <ShareName share={share} />
              <Typography variant="caption" component="p" color="textSecondary">
                {[
                  translate(`shares.kind.${share.kind}`),
                  translate('shares.dialog.until', { day: formatDate(share.expiresAt) }),
                ].join(' · ')}
                {' · '}
                {translate('shares.column.downloads')}: <ShareUse share={share} />
              </Typography>
            </Box>
            {share.canCopy && (
              <Tooltip title={translate('shares.link.copy')}>
                <IconButton
                  size="small"
                  aria-label={translate('shares.copy.of', { name: share.name })}
                  onClick={() => void clip.copy(share)}
                >
                  <Icon icon={clip.copied === share.id ? Check : Copy} />
                </IconButton>
              </Tooltip>
            )}
            <Tooltip title={translate('shares.revoke.action')}>
              <IconButton
                size="small"
                aria-label={translate('shares.revoke.title', { name: share.name })}
                onClick={() => onRevoke(share)}
              >
                <Icon icon={Ban} />
              </IconButton>
            </Tooltip>
          </Box>
        ))}
      </Box>
      {clip.refused !== undefined && (
        <>
          <Alert severity="info">{translate('shares.link.manually')}</Alert>
          <TextField
            value={clip.refused}
            fullWidth
            size="small"
            hiddenLabel
            autoFocus
            onFocus={(event) => event.target.select()}
            slotProps={{
              htmlInput: { readOnly: true, 'aria-label': translate('shares.link.label') },
            }}
          />
        </>
      )}
    </div>
  )
}
