import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { lazyPart, Section, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

const MetadataDialog = lazyPart(() => import('./MetadataDialog.js'))

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The metadata that people and workflows have set on a file or folder. */
export default function MetadataPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const canWrite = usePermissions().can('assets.write') && asset.trashedAt === null
  const text = (key: string) => translate(`assets.metadata.${key}`)
  const entries = Object.entries(asset.metadata)
  return (
    <Section
      title={text('title')}
      actions={canWrite && <Button onClick={() => setOpen(true)}>{text('edit')}</Button>}
    >
      {entries.length === 0 ? (
        <Typography color="textSecondary">{text('none')}</Typography>
      ) : (
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
          }}
        >
          {entries.map(([key, value]) => (
            <div key={key}>
              <Typography
                variant="body2"
                component="dt"
                color="textSecondary"
                sx={{ overflowWrap: 'anywhere' }}
              >
                {key}
              </Typography>
              <Typography component="dd" sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere' }}>
                {shown(value)}
              </Typography>
            </div>
          ))}
        </Box>
      )}
      {isOpen && <MetadataDialog asset={asset} onClose={() => setOpen(false)} />}
    </Section>
  )
}
