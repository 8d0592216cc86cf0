import { styled } from '@mui/material/styles'
import { Icon } from '@crossdock/admin/kit'
import { ChevronRight, Folder, FolderOpen } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Asset } from '@crossdock/client'
import { useEffect, useRef, type DragEvent } from 'react'
import type { Drops } from '../drag/use_drops.js'
import { RestrictedMark } from '../RestrictedMark.js'
import { foldersOf, useFolders, type FoldersRead } from './use_folders.js'
import type { Unfolded } from './use_unfolded.js'

export interface Tree {
  unfolded: Unfolded
  drops: Drops
  open: (id: string) => void
  selected: string | undefined
  stop: string
  /** Called when a folder is no longer shown. */
  gone: (id: string) => void
}

interface TreeNodeProps {
  folder: Asset
  /** The ids of the folder's parent folders. */
  above: readonly string[]
  tree: Tree
}

/** How long (ms) a drag must hover over a folder to unfold it. */
const HOVER = 700

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  paddingRight: 8,
  borderRadius: 8,
  fontSize: '0.875rem',
  cursor: 'pointer',
  color: theme.palette.text.secondary,
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&[aria-selected=true]': {
    backgroundColor: theme.palette.surface.selected,
    color: theme.palette.text.primary,
    fontWeight: 500,
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: -2 },
  '& .name': { flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .fold': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 20,
    height: 24,
    borderRadius: 6,
    '&:hover': { backgroundColor: theme.palette.action.selected },
    '& svg': { transition: 'transform 120ms' },
    '&[data-unfolded=true] svg': { transform: 'rotate(90deg)' },
  },
}))

/** One folder of the tree, with its children once it is unfolded. */
function TreeNode({ folder, above, tree }: TreeNodeProps) {
  const { unfolded, drops, open, selected, stop, gone } = tree
  const { id, name } = folder
  const isUnfolded = unfolded.has(id)
  const below = useFolders(id, isUnfolded)
  useEffect(() => () => gone(id), [gone, id])
  // The folder's own list is newer, but is read only when the folder is unfolded.
  const isLeaf = below.isSuccess ? foldersOf(below).length === 0 : folder.hasFolders === false
  const isOpen = selected === id
  const hover = useUnfoldOnHover(() => !isLeaf && !isUnfolded && unfolded.set(id, true))
  const drop = drops.on({ id, name, above })
  return (
    <li role="none">
      <Row
        {...drop}
        onDragEnter={hover.begin}
        onDragLeave={(event: DragEvent) => {
          hover.end(event)
          drop.onDragLeave?.(event)
        }}
        role="treeitem"
        aria-level={above.length + 1}
        aria-selected={isOpen}
        aria-expanded={isLeaf ? undefined : isUnfolded}
        data-tree={id}
        tabIndex={stop === id ? 0 : -1}
        title={name}
        style={{ paddingLeft: indent(above) }}
        onClick={() => open(id)}
      >
        <span
          className="fold"
          data-unfolded={isUnfolded}
          style={{ visibility: isLeaf ? 'hidden' : undefined }}
          onClick={(event) => {
            event.stopPropagation()
            unfolded.set(id, !isUnfolded)
          }}
        >
          <Icon icon={ChevronRight} size={14} />
        </span>
        <Icon icon={isOpen ? FolderOpen : Folder} />
        <span className="name">{name}</span>
        <RestrictedMark asset={folder} />
      </Row>
      {isUnfolded && !isLeaf && (
        <ul role="group">
          <TreeLevel id={id} below={below} above={[...above, id]} tree={tree} />
        </ul>
      )}
    </li>
  )
}

interface TreeLevelProps {
  /** The parent folder. */
  id: string | null
  below: FoldersRead
  above: readonly string[]
  tree: Tree
}

/** The loaded children of a folder. */
export function TreeLevel({ id, below, above, tree }: TreeLevelProps) {
  const translate = useTranslate()
  return (
    <>
      {foldersOf(below).map((folder) => (
        <TreeNode key={folder.id} folder={folder} above={above} tree={tree} />
      ))}
      {below.hasNextPage && (
        <li role="none">
          <Row
            role="treeitem"
            aria-level={above.length + 1}
            data-tree={`more ${id ?? ''}`}
            tabIndex={-1}
            style={{ paddingLeft: 28 + indent(above) }}
            onClick={() => void below.fetchNextPage()}
          >
            {translate('assets.tree.more')}
          </Row>
        </li>
      )}
    </>
  )
}

const indent = (above: readonly string[]) => 4 + above.length * 14

/** Unfolds folders on hover, so that people can drop on their children. */
function useUnfoldOnHover(unfold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useRef(unfold)
  run.current = unfold
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    begin: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => run.current(), HOVER)
    },
    end: ({ relatedTarget, currentTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) {
        clearTimeout(timer.current)
      }
    },
  }
}
