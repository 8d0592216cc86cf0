import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import { ActionMenu, Icon } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'
import { MOST, MostSelected } from './MostSelected.js'
import { MAX_DOWNLOADED } from './use_download_assets.js'
import { useAssetActions, type AssetDialogHost } from './use_asset_actions.js'
import { useSelectedAssets } from './use_selected_assets.js'

/** The actions for the selected assets. Assets that the server refuses stay selected. */
export function AssetBulk({ host }: { host: AssetDialogHost }) {
  const translate = useTranslate()
  const { onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const actionsFor = useAssetActions(host)
  const keep = (left: readonly Asset[]) => onSelect(left.map(({ id }) => id))
  const isTooMany = chosen.length > MOST
  /** The reason why an action does not work for this many assets; shown before it is tried. */
  const reasonAgainst = (id: string) =>
    id === 'download' && chosen.length > MAX_DOWNLOADED
      ? translate('assets.tooManyToDownload', { most: MAX_DOWNLOADED })
      : undefined
  const actions = actionsFor(chosen, keep).map((action) => {
    const reason = reasonAgainst(action.id)
    return { ...action, reason, disabled: action.disabled || isTooMany || reason !== undefined }
  })
  const inMenu = actions.map(({ reason, label, ...action }) => ({
    ...action,
    label: reason === undefined ? label : `${label}: ${reason}`,
  }))
  return (
    <>
      <MostSelected />
      {actions.map(({ id, label, icon, destructive, disabled, reason, onSelect }) => (
        <Button
          key={id}
          size="small"
          variant="outlined"
          color={destructive ? 'error' : 'primary'}
          className="in-bar"
          title={reason ?? label}
          aria-description={reason}
          disabled={disabled}
          // Otherwise the pointer could not reach the tooltip with the reason.
          sx={reason === undefined ? undefined : { '&&': { pointerEvents: 'auto' } }}
          startIcon={<Icon icon={icon} />}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <span className="in-menu">
        <ActionMenu label={translate('kit.actions')} actions={inMenu} />
      </span>
    </>
  )
}
