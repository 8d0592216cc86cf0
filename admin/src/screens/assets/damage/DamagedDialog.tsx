import type { DamagedVersions } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { folderUrl } from '../model.js'

interface DamagedDialogProps {
  versions: DamagedVersions['versions']
  onClose: () => void
}

/** The damaged versions of files, each with a link to its page. */
export default function DamagedDialog({ versions, onClose }: DamagedDialogProps) {
  const translate = useTranslate()
  return (
    <PlainDialog
      title={translate('assets.damaged.title')}
      description={translate('assets.damaged.text')}
      onClose={onClose}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
        {versions.map(({ assetId, version, path }) => (
          <Box
            component="li"
            key={`${assetId} ${version}`}
            sx={{ px: 3, py: 1.25, borderTop: 1, borderColor: 'divider' }}
          >
            <Link component={RouterLink} to={folderUrl(assetId)} sx={{ overflowWrap: 'anywhere' }}>
              {path}
            </Link>
            <Typography variant="body2" color="textSecondary">
              {translate('assets.versions.version', { version })}
            </Typography>
          </Box>
        ))}
      </Box>
    </PlainDialog>
  )
}
