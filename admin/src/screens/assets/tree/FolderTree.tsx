import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { dropLook } from '../drag/dragged.js'
import { useDrops } from '../drag/use_drops.js'
import type { AssetPathPart } from '../model.js'
import { useFolderUrl } from '../use_folder_url.js'
import { TreeNode } from './TreeNode.js'
import { useTreeKeys } from './use_tree_keys.js'
import { useUnfolded } from './use_unfolded.js'

const NONE: readonly string[] = []

interface FolderTreeProps {
  /** From the top down to the open folder; undefined while something else than a folder is open. */
  path: readonly AssetPathPart[] | undefined
  onOpened?: () => void
}

/** The folders as a tree, one level read at a time; it follows the folder that is open. */
export function FolderTree({ path, onOpened }: FolderTreeProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const folderUrl = useFolderUrl()
  const drops = useDrops()
  const unfolded = useUnfolded((path ?? []).map(({ id }) => id))
  const open = (id: string) => {
    void navigate(folderUrl(id || null))
    onOpened?.()
  }
  const selected = path ? (path.at(-1)?.id ?? '') : undefined
  const keys = useTreeKeys(selected ?? '', unfolded.set)
  return (
    <Box
      component="ul"
      role="tree"
      aria-label={translate('assets.tree.label')}
      {...keys.tree}
      sx={{ '&, & ul': { m: 0, p: 0, listStyle: 'none' }, ...dropLook }}
    >
      <TreeNode
        place={{ id: null, name: translate('assets.title') }}
        above={NONE}
        tree={{ unfolded, drops, open, selected, stop: keys.stop, gone: keys.gone }}
      />
    </Box>
  )
}
