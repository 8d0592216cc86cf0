import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazyPart } from '@crossdock/admin/kit'
import { useStore, useTranslate } from 'ra-core'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AssetPathPart } from '../model.js'
import { boundedWidth, ColumnEdge } from './ColumnEdge.js'
import { FileColumn } from './FileColumn.js'
import { TreeSwitch } from './tree_switch.js'

const TreeDrawer = lazyPart(() => import('./TreeDrawer.js'))

interface BrowserLayoutProps {
  /** The path to the open folder; undefined while no folder is open. */
  path: readonly AssetPathPart[] | undefined
  /** A file uses the whole width. */
  isFile: boolean
  children: ReactNode
}

/** The file locations and the folder tree left of the files; behind a button in narrow windows. */
export function BrowserLayout({ path, isFile, children }: BrowserLayoutProps) {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const isDesk = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const isWide = useMediaQuery('(min-width: 1400px)', { noSsr: true })
  const [isHidden, setHidden] = useStore('assets.treeHidden', false)
  const [kept, setWidth] = useStore('assets.treeWidth', 208)
  const [isOpen, setOpen] = useState(false)
  const width = boundedWidth(kept)
  // The details replace the column where there is no space for both.
  const hasRoom = !isFile && (isWide || (isDesk && !search.has('details')))
  const hasColumn = hasRoom && !isHidden
  const treeSwitch = useMemo(
    () => ({
      isShown: hasColumn || isOpen,
      toggle: () => (hasRoom ? setHidden(!isHidden) : setOpen(true)),
    }),
    [hasColumn, isOpen, hasRoom, isHidden, setHidden]
  )
  return (
    <TreeSwitch value={treeSwitch}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: hasColumn ? 3.5 : 0 }}>
        {hasColumn && (
          <Box
            sx={{
              position: 'sticky',
              top: 'calc(var(--bar-height, 0px) + 56px)',
              flex: 'none',
              // From the edge of the menu to the header.
              ml: -2.5,
              mt: -3,
              // The column also covers the bottom margin of screens.
              mb: -8,
            }}
          >
            <Box
              component="nav"
              aria-label={translate('assets.title')}
              style={{ width }}
              sx={{
                height: 'calc(100dvh - var(--bar-height, 0px) - 56px)',
                overflowY: 'auto',
                py: 3,
              }}
            >
              <FileColumn path={path} />
            </Box>
            <ColumnEdge width={width} onWidth={setWidth} />
          </Box>
        )}
        <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      </Box>
      {isOpen && !hasColumn && <TreeDrawer path={path} onClose={() => setOpen(false)} />}
    </TreeSwitch>
  )
}
