import { styled } from '@mui/material/styles'
import { Icon } from '@crossdock/admin/kit'
import { ChevronRight, Folder, FolderOpen, House } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, type DragEvent, type ReactNode } from 'react'
import type { Drops } from '../drag/use_drops.js'
import type { Place } from '../model.js'
import { RestrictedMark } from '../RestrictedMark.js'
import { useFolders } from './use_folders.js'
import type { Unfolded } from './use_unfolded.js'

interface Tree {
  unfolded: Unfolded
  drops: Drops
  open: (id: string) => void
  selected: string | undefined
  stop: string
  /** Told when a folder is no longer shown. */
  gone: (id: string) => void
}

interface TreeNodeProps {
  place: Place
  /** The folders it lies in. */
  above: readonly string[]
  tree: Tree
  /** The lock of a folder that is not open to everyone. */
  mark?: ReactNode
}

/** How long something has to hang over a folder until it unfolds. */
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

/** One folder of the tree, and what lies in it once it is unfolded. */
export function TreeNode({ place, above, tree, mark }: TreeNodeProps) {
  const translate = useTranslate()
  const { unfolded, drops, open, selected, stop, gone } = tree
  const id = place.id ?? ''
  const isTop = place.id === null
  const isUnfolded = isTop || unfolded.has(id)
  const below = useFolders(place.id, isUnfolded)
  useEffect(() => () => gone(id), [gone, id])
  const folders = below.data?.pages.flatMap(({ data }) => data) ?? []
  const isLeaf = !isTop && below.isSuccess && folders.length === 0
  const canFold = !isTop && !isLeaf
  const isOpen = selected === id
  const hover = useUnfoldOnHover(() => canFold && !isUnfolded && unfolded.set(id, true))
  const drop = drops.on({ ...place, above })
  const path = isTop ? above : [...above, id]
  const icon = isTop ? House : isOpen ? FolderOpen : Folder
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
        aria-level={above.length + (isTop ? 1 : 2)}
        aria-selected={isOpen}
        aria-expanded={isLeaf ? undefined : isUnfolded}
        data-tree={id}
        tabIndex={stop === id ? 0 : -1}
        title={place.name}
        style={{ paddingLeft: 4 + (above.length + (isTop ? 0 : 1)) * 14 }}
        onClick={() => open(id)}
      >
        {!isTop && (
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
        )}
        {isTop && <span style={{ width: 2 }} />}
        <Icon icon={icon} />
        <span className="name">{place.name}</span>
        {mark}
      </Row>
      {isUnfolded && folders.length > 0 && (
        <ul role="group">
          {folders.map((folder) => (
            <TreeNode
              key={folder.id}
              place={folder}
              above={path}
              tree={tree}
              mark={<RestrictedMark asset={folder} />}
            />
          ))}
          {below.hasNextPage && (
            <li role="none">
              <Row
                role="treeitem"
                aria-level={path.length + 2}
                data-tree={`more ${id}`}
                tabIndex={-1}
                style={{ paddingLeft: 42 + path.length * 14 }}
                onClick={() => void below.fetchNextPage()}
              >
                {translate('assets.tree.more')}
              </Row>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** What is dragged goes into folders that are not in sight yet. */
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
