import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Icon } from '@crossdock/admin/kit'
import { Clock, House, Star, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link, useLocation } from 'react-router-dom'
import { dropTargetStyle } from '../drag/dragged.js'
import { useDrops } from '../drag/use_drops.js'
import type { AssetPathPart } from '../model.js'
import { FolderTree } from '../tree/FolderTree.js'
import { useFolderUrl } from '../use_folder_url.js'

const Entry = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 34,
  padding: '0 10px',
  borderRadius: 8,
  fontSize: '0.875rem',
  textDecoration: 'none',
  color: theme.palette.text.secondary,
  [theme.breakpoints.down('md')]: { minHeight: 42 },
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&[aria-current]': {
    backgroundColor: theme.palette.surface.selected,
    color: theme.palette.text.primary,
    fontWeight: 500,
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: -2 },
}))

const found = [
  { to: '/assets/starred', text: 'assets.starred.title', icon: Star },
  { to: '/assets/recent', text: 'assets.recent.title', icon: Clock },
  { to: '/assets/trash', text: 'assets.trash.title', icon: Trash2 },
] as const

interface FileColumnProps {
  /** The path to the open folder; undefined while no folder is open. */
  path: readonly AssetPathPart[] | undefined
  /** Called after a choice. */
  onOpened?: () => void
}

/** The file locations: all, starred, recent and deleted files, and the folder tree below. */
export function FileColumn({ path, onOpened }: FileColumnProps) {
  const translate = useTranslate()
  const folderUrl = useFolderUrl()
  const drops = useDrops()
  const { pathname } = useLocation()
  const isHere = (to: string) => (pathname === to ? ('page' as const) : undefined)
  const title = translate('assets.title')
  return (
    <>
      <Box sx={{ display: 'grid', gap: '2px', ...dropTargetStyle }}>
        <Entry
          to={folderUrl(null)}
          aria-current={isHere('/assets')}
          onClick={onOpened}
          {...drops.on({ id: null, name: title })}
        >
          <Icon icon={House} />
          {title}
        </Entry>
        {found.map(({ to, text, icon }) => (
          <Entry key={to} to={to} aria-current={isHere(to)} onClick={onOpened}>
            <Icon icon={icon} />
            {translate(text)}
          </Entry>
        ))}
      </Box>
      <FolderTree path={path} onOpened={onOpened} />
    </>
  )
}
