import type { Asset, AssetWithFolders } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import {
  ActionMenu,
  ApiError,
  clamp,
  EmptyState,
  ErrorState,
  Icon,
  IconTile,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { FileX2, Maximize2, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AssetSections } from '../file/AssetSections.js'
import { assetIcon, folderUrl } from '../model.js'
import { RestoreButton } from '../RestoreButton.js'
import { ShareButton } from '../ShareButton.js'
import type { AssetMenuAction } from '../use_asset_actions.js'
import { DetailsFrame } from './DetailsFrame.js'

interface DetailsPanelProps {
  id: string
  actionsFor: (assets: readonly Asset[]) => AssetMenuAction[]
  onClose: () => void
}

/** The details of a file or folder next to the list. They follow changes by other people. */
export default function DetailsPanel({ id, actionsFor, onClose }: DetailsPanelProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`assets.details.${key}`)
  const read = useRead<AssetWithFolders>(['assets', id])
  const asset = read.data
  const isGone = read.error instanceof ApiError && read.error.status === 404
  const head = (title: string, icon?: ReactNode, buttons?: ReactNode) => (
    <Box
      sx={{
        position: 'sticky',
        top: 0,
        // Above the labels (z-index 1) of fields that scroll below.
        zIndex: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        pb: 1.5,
        minHeight: 48,
        bgcolor: 'background.default',
      }}
    >
      {icon}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h2" title={title} sx={clamp(2)}>
          {title}
        </Typography>
      </Box>
      {buttons}
      <IconButton size="small" aria-label={text('close')} onClick={onClose}>
        <Icon icon={X} />
      </IconButton>
    </Box>
  )
  return (
    <DetailsFrame onClose={onClose}>
      {isGone ? (
        <div role="alert">
          {head(text('label'))}
          <EmptyState icon={FileX2} title={text('gone')} description={text('goneText')} />
        </div>
      ) : !asset ? (
        <>
          {head(text('label'))}
          {read.error ? (
            <ErrorState error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <RowsSkeleton rows={4} />
          )}
        </>
      ) : (
        <>
          {head(
            asset.name,
            <IconTile icon={assetIcon(asset)} tile={32} size={16} />,
            !asset.trashedAt && (
              <>
                <ShareButton asset={asset} actions={actionsFor([asset])} />
                <ActionMenu
                  label={translate('assets.action.menu', { name: asset.name })}
                  actions={() => actionsFor([asset])}
                />
                <IconButton
                  size="small"
                  component={Link}
                  to={folderUrl(asset.id)}
                  aria-label={text(asset.type === 'file' ? 'page' : 'folder')}
                >
                  <Icon icon={Maximize2} size={15} />
                </IconButton>
              </>
            )
          )}
          {asset.trashedAt && (
            <Alert severity="warning" sx={{ mb: 2 }} action={<RestoreButton asset={asset} />}>
              {translate(`assets.inTrash.${asset.type}`)}
            </Alert>
          )}
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            <AssetSections key={asset.id} asset={asset} />
          </Box>
        </>
      )}
    </DetailsFrame>
  )
}
