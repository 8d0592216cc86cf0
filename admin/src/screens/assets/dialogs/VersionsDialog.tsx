import type { Asset, AssetVersion } from '@crossdock/client'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import {
  Badge,
  ErrorState,
  formatBytes,
  formatDateTime,
  Icon,
  PlainDialog,
  RowsSkeleton,
  useDownload,
  useRead,
} from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { contentUrl } from '../model.js'

/** Every stored version of a file, newest first, each to download. */
export default function VersionsDialog({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const translate = useTranslate()
  const download = useDownload()
  const versions = useRead<AssetVersion[]>(['assets', asset.id, 'versions'])
  return (
    <PlainDialog title={translate('assets.versions.title', { name: asset.name })} onClose={onClose}>
      {versions.isPending ? (
        <RowsSkeleton rows={3} />
      ) : versions.error ? (
        <ErrorState plain error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 2 }}>
          {versions.data.map(({ id, version, size, createdAt }, at) => (
            <Box
              component="li"
              key={id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                pl: 3,
                pr: 2,
                py: 1.25,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <Typography sx={{ fontWeight: 500 }}>
                    {translate('assets.versions.version', { version })}
                  </Typography>
                  {at === 0 && (
                    <Badge variant="secondary">{translate('assets.versions.current')}</Badge>
                  )}
                </Box>
                <Typography variant="body2" color="textSecondary">
                  {formatDateTime(createdAt)} · {formatBytes(size)}
                </Typography>
              </Box>
              <IconButton
                component="a"
                {...download.link(contentUrl(asset.id, version), asset.name)}
                aria-label={translate('assets.versions.download', { version })}
              >
                <Icon icon={Download} />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
    </PlainDialog>
  )
}
