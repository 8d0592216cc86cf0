import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ActionMenu, formatInteger, Icon } from '@crossdock/admin/kit'
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
  const actions = actionsFor(chosen, keep).map((action) => ({
    ...action,
    disabled: action.disabled || isTooMany,
  }))
  return (
    <>
      {isTooMany && (
        <Typography variant="body2" color="textSecondary">
          {translate('assets.tooMany', { most: formatInteger(MOST) })}
        </Typography>
      )}
      {actions.map(({ id, label, icon, destructive, disabled, onSelect }) => (
        <Button
          key={id}
          size="small"
          variant="outlined"
          color={destructive ? 'error' : 'primary'}
          className="in-bar"
          title={label}
          disabled={disabled}
          startIcon={<Icon icon={icon} />}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <span className="in-menu">
        <ActionMenu label={translate('kit.actions')} actions={actions} />
      </span>
    </>
  )
}
