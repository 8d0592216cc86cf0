import type { Asset, AssetVersion } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  Badge,
  ErrorState,
  formatBytes,
  formatDateTime,
  RowsSkeleton,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { VersionButtons } from './VersionButtons.js'

interface VersionListProps {
  asset: Asset
  /** Compares two versions, given as '2-3'. */
  onCompare?: (pair: string) => void
}

/** All stored versions of a file, newest first. Each can be downloaded, older ones can be restored. */
export function VersionList({ asset, onCompare }: VersionListProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write') && asset.trashedAt === null
  const versions = useRead<AssetVersion[]>(['assets', asset.id, 'versions'])
  if (versions.isPending) return <RowsSkeleton rows={3} />
  if (versions.error) {
    return <ErrorState plain error={versions.error} onRetry={() => void versions.refetch()} />
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 2 }}>
      {versions.data.map(({ id, version, size, createdAt, uploadedByName }, at) => (
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
              {[formatDateTime(createdAt), formatBytes(size), uploadedByName]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          <VersionButtons
            asset={asset}
            version={version}
            canRestore={canWrite && at > 0}
            onCompare={
              onCompare && at > 0
                ? () => onCompare(`${version}-${versions.data[0]!.version}`)
                : undefined
            }
          />
        </Box>
      ))}
    </Box>
  )
}
