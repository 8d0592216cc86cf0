import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { formatInteger, Icon } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'
import { useAssetActions, type AssetScreenHands } from './use_asset_actions.js'
import { useSelectedAssets } from './use_selected_assets.js'

/** So many the server takes in one request, which is done to all of them or to none. */
const MOST = 1000

/** What can be done with all that is selected. What was refused stays selected. */
export function AssetBulk({ hands }: { hands: AssetScreenHands }) {
  const translate = useTranslate()
  const { onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const actionsFor = useAssetActions(hands)
  const keep = (left: readonly Asset[]) => onSelect(left.map(({ id }) => id))
  const isTooMany = chosen.length > MOST
  return (
    <>
      {isTooMany && (
        <Typography variant="body2" color="textSecondary">
          {translate('assets.tooMany', { most: formatInteger(MOST) })}
        </Typography>
      )}
      {actionsFor(chosen, keep).map(({ id, label, icon, destructive, disabled, onSelect }) => (
        <Button
          key={id}
          size="small"
          variant="outlined"
          color={destructive ? 'error' : 'primary'}
          aria-label={label}
          title={label}
          disabled={disabled || isTooMany}
          onClick={onSelect}
          sx={{ minWidth: 0, gap: 0.75 }}
        >
          <Icon icon={icon} />
          <Words>{label}</Words>
        </Button>
      ))}
    </>
  )
}

// Beside the details there is room for the icons alone: else the bar would push the rows down.
const Words = styled('span')({ '@container bulk (max-width: 700px)': { display: 'none' } })
