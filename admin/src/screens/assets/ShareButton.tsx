import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Icon } from '@crossdock/admin/kit'
import { Share } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { AssetMenuAction } from './use_asset_actions.js'

interface ShareButtonProps {
  asset: Pick<Asset, 'name'>
  /** The actions of the asset; the button is hidden if sharing is not among them. */
  actions: readonly AssetMenuAction[]
  isPrimary?: boolean
}

/** Opens the sharing popover of a file or folder at this button. */
export function ShareButton({ asset, actions, isPrimary = false }: ShareButtonProps) {
  const translate = useTranslate()
  const share = actions.find(({ id }) => id === 'share')
  if (!share) return null
  return (
    <Button
      data-share
      size={isPrimary ? undefined : 'small'}
      variant={isPrimary ? 'contained' : 'outlined'}
      startIcon={<Icon icon={Share} />}
      aria-label={translate('assets.share.of', { name: asset.name })}
      onClick={(event) => {
        event.stopPropagation()
        share.onSelect()
      }}
      sx={{ flex: 'none' }}
    >
      {translate('assets.share.button')}
    </Button>
  )
}

// Looks like MUI's small outlined button, which is too slow for one per row. Visible while the pointer or the focus is
// in its row, over the previous cell, because a wider column would make the table scroll.
const Plain = styled('button')(({ theme }) => ({
  ...theme.typography.body2,
  position: 'absolute',
  right: 'calc(100% + 4px)',
  top: '50%',
  transform: 'translateY(-50%)',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 30,
  padding: '0 10px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 7,
  fontWeight: 500,
  color: theme.palette.text.primary,
  backgroundColor: theme.palette.background.paper,
  cursor: 'pointer',
  opacity: 0,
  transition: 'opacity 120ms',
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  '[data-record]:hover &, [data-record]:focus-within &': { opacity: 1 },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
}))

interface RowShareProps {
  asset: Pick<Asset, 'name'>
  onShare: () => void
}

/** The share button in a row of a list. */
export function RowShare({ asset, onShare }: RowShareProps) {
  const translate = useTranslate()
  return (
    <Plain
      type="button"
      data-share
      aria-label={translate('assets.share.of', { name: asset.name })}
      onClick={onShare}
    >
      <Icon icon={Share} size={15} />
      {translate('assets.share.button')}
    </Plain>
  )
}
