import type { Asset } from '@crossdock/client'
import { type MenuAction, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { assetActions, type AssetHands } from './actions.js'

/** What this person can do with a file or folder: the same everywhere it is shown. */
export function useAssetActions(hands: AssetHands): (asset: Asset) => MenuAction[] {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  return (asset) =>
    assetActions
      .filter(({ type = asset.type, writes }) => type === asset.type && (canWrite || !writes))
      .map(({ id, icon, destructive, run }) => ({
        label: translate(`assets.action.${id}`),
        icon,
        destructive,
        onSelect: () => run(asset, hands),
      }))
}
