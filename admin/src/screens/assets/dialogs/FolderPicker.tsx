import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { ErrorState, Icon, RowsSkeleton } from '@crossdock/admin/kit'
import { ChevronRight, Folder } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { Place } from '../model.js'
import { LoadMore } from '../LoadMore.js'
import { useAssetList } from '../use_folder_contents.js'

interface FolderPickerProps {
  /** From the top level down to the open folder. */
  path: readonly Place[]
  /** A folder that cannot be gone into: the one that is being moved. */
  exclude?: string
  onOpen: (path: Place[]) => void
}

/** Goes through folders: a path to go up, a list to go down. */
export function FolderPicker({ path, exclude, onOpen }: FolderPickerProps) {
  const translate = useTranslate()
  const here = path.at(-1)
  const id = here?.id ?? null
  const folders = useAssetList({
    filter: { ...(id && { parent: id }), type: 'folder' },
    sort: { field: 'name', order: 'ASC' },
  })
  const open = useFocusOnOpen(id)
  const items = folders.items.filter((folder) => folder.id !== exclude)
  return (
    <>
      <Breadcrumbs
        aria-label={translate('assets.path')}
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
      {folders.isPending ? (
        <RowsSkeleton rows={4} />
      ) : folders.error ? (
        <ErrorState plain error={folders.error} onRetry={folders.reload} />
      ) : items.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: 3, py: 3 }}>
          {translate('assets.moveForm.none')}
        </Typography>
      ) : (
        <List
          disablePadding
          aria-label={translate('assets.moveForm.folders', { folder: here?.name })}
          sx={{ px: 1.5 }}
        >
          {items.map(({ id: folderId, name }) => (
            <li key={folderId}>
              <ListItemButton
                onClick={() => onOpen([...path, { id: folderId, name }])}
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
          <LoadMore list={folders} />
        </List>
      )}
    </>
  )
}

// The button that was pressed is gone with its list: the focus goes to the name of the folder it opened.
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
