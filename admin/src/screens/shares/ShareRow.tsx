import type { Share } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { ShareName, ShareStatus, ShareUse } from './cells.js'
import { isOpen } from './model.js'

interface ShareRowProps {
  share: Share
  until: string
  onRevoke: () => void
}

/** One of the links of a thing. */
export function ShareRow({ share, until, onRevoke }: ShareRowProps) {
  const translate = useTranslate()
  const facts = [translate(`shares.kind.${share.kind}`), until, share.creator].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 3,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <ShareName share={share} />
        <Typography variant="body2" color="textSecondary">
          {facts.join(' · ')} · {translate('shares.column.downloads')}: <ShareUse share={share} />
        </Typography>
      </Box>
      <ShareStatus share={share} />
      {isOpen(share) && (
        <Button
          size="small"
          color="error"
          variant="outlined"
          aria-label={translate('shares.revoke.title', { name: share.name })}
          onClick={onRevoke}
        >
          {translate('shares.revoke.action')}
        </Button>
      )}
    </Box>
  )
}
