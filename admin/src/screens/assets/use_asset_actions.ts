import type { Asset } from '@crossdock/client'
import {
  isForAsset,
  isVisible,
  partOf,
  usePermissions,
  type AssetDialogProps,
  type AssetHands,
  type MenuAction,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useMemo, type ComponentType } from 'react'
import { useRegistry } from '../../registry/context.js'

/** What a screen can do for an action, and the dialogs it shows. */
export interface AssetScreenHands extends AssetHands {
  show: (dialog: ComponentType<AssetDialogProps>, ...about: About) => void
}

/** By its id a key finds it. */
export interface AssetMenuAction extends MenuAction {
  id: string
}

type About = [assets: readonly Asset[], keep?: AssetDialogProps['keep']]

const NONE: readonly string[] = []

/** What this person can do with one file or folder, or with several: the same everywhere they are shown. */
export function useAssetActions(
  hands: AssetScreenHands,
  /** Those the screen itself makes needless. */
  without: readonly string[] = NONE
): (...about: About) => AssetMenuAction[] {
  const translate = useTranslate()
  const who = usePermissions()
  const { assetActions } = useRegistry()
  // Their code is loaded once there is nothing else to do.
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
          // What does not take several is no choice in the bar of those selected.
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
          if (dialog) hands.show(dialog, assets, keep)
          run?.(assets, hands, keep)
        },
      }))
}
