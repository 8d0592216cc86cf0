import type { Asset } from '@crossdock/client'
import {
  isForAsset,
  isVisible,
  partOf,
  usePermissions,
  type AssetDialogProps,
  type AssetHost,
  type MenuAction,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useMemo, type ComponentType } from 'react'
import { useRegistry } from '../../registry/context.js'

/** The host of asset actions, which can also show their dialogs. */
export interface AssetDialogHost extends AssetHost {
  show: (dialog: ComponentType<AssetDialogProps>, ...about: About) => void
}

/** An action in a menu, with the id by which shortcuts find the action. */
export interface AssetMenuAction extends MenuAction {
  id: string
}

type About = [assets: readonly Asset[], keep?: AssetDialogProps['keep']]

const NONE: readonly string[] = []

/** The actions of this person for one or several assets, the same on every screen. */
export function useAssetActions(
  host: AssetDialogHost,
  /** Ids of actions that the screen offers in another way. */
  without: readonly string[] = NONE
): (...about: About) => AssetMenuAction[] {
  const translate = useTranslate()
  const who = usePermissions()
  const { assetActions } = useRegistry()
  // The dialogs, whose code loads when the browser is idle.
  const parts = useMemo(
    () => new Map(assetActions.map(({ id, dialog }) => [id, dialog && partOf(dialog)])),
    [assetActions]
  )
  return (assets, keep) =>
    assetActions
      .filter(
        (action) =>
          isVisible(action, who) &&
          !without.includes(action.id) &&
          // With `keep`, the assets are selected, so only actions for several assets apply.
          (action.bulk || !keep) &&
          assets.every((asset) => isForAsset(action, asset))
      )
      .map(({ id, label, icon, destructive, run }) => ({
        id,
        label: translate(label, { _: label }),
        icon,
        destructive,
        onSelect: () => {
          const dialog = parts.get(id)
          if (dialog) host.show(dialog, assets, keep)
          run?.(assets, host, keep)
        },
      }))
}
