import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { useListContext } from 'ra-core'
import { useAssetActions, type AssetScreenHands } from './use_asset_actions.js'
import { useSelectedAssets } from './use_selected_assets.js'

/** What can be done with all that is selected. What was refused stays selected. */
export function AssetBulk({ hands }: { hands: AssetScreenHands }) {
  const { onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const actionsFor = useAssetActions(hands)
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
