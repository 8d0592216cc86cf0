import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { dropLook } from './drag/dragged.js'
import type { Drops } from './drag/use_drops.js'
import { folderUrl, type AssetPathPart } from './model.js'

interface FolderPathProps {
  path: readonly AssetPathPart[]
  urlOf?: (id: string | null) => string
  /** What may be dropped on the folders above. */
  drops?: Drops
}

/** The folders above this one, each a link; the last is where we are. */
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
      sx={{ '& .MuiBreadcrumbs-separator': { mx: 0.5 }, '& a': { borderRadius: 1 }, ...dropLook }}
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
