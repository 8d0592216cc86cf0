import type { Asset } from '@crossdock/client'
import { usePermissions, useShortcut, useToast, type DialogAddress } from '@crossdock/admin/kit'
import { useListContext, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useClipboard, type Clip } from './clipboard.js'
import type { AssetPathPart, Place } from './model.js'
import { useAssetActions, type AssetDialogHost } from './use_asset_actions.js'
import { useFolderUrl } from './use_folder_url.js'
import { usePaste } from './use_paste.js'
import { useSelectedAssets } from './use_selected_assets.js'

interface RowKeysProps {
  place: Place
  path: readonly AssetPathPart[]
  host: AssetDialogHost
  /** The details next to the list. */
  details: DialogAddress
}

/** The shortcuts of a file manager, for the selection or else the focused row. Must be inside a list. */
export function RowKeys({ place, path, host, details }: RowKeysProps) {
  const translate = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const folderUrl = useFolderUrl()
  const canWrite = usePermissions().can('assets.write')
  const { data = [], onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const actionsFor = useAssetActions(host)
  const { put } = useClipboard()
  const paste = usePaste(place)
  useFollowing(details)

  const meant = (): readonly Asset[] => {
    if (chosen.length > 0) return chosen
    const row = document.activeElement?.closest<HTMLElement>('[data-list] [data-record]')
    return data.filter(({ id }) => id === row?.dataset.record)
  }
  const act = (id: string, isForMany = false) => {
    const assets = meant()
    if (assets.length === 0 || (assets.length > 1 && !isForMany)) return
    const keep = (left: readonly Asset[]) => onSelect(left.map((one) => one.id))
    actionsFor(assets, chosen.length > 0 && isForMany ? keep : undefined)
      .find((action) => action.id === id)
      ?.onSelect()
  }
  const take = (mode: Clip['mode']) => {
    const assets = meant()
    if (assets.length === 0) return
    put({ mode, assets })
    toast({
      title: translate(`assets.clip.${mode}`, { smart_count: assets.length }),
      description: translate('assets.clip.how'),
    })
  }
  const up = () => {
    if (place.id !== null) void navigate(folderUrl(path.at(-2)?.id ?? null))
  }

  const group = 'assets.keys.group'
  const writing = { group, enabled: canWrite }
  useShortcut('F2', 'assets.action.rename', () => act('rename'), writing)
  useShortcut('Delete', 'assets.action.trash', () => act('trash', true), writing)
  useShortcut('mod+c', 'assets.keys.copy', () => take('copy'), writing)
  useShortcut('mod+x', 'assets.keys.cut', () => take('cut'), writing)
  useShortcut('mod+v', 'assets.keys.paste', () => paste?.paste(), writing)
  useShortcut('mod+shift+l', 'assets.share.button', () => act('share', true), { group })
  useShortcut('alt+Enter', 'assets.action.details', () => act('details'), { group })
  // The selection takes precedence.
  const isShown = details.value !== null && chosen.length === 0
  useShortcut('Escape', 'assets.details.close', details.close, { group, enabled: isShown })
  useShortcut('Backspace', 'assets.keys.up', up, { group })
  useShortcut('alt+ArrowUp', 'assets.keys.up', up, { group })
  return null
}

/** Open details follow the selection. */
function useFollowing({ value, open }: RowKeysProps['details']) {
  const { selectedIds } = useListContext<Asset>()
  const [id] = selectedIds
  const only = selectedIds.length === 1 ? id : undefined
  const follow = useRef(() => {})
  follow.current = () => {
    if (value !== null && only !== undefined && only !== value) open(String(only))
  }
  useEffect(() => follow.current(), [only])
}
