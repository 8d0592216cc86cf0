import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Icon, useAction, useDownload } from '@crossdock/admin/kit'
import { Download, GitCompare, RotateCcw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { contentUrl } from './model.js'

interface VersionButtonsProps {
  asset: Asset
  version: number
  /** Whether this is an older version and the person may change the file. */
  canRestore: boolean
  onCompare?: () => void
}

/** The actions for one version of a file. */
export function VersionButtons({ asset, version, canRestore, onCompare }: VersionButtonsProps) {
  const translate = useTranslate()
  const download = useDownload()
  const text = (key: string, values?: object) => translate(`assets.versions.${key}`, values)
  const restore = useAction<Asset>(
    () => ({ path: `assets/${asset.id}/versions/${version}/restore` }),
    {
      invalidates: ['assets'],
      success: (now) => ({ title: text('restored', { version, now: now.version }) }),
      error: { fallback: text('restoreFailed') },
    }
  )
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      {onCompare && (
        <IconButton onClick={onCompare} aria-label={text('compare', { version })}>
          <Icon icon={GitCompare} />
        </IconButton>
      )}
      {canRestore && (
        <IconButton
          disabled={restore.isPending}
          onClick={() => restore.mutate()}
          aria-label={text('restore', { version })}
        >
          <Icon icon={RotateCcw} />
        </IconButton>
      )}
      <IconButton
        component="a"
        {...download.link(contentUrl(asset.id, version), asset.name)}
        aria-label={text('download', { version })}
      >
        <Icon icon={Download} />
      </IconButton>
    </Box>
  )
}
