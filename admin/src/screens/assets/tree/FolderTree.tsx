import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { dropTargetStyle } from '../drag/dragged.js'
import { useDrops } from '../drag/use_drops.js'
import type { AssetPathPart } from '../model.js'
import { useFolderUrl } from '../use_folder_url.js'
import { TreeLevel } from './TreeNode.js'
import { foldersOf, useFolders } from './use_folders.js'
import { useTreeKeys } from './use_tree_keys.js'
import { useUnfolded } from './use_unfolded.js'

const NONE: readonly string[] = []

interface FolderTreeProps {
  /** The path to the open folder; undefined while no folder is open. */
  path: readonly AssetPathPart[] | undefined
  onOpened?: () => void
}

/** The folder tree, loaded level by level; it follows the open folder. Empty without folders. */
export function FolderTree({ path, onOpened }: FolderTreeProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const folderUrl = useFolderUrl()
  const drops = useDrops()
  const id = useId()
  const unfolded = useUnfolded((path ?? []).map((folder) => folder.id))
  const top = useFolders(null, true)
  const open = (folder: string) => {
    void navigate(folderUrl(folder))
    onOpened?.()
  }
  const [first] = foldersOf(top)
  const selected = path?.at(-1)?.id
  const keys = useTreeKeys(selected ?? first?.id ?? '', unfolded.set)
  if (!first) return null
  return (
    <>
      <Typography
        variant="body2"
        id={id}
        sx={{ mt: 2, mb: 0.5, px: 1.25, fontWeight: 500, color: 'text.secondary' }}
      >
        {translate('assets.tree.label')}
      </Typography>
      <Box
        component="ul"
        role="tree"
        aria-labelledby={id}
        {...keys.tree}
        sx={{ '&, & ul': { m: 0, p: 0, listStyle: 'none' }, ...dropTargetStyle }}
      >
        <TreeLevel
          id={null}
          below={top}
          above={NONE}
          tree={{ unfolded, drops, open, selected, stop: keys.stop, gone: keys.gone }}
        />
      </Box>
    </>
  )
}
