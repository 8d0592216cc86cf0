import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { ChevronRight, Folder, FolderX } from 'lucide-react'
import {
  InfiniteListBase,
  useInfinitePaginationContext,
  useListContext,
  useTranslate,
} from 'ra-core'
import { useEffect, useRef } from 'react'
import { ApiError } from '../data/errors.js'
import { Icon } from '../Icon.js'
import { ListEnd } from '../list/ListEnd.js'
import { RowsSkeleton } from '../Skeletons.js'
import type { AssetPlace } from '../slots.js'
import { EmptyState, ErrorState } from '../states.js'

interface FolderPickerProps {
  /** From the top level down to the open folder. */
  path: readonly AssetPlace[]
  /** Folders that cannot be opened, because they are being moved. */
  exclude?: readonly string[]
  onOpen: (path: AssetPlace[]) => void
  /** Reports whether the open folder was deleted in the meantime, so that nothing can be put there. */
  onGone?: (isGone: boolean) => void
  /** Called when the open folder has loaded and contains no folders. */
  onNone?: () => void
}

/** Browses folders: a path to go up, a list to go down. */
export function FolderPicker({ path, exclude, onOpen, onGone, onNone }: FolderPickerProps) {
  const translate = useTranslate()
  const here = path.at(-1)
  const id = here?.id ?? null
  const open = useFocusOnOpen(id)
  return (
    <>
      <Breadcrumbs
        aria-label={translate('kit.folders.path')}
        separator={<Icon icon={ChevronRight} size={14} />}
        sx={{ px: 3, pb: 1.5, '& .MuiBreadcrumbs-separator': { mx: 0.5 } }}
      >
        {path.map((place, at) =>
          place === here ? (
            <Typography
              key={at}
              ref={open}
              tabIndex={-1}
              aria-current="location"
              sx={{ fontWeight: 500, overflowWrap: 'anywhere', outline: 'none' }}
            >
              {place.name}
            </Typography>
          ) : (
            <Link
              key={at}
              component="button"
              type="button"
              color="textSecondary"
              underline="hover"
              onClick={() => onOpen(path.slice(0, at + 1))}
              sx={{ fontSize: '0.875rem' }}
            >
              {place.name}
            </Link>
          )
        )}
      </Breadcrumbs>
      <InfiniteListBase
        key={id}
        resource="assets"
        filter={{ ...(id && { parent: id }), type: 'folder' }}
        sort={{ field: 'name', order: 'ASC' }}
        perPage={100}
        storeKey={false}
        disableSyncWithLocation
        disableAuthentication
        queryOptions={{ refetchOnMount: 'always', onError: () => undefined }}
      >
        <Folders
          label={translate('kit.folders.in', { folder: here?.name })}
          exclude={exclude}
          onOpen={(place) => onOpen([...path, place])}
          onGone={onGone}
          onNone={onNone}
        />
      </InfiniteListBase>
    </>
  )
}

interface FoldersProps extends Pick<FolderPickerProps, 'exclude' | 'onGone' | 'onNone'> {
  label: string
  onOpen: (place: AssetPlace) => void
}

function Folders({ label, exclude = [], onOpen, onGone, onNone }: FoldersProps) {
  const translate = useTranslate()
  const { data = [], isPending, error, refetch } = useListContext<Asset>()
  const { hasNextPage } = useInfinitePaginationContext()
  const isGone = error instanceof ApiError && error.status === 404
  useEffect(() => onGone?.(isGone), [isGone, onGone])
  const folders = data.filter(({ id }) => !exclude.includes(id))
  const isNone = !isPending && !error && folders.length === 0 && !hasNextPage
  const none = useRef(onNone)
  none.current = onNone
  useEffect(() => void (isNone && none.current?.()), [isNone])
  const list = useFocusOnFirst(folders.length > 0)
  if (isPending) return <RowsSkeleton rows={4} />
  if (isGone) {
    return (
      <div role="alert">
        <EmptyState
          plain
          icon={FolderX}
          title={translate('kit.folders.gone')}
          description={translate('kit.folders.goneText')}
        />
      </div>
    )
  }
  if (error) return <ErrorState plain error={error} onRetry={() => void refetch()} />
  if (isNone) {
    return (
      <Typography color="textSecondary" sx={{ px: 3, py: 3 }}>
        {translate('kit.folders.none')}
      </Typography>
    )
  }
  return (
    <>
      <List ref={list} disablePadding aria-label={label} sx={{ px: 1.5 }}>
        {folders.map(({ id, name }) => (
          <li key={id}>
            <ListItemButton
              onClick={() => onOpen({ id, name })}
              sx={{ gap: 1.25, borderRadius: '8px', px: 1.5, minHeight: 40 }}
            >
              <Icon icon={Folder} />
              <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              <Icon icon={ChevronRight} />
            </ListItemButton>
          </li>
        ))}
      </List>
      {hasNextPage && <ListEnd />}
    </>
  )
}

// Keyboard users can choose immediately: the dialog has the focus until its folders have loaded.
function useFocusOnFirst(isThere: boolean) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isThere || document.activeElement?.getAttribute('role') !== 'dialog') return
    list.current?.querySelector<HTMLElement>('[role=button]')?.focus()
  }, [isThere])
  return list
}

// The pressed button disappears with its list, so the focus moves to the name of the opened folder.
function useFocusOnOpen(id: string | null) {
  const heading = useRef<HTMLElement>(null)
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    heading.current?.focus()
  }, [id])
  return heading
}
