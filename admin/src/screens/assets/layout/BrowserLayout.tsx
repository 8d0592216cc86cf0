import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazyPart } from '@crossdock/admin/kit'
import { useStore } from 'ra-core'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AssetPathPart } from '../model.js'
import { FolderTree } from '../tree/FolderTree.js'
import { TreeSwitch } from './tree_switch.js'

const TreeDrawer = lazyPart(() => import('./TreeDrawer.js'))

interface BrowserLayoutProps {
  /** From the top down to the open folder; undefined while something else than a folder is open. */
  path: readonly AssetPathPart[] | undefined
  children: ReactNode
}

/** The tree of folders beside what is open; on windows too narrow for both, behind a button. */
export function BrowserLayout({ path, children }: BrowserLayoutProps) {
  const [search] = useSearchParams()
  const isDesk = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const isWide = useMediaQuery('(min-width: 1400px)', { noSsr: true })
  const [isHidden, setHidden] = useStore('assets.treeHidden', false)
  const [isOpen, setOpen] = useState(false)
  // Details take its place where there is none for both.
  const hasRoom = isWide || (isDesk && !search.has('details'))
  const isBeside = hasRoom && !isHidden
  const treeSwitch = useMemo(
    () => ({
      isShown: isBeside || isOpen,
      toggle: () => (hasRoom ? setHidden(!isHidden) : setOpen(true)),
    }),
    [isBeside, isOpen, hasRoom, isHidden, setHidden]
  )
  return (
    <TreeSwitch value={treeSwitch}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2.5 }}>
        {isBeside && (
          <Box
            component="nav"
            sx={{
              position: 'sticky',
              top: 'calc(var(--bar-height, 0px) + 72px)',
              flex: 'none',
              width: 208,
              maxHeight: 'calc(100dvh - var(--bar-height, 0px) - 96px)',
              overflowY: 'auto',
              ml: -1,
            }}
          >
            <FolderTree path={path} />
          </Box>
        )}
        <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      </Box>
      {isOpen && !isBeside && <TreeDrawer path={path} onClose={() => setOpen(false)} />}
    </TreeSwitch>
  )
}
