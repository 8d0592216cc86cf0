import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import { useListContext, useTranslate } from 'ra-core'
import type { DragEvent, ReactNode } from 'react'
import { useSelectedAssets } from '../use_selected_assets.js'
import { beginDrag, dropTargetStyle, endDrag, highlight } from './dragged.js'
import { useDrops } from './use_drops.js'

/** Makes rows draggable, with the whole selection, and folder rows drop targets. Must be inside a list. */
export function RowDrags({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { data = [], onSelect } = useListContext<Asset>()
  const chosen = useSelectedAssets()
  const drops = useDrops(() => onSelect([]))

  const rowOf = ({ target }: DragEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-record]') : null
    const asset = row && data.find(({ id }) => id === row.dataset.record)
    return asset ? { row, asset } : undefined
  }
  const folderOf = (event: DragEvent) => {
    const found = rowOf(event)
    return found?.asset.type === 'folder' ? found : undefined
  }
  const start = (event: DragEvent) => {
    const found = rowOf(event)
    if (!found) return
    const { asset } = found
    const assets = chosen.some(({ id }) => id === asset.id) ? chosen : [asset]
    const label =
      assets.length === 1
        ? asset.name
        : translate('assets.drag.several', { smart_count: assets.length })
    beginDrag(event, assets, label)
  }
  return (
    <Box
      sx={{ minWidth: 0, ...dropTargetStyle }}
      onDragStart={start}
      onDragEnd={endDrag}
      onDragOver={(event) => {
        const found = folderOf(event)
        if (found) drops.over(event, found.asset, found.row)
        else highlight(null)
      }}
      onDragLeave={(event) => drops.leave(event, folderOf(event)?.row)}
      onDrop={(event) => {
        const found = folderOf(event)
        if (found) drops.drop(event, found.asset)
      }}
    >
      {children}
    </Box>
  )
}
