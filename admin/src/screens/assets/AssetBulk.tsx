import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { useListContext, type Identifier } from 'ra-core'
import { useRef } from 'react'
import { useAssetActions, type AssetScreenHands } from './use_asset_actions.js'

/** What can be done with all that is selected. What was refused stays selected. */
export function AssetBulk({ hands }: { hands: AssetScreenHands }) {
  const { data = [], selectedIds, onSelect } = useListContext<Asset>()
  const actionsFor = useAssetActions(hands)
  // What was selected before a search is no longer listed.
  const seen = useRef(new Map<Identifier, Asset>()).current
  for (const asset of data) seen.set(asset.id, asset)
  const chosen = selectedIds.map((id) => seen.get(id)).filter((asset) => asset !== undefined)
  const keep = (left: readonly Asset[]) => onSelect(left.map(({ id }) => id))
  return actionsFor(chosen, keep).map(({ label, icon, destructive, disabled, onSelect }) => (
    <Button
      key={label}
      size="small"
      variant="outlined"
      color={destructive ? 'error' : 'primary'}
      startIcon={<Icon icon={icon} />}
      disabled={disabled}
      onClick={onSelect}
    >
      {label}
    </Button>
  ))
}
