import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { dropTargetStyle } from './drag/dragged.js'
import type { Drops } from './drag/use_drops.js'
import { folderUrl, type AssetPathPart } from './model.js'

const pathStyle = {
  '& .MuiBreadcrumbs-separator': { mx: 0.5 },
  '& a': { borderRadius: 1 },
  // One line in the bar above the screen, however long the names are.
  '& ol': { flexWrap: { md: 'nowrap' } },
  '& li:not(.MuiBreadcrumbs-separator)': {
    minWidth: 24,
    overflow: { md: 'hidden' },
    textOverflow: 'ellipsis',
    whiteSpace: { md: 'nowrap' },
    '& > p': { font: 'inherit' },
    '& > a:focus-visible': { outlineOffset: -2 },
  },
  ...dropTargetStyle,
}

interface FolderPathProps {
  path: readonly AssetPathPart[]
  urlOf?: (id: string | null) => string
  /** Handles drops on the parent folders. */
  drops?: Drops
}

/** Links to the parent folders; the last part is the current folder. */
export function FolderPath({ path, urlOf = folderUrl, drops }: FolderPathProps) {
  const translate = useTranslate()
  const above = [{ id: null, name: translate('assets.title') }, ...path.slice(0, -1)]
  const here = path.at(-1)
  return (
    <Breadcrumbs
      aria-label={translate('kit.folders.path')}
      separator={<Icon icon={ChevronRight} size={14} />}
      maxItems={5}
      itemsAfterCollapse={2}
      sx={pathStyle}
    >
      {above.map(({ id, name }) => (
        <Link
          key={id ?? 'top'}
          component={RouterLink}
          to={urlOf(id)}
          {...drops?.on({ id, name })}
          color="textSecondary"
          underline="hover"
          sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}
        >
          {name}
        </Link>
      ))}
      {here && (
        <Typography aria-current="page" sx={{ overflowWrap: 'anywhere' }}>
          {here.name}
        </Typography>
      )}
    </Breadcrumbs>
  )
}
